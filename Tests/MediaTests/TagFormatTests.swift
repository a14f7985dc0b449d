import Foundation
import Media
import Music
import Testing

@Suite("Tags by format")
struct TagFormatTests {
  private let folder = MediaFolder()

  /// The audio of an MP3 without any tag.
  private func sound() throws -> [UInt8] {
    let file = try folder.encode(
      "sound.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0", "-map_metadata", "-1"], tags: [:])
    return try folder.bytes(file)
  }

  private func tags(_ before: [UInt8], _ after: [UInt8] = []) throws -> Tags {
    try TagReader.read(folder.write("a.mp3", before + sound() + after)).tags
  }

  @Test("every version of ID3 says all that is kept", arguments: [2, 3, 4])
  func versions(_ version: Int) throws {
    let names = [
      ["TT2", "TIT2"], ["TP1", "TPE1"], ["TP2", "TPE2"], ["TAL", "TALB"], ["TCO", "TCON"],
      ["TYE", version == 3 ? "TYER" : "TDRC"], ["TRK", "TRCK"], ["TPA", "TPOS"], ["TBP", "TBPM"],
      ["TKE", "TKEY"], ["TCP", "TCMP"], ["TS2", "TSO2"], ["TST", "TSOT"], ["TSP", "TSOP"],
      ["TSA", "TSOA"], ["TOR", version == 3 ? "TORY" : "TDOR"],
    ]
    let values = [
      "Títle", "曲", "Various", "Album", "(17)", "1997", "3/12", "1/2", "128", "Am", "1", "VA sort",
      "T sort", "A sort", "B sort", "1971",
    ]
    let encoding: UInt8 = version == 4 ? 3 : 1
    var frames = zip(names, values).map { name, value in
      TagBytes.frame(
        name[version == 2 ? 0 : 1], TagBytes.text(value, encoding: encoding), version: version)
    }
    let gain = [0] + Array("REPLAYGAIN_TRACK_GAIN\0-6,54 dB".utf8)
    frames.append(TagBytes.frame(version == 2 ? "TXX" : "TXXX", gain, version: version))
    let tags = try tags(TagBytes.id3(frames, version: version, padding: 100))
    #expect(tags.title == "Títle" && tags.artist == "曲" && tags.albumArtist == "Various")
    #expect(tags.album == "Album" && tags.genre == "Rock" && tags.year == 1997)
    #expect(tags.trackNumber == 3 && tags.trackTotal == 12)
    #expect(tags.discNumber == 1 && tags.discTotal == 2)
    #expect(tags.bpm == 128 && tags.key == "Am" && tags.isCompilation)
    #expect(tags.albumArtistSort == "VA sort" && tags.titleSort == "T sort")
    #expect(tags.artistSort == "A sort" && tags.albumSort == "B sort")
    #expect(tags.originalDate == "1971" && tags.replayGain.trackGain == -6.54)
  }

  @Test("several artists and genres are kept apart, and the first is what shows")
  func severalValues() throws {
    let four = try tags(
      TagBytes.id3([
        TagBytes.frame("TPE1", TagBytes.text("One\0AC/DC\0")),
        TagBytes.frame("TCON", TagBytes.text("House\0(17)")),
      ]))
    #expect(four.artist == "One" && four.artists == ["One", "AC/DC"])
    #expect(four.genre == "House" && four.genres == ["House", "Rock"])
    let ape = try tags([], TagBytes.ape([("Artist", Array("One\0Two".utf8))]))
    #expect(ape.artist == "One" && ape.artists == ["One", "Two"])
    let one = try tags(TagBytes.id3([TagBytes.frame("TPE1", TagBytes.text("AC/DC"))]))
    #expect(one.artist == "AC/DC" && one.artists.isEmpty)
  }

  /// The true text, and its bytes in a frame that claims Latin-1.
  static let lies: [(String, [UInt8])] = [
    ("Größe 曲", Array("Größe 曲".utf8)),
    ("Кино", [0xCA, 0xE8, 0xED, 0xEE]),
    (
      "Звезда по имени",
      [
        0xC7, 0xE2, 0xE5, 0xE7, 0xE4, 0xE0, 0x20, 0xEF, 0xEE, 0x20, 0xE8, 0xEC, 0xE5, 0xED, 0xE8,
      ]
    ),
    ("さくら", [0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7]),
    ("夜明け", [0x96, 0xE9, 0x96, 0xBE, 0x82, 0xAF]),
    ("我的心", [0xCE, 0xD2, 0xB5, 0xC4, 0xD0, 0xC4]),
    ("café", Array("caf".utf8) + [0xE9]),
    ("Motörhead", Array("Mot".utf8) + [0xF6] + Array("rhead".utf8)),
    ("Ærø Þór", [0xC6, 0x72, 0xF8, 0x20, 0xDE, 0xF3, 0x72]),
    ("don’t – “no”", Array("don".utf8) + [0x92, 0x74, 0x20, 0x96, 0x20, 0x93, 0x6E, 0x6F, 0x94]),
  ]

  @Test("what says it is Latin-1 is read as what it is", arguments: lies)
  func lyingEncoding(_ meant: String, _ bytes: [UInt8]) throws {
    let tags = try tags(TagBytes.id3([TagBytes.frame("TIT2", [0] + bytes)]))
    #expect(tags.title == meant)
    let old = try self.tags([], TagBytes.id3v1(title: bytes, artist: [], track: 3, genre: 17))
    #expect(old.title == meant && old.trackNumber == 3 && old.genre == "Rock" && old.year == 1999)
  }

  @Test("UTF-16 without its mark is read either way round")
  func unmarked() throws {
    for text in ["Plain", "Кино", "Größe"] {
      for isBig in [false, true] {
        let units = text.utf16.flatMap {
          isBig ? TagBytes.big(Int($0), 2) : TagBytes.little(Int($0), 2)
        }
        let tags = try tags(TagBytes.id3([TagBytes.frame("TIT2", [1] + units)]))
        #expect(tags.title == text)
      }
    }
  }

  @Test("frames that are unsynchronised, grouped or measured are undone", arguments: [2, 3, 4])
  func unsynchronised(_ version: Int) throws {
    let text = TagBytes.text("ÿÿà Öl", encoding: 1)
    let name = version == 2 ? "TT2" : "TIT2"
    let frame =
      version < 4
      ? TagBytes.frame(name, text, version: version)
      : TagBytes.frame(name, TagBytes.big(text.count) + TagBytes.unsynchronised(text), flags: 3)
    let next = TagBytes.frame(version == 2 ? "TAL" : "TALB", TagBytes.text("B"), version: version)
    let tags = try tags(
      TagBytes.id3([frame, next], version: version, flags: version < 4 ? 0x80 : 0))
    #expect(tags.title == "ÿÿà Öl" && tags.album == "B")
  }

  @Test("sizes of version 4 that are plain numbers are taken for what they are")
  func plainSizes() throws {
    let long = String(repeating: "x", count: 300)
    let body = TagBytes.text(long)
    let frame = Array("TIT2".utf8) + TagBytes.big(body.count) + [0, 0] + body
    let tags = try tags(
      TagBytes.id3([frame, TagBytes.frame("TALB", TagBytes.text("B"))], padding: 20))
    #expect(tags.title == long && tags.album == "B")
  }

  @Test("ID3v2 goes before APEv2, and APEv2 before ID3v1, which fill in")
  func precedence() throws {
    let old = TagBytes.id3v1(
      title: Array("cut off".utf8), artist: Array("old".utf8), track: 9, genre: 17)
    let ape = TagBytes.ape([
      ("Title", Array("ape".utf8)), ("Artist", Array("ape".utf8)), ("Track", Array("5/6".utf8)),
      ("MP3GAIN_MINMAX", Array("1,2".utf8)),
    ])
    let tags = try tags(
      TagBytes.id3([TagBytes.frame("TIT2", TagBytes.text("whole"))]), ape + old)
    #expect(tags.title == "whole" && tags.artist == "ape" && tags.genre == "Rock")
    #expect(tags.trackNumber == 5 && tags.trackTotal == 6 && tags.year == 1999)
  }

  @Test("the tempo of MP4, and what iTunes and others put beside it")
  func atoms() throws {
    let file = try folder.encode(
      "a.m4a", ["-c:a", "aac"],
      tags: [
        "tmpo": "124", "title": "x", "compilation": "1", "track": "2/9", "disc": "1/3",
        "composer": "s", "genre": "House",
      ])
    // The names of both atoms have the same length.
    var bytes = try folder.bytes(file)
    let composer = try #require(bytes.firstRange(of: [0xA9] + Array("wrt".utf8)))
    bytes.replaceSubrange(composer, with: Array("sonm".utf8))
    let tags = try TagReader.read(folder.write("b.m4a", bytes)).tags
    #expect(tags.bpm == 124 && tags.isCompilation && tags.trackTotal == 9 && tags.discTotal == 3)
    #expect(tags.titleSort == "s" && tags.genre == "House")
  }

  @Test("the ID3 chunk of a WAV is read although there is a list as well")
  func wave() throws {
    let file = try folder.encode("a.wav", [], tags: ["title": "list", "artist": "list"])
    let id3 = TagBytes.id3([
      TagBytes.frame("TIT2", TagBytes.text("chunk")), TagBytes.frame("TBPM", TagBytes.text("99")),
    ])
    let chunk = Array("id3 ".utf8) + TagBytes.little(id3.count) + id3
    let tags = try TagReader.read(folder.write("b.wav", try folder.bytes(file) + chunk)).tags
    #expect(tags.title == "chunk" && tags.artist == "list" && tags.bpm == 99)
  }

  @Test("how loud Opus is told to be is put on ReplayGain's scale")
  func broadcastGain() throws {
    let file = try folder.encode(
      "a.opus", ["-c:a", "libopus", "-ar", "48000"],
      tags: ["R128_TRACK_GAIN": "-512", "R128_ALBUM_GAIN": "256", "R128": "x"])
    let gain = try TagReader.read(file).tags.replayGain
    #expect(gain.trackGain == 3 && gain.albumGain == 6 && gain.trackPeak == nil)
  }

  @Test("tags and art of many megabytes are passed over quickly")
  func enormous() throws {
    func frame(_ name: String, _ start: [UInt8], filledTo count: Int) -> Data {
      Data(Array(name.utf8) + TagBytes.syncsafe(count) + [0, 0] + start)
        + Data(repeating: 0x41, count: count - start.count)
    }
    let art = [0] + Array("image/jpeg\0\u{3}\0".utf8)
    let frames =
      frame("APIC", art, filledTo: 50 << 20) + frame("COMM", [0], filledTo: 8 << 20)
      + frame("TALB", [3], filledTo: 3 << 20)
      + Data(TagBytes.frame("TIT2", TagBytes.text("behind it")))
    let head = Data(Array("ID3".utf8) + [4, 0, 0] + TagBytes.syncsafe(frames.count))
    let file = folder.path.appending("huge.mp3")
    try (head + frames + Data(try sound())).write(to: URL(filePath: file.text))
    let facts = try TagReader.read(file)
    #expect(facts.tags.title == "behind it" && facts.audio.hasArt)
    #expect(facts.tags.album?.utf8.count == 4_096)
  }
}
