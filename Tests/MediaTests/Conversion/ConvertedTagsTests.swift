import Foundation
import Media
import Music
import Testing

@Suite("Tags of converted files")
struct ConvertedTagsTests {
  private let folder = ConversionFolder()

  private static let recording = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"
  private static let release = "f205627f-b70a-409d-adbe-66289b614e80"
  private static let artists = [
    "9a1f7b5e-0b9e-4f0c-8b0e-111111111111", "9a1f7b5e-0b9e-4f0c-8b0e-222222222222",
  ]

  private static let fields = [
    "TITLE=Títle 曲", "ARTIST=First", "ARTIST=Second & Co", "ALBUM=An Album",
    "ALBUMARTIST=Various", "GENRE=House", "GENRE=Dub", "DATE=2023-05-17", "TRACKNUMBER=3",
    "TRACKTOTAL=10", "DISCNUMBER=1", "DISCTOTAL=2", "BPM=123.5", "INITIALKEY=F#m",
    "COMPILATION=1", "ORIGINALDATE=1999-01-02", "TITLESORT=Title", "COMMENT=keep = me",
    "COMPOSER=One", "COMPOSER=Two", "LYRICS=la la\nla", "ISRC=DEA123400001", "MOOD=calm",
    "LABEL=Pier", "CUSTOM FIELD=kept", "REPLAYGAIN_TRACK_GAIN=-6.54 dB",
    "REPLAYGAIN_TRACK_PEAK=0.987654", "REPLAYGAIN_ALBUM_GAIN=-7.00 dB",
    "REPLAYGAIN_ALBUM_PEAK=1.000000", "MUSICBRAINZ_TRACKID=\(recording)",
    "MUSICBRAINZ_ALBUMID=\(release)", "MUSICBRAINZ_ARTISTID=\(artists[0])",
    "MUSICBRAINZ_ARTISTID=\(artists[1])", "ENCODER=an old one",
    "WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x3",
  ]

  /// A FLAC file with these comments, in place of those that ffmpeg wrote.
  private func flac(_ fields: [String], picture: [UInt8]? = nil) throws -> FilePath {
    let bytes = try folder.media.bytes(try folder.source("plain.flac", seconds: 0.3))
    func little(_ number: Int) -> [UInt8] {
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    func block(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
      [kind] + [16, 8, 0].map { UInt8(truncatingIfNeeded: content.count >> $0) } + content
    }
    let comments =
      little(0) + little(fields.count)
      + fields.flatMap { little($0.utf8.count) + Array($0.utf8) }
    // STREAMINFO, then ours; the audio begins behind the last block.
    var made = Array(bytes[..<42])
    made[4] = 0
    if let picture { made += block(6, pictureBlock(picture)) }
    made += block(0x84, comments)
    var offset = 4
    while true {
      let isLast = bytes[offset] & 0x80 != 0
      offset += 4 + bytes[(offset + 1)...(offset + 3)].reduce(0) { $0 << 8 | Int($1) }
      if isLast { break }
    }
    return folder.media.write("tagged-\(UUID().uuidString).flac", made + bytes[offset...])
  }

  private func pictureBlock(_ picture: [UInt8]) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let media = Array((picture[0] == 0xFF ? "image/jpeg" : "image/png").utf8)
    return big(3) + big(media.count) + media + big(0) + big(1) + big(1) + big(24) + big(0)
      + big(picture.count) + picture
  }

  @Test("a scan reads the same tags of a converted file", arguments: ConversionFolder.rules)
  func readBack(rule: ConversionRule) throws {
    let source = try flac(Self.fields)
    var wanted = try TagReader.read(source).tags
    let file = try folder.convert(source, rule)
    var found = try TagReader.read(file).tags
    #expect(wanted.artists == ["First", "Second & Co"])
    #expect(wanted.musicBrainz.artists == Self.artists)
    let gain = found.replayGain
    #expect(abs((gain.trackGain ?? 0) + 6.54) < 0.005)
    #expect(abs((gain.albumGain ?? 0) + 7) < 0.005)
    // Readers of R128 know no peaks.
    if rule.codec != .opus { #expect(gain.trackPeak == 0.987654) }
    (wanted.replayGain, found.replayGain) = (ReplayGain(), ReplayGain())
    #expect(found == wanted)
  }

  @Test("every text is there under its format's name, and nothing about the old encoding")
  func names() throws {
    let source = try flac(Self.fields)
    func items(_ rule: ConversionRule) throws -> [String: [String]] {
      try TagWriter.items(of: try folder.convert(source, rule)).reduce(into: [:]) {
        $0[$1.name, default: []].append($1.text ?? "")
      }
    }
    let opus = try items(ConversionFolder.opus)
    #expect(opus["ARTIST"] == ["First", "Second & Co"])
    #expect(opus["COMPOSER"] == ["One", "Two"])
    #expect(opus["COMMENT"] == ["keep = me"])
    #expect(opus["CUSTOM FIELD"] == ["kept"])
    #expect(opus["TRACKNUMBER"] == ["3"])
    #expect(opus["TRACKTOTAL"] == ["10"])
    #expect(opus["REPLAYGAIN_TRACK_GAIN"] == ["-6.54 dB"])
    // (-6.54 - 5) * 256
    #expect(opus["R128_TRACK_GAIN"] == ["-2954"])
    #expect(opus["R128_ALBUM_GAIN"] == ["-3072"])
    #expect(opus["ENCODER"] == nil)
    #expect(opus["WAVEFORMATEXTENSIBLE_CHANNEL_MASK"] == nil)

    let mp3 = try items(ConversionFolder.mp3)
    #expect(mp3["TPE1"] == ["First / Second & Co"])
    #expect(mp3["TRCK"] == ["3/10"])
    #expect(mp3["TYER"] == ["2023"])
    #expect(mp3["TDAT"] == ["1705"])
    #expect(mp3["TXXX:MusicBrainz Album Id"] == [Self.release])
    #expect(mp3["TXXX:CUSTOM FIELD"] == ["kept"])
    #expect(mp3["TXXX:REPLAYGAIN_ALBUM_GAIN"] == ["-7.00 dB"])
    #expect(mp3["UFID"] != nil)
    #expect(mp3["COMM"] != nil)

    let aac = try items(ConversionFolder.aac)
    #expect(aac["©ART"] == ["First", "Second & Co"])
    #expect(aac["trkn"] == ["3/10"])
    #expect(aac["tmpo"] == ["124"])
    #expect(aac["----:com.apple.iTunes:BPM"] == ["123.5"])
    #expect(aac["----:com.apple.iTunes:MusicBrainz Track Id"] == [Self.recording])
    #expect(aac["----:com.apple.iTunes:REPLAYGAIN_TRACK_GAIN"] == ["-6.54 dB"])
    #expect(aac["----:com.apple.iTunes:CUSTOM FIELD"] == ["kept"])
    #expect(aac["cpil"] == ["1"])
  }

  @Test("ffprobe finds the tags", arguments: ConversionFolder.rules)
  func witnessed(rule: ConversionRule) throws {
    let tags = try Witness.tags(try folder.convert(try flac(Self.fields), rule))
    #expect(tags["title"] == "Títle 曲")
    #expect(tags["album"] == "An Album")
    #expect(tags["album_artist"] == "Various")
    #expect(tags["artist"]?.hasPrefix("First") == true)
    #expect(tags["genre"]?.hasPrefix("House") == true)
    #expect(tags["comment"] == "keep = me")
    #expect(tags["track"] == (rule.codec == .opus ? "3" : "3/10"))
    #expect(tags["date"]?.hasPrefix("2023") == true)
    #expect(tags["replaygain_track_gain"] == "-6.54 dB")
  }

  @Test("tags go from any format to another one", arguments: ConversionFolder.formats)
  func formats(name: String, rule: ConversionRule) throws {
    let format = WritableFormat.named(name)
    let source = try folder.media.make(format)
    var wanted = try TagReader.read(source).tags
    #expect(wanted.title == "Títle 曲")
    let file = try folder.convert(source, rule)
    var found = try TagReader.read(file).tags
    (wanted.replayGain, found.replayGain) = (ReplayGain(), ReplayGain())
    #expect(found == wanted)
    #expect(try keepsComment(file))
    if format.hasArt { #expect(try EmbeddedCover.read(file) != nil) }
  }

  @Test("formats whose tags only FFmpeg reads keep them", arguments: ["a.mka", "a.wma", "i.wav"])
  func foreign(name: String) throws {
    let codec = name.hasSuffix("wma") ? ["-c:a", "wmav2"] : ["-c:a", "pcm_s16le"]
    let source = try folder.media.encode(
      name, codec, tags: ["title": "T", "artist": "A", "composer": "C", "comment": "keep me"])
    let file = try folder.convert(source, ConversionFolder.opus)
    let tags = try TagReader.read(file).tags
    #expect(tags.title == "T")
    #expect(tags.artist == "A")
    #expect(try keepsComment(file))
  }

  @Test("a small cover stays as it is", arguments: ConversionFolder.rules)
  func smallCover(rule: ConversionRule) throws {
    let picture = try cover(size: 64, codec: "png")
    let file = try folder.convert(try flac(["TITLE=T"], picture: picture), rule)
    #expect(try EmbeddedCover.read(file) == picture)
    #expect(try TagReader.read(file).audio.hasArt)
    #expect(try Witness.tags(file)["title"] == "T")
    let size = try ConversionFolder.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries",
        "stream=width:stream_disposition=attached_pic", "-of", "default=nk=1:nw=1", file.text,
      ])
    #expect(String(decoding: size, as: UTF8.self).split(separator: "\n") == ["64", "1"])
  }

  @Test("a large cover becomes a small baseline JPEG, unless it is to stay")
  func largeCover() throws {
    let picture = try cover(size: 1_500, codec: "png")
    let source = try flac(["TITLE=T"], picture: picture)
    let small = try #require(
      try EmbeddedCover.read(try folder.convert(source, ConversionFolder.opus)))
    let header = try #require(PictureHeader(small))
    #expect(header.format == .jpeg)
    #expect(header.width == 1_000)
    #expect(small.count <= 500_000)
    // SOF0, and no SOF2.
    #expect(small.firstRange(of: [0xFF, 0xC0]) != nil)
    let limit = CoverLimit(side: 1_000, bytes: 8_000)
    let tiny = try #require(
      try EmbeddedCover.read(
        try folder.convert(source, ConversionFolder.mp3, cover: limit)))
    #expect(tiny.count <= 8_000)
    let kept = try folder.convert(source, ConversionFolder.aac, cover: nil)
    #expect(try EmbeddedCover.read(kept) == picture)
  }

  @Test("a cover that no decoder can read is no reason to leave out a file")
  func brokenCover() throws {
    var picture = try cover(size: 1_200, codec: "png")
    for index in 60..<picture.count { picture[index] = 7 }
    let file = try folder.convert(try flac(["TITLE=T"], picture: picture), ConversionFolder.opus)
    #expect(try TagReader.read(file).tags.title == "T")
  }

  @Test("strange tags make no strange files", arguments: ConversionFolder.rules)
  func hostile(rule: ConversionRule) throws {
    let many = (0..<5_000).map { "FIELD\($0)=x" }
    let long = "LYRICS=" + String(repeating: "la ", count: 200_000)
    let source = try flac(
      [
        "=no name", "no value", "A\u{1}B=control", "NÄME=no ASCII", "TITLE=a\u{0}b", "TITLE=",
        "TRACKNUMBER=A1", "TRACKTOTAL=x", "DISCNUMBER=0/0", "BPM=fast", "COMPILATION=maybe",
        "GENRE=(not a number", "DATE=-", "REPLAYGAIN_TRACK_GAIN=1e999 dB", long,
      ] + many)
    let file = try folder.convert(source, rule)
    let tags = try TagReader.read(file).tags
    #expect(tags.title == "a")
    #expect(tags.genre == "(not a number")
    #expect(tags.bpm == nil)
    #expect(!tags.isCompilation)
    var status = stat()
    stat(file.text, &status)
    #expect(status.st_size < 300_000)
    #expect(try ConversionFolder.decoded(file).frames > 0)
  }

  private func keepsComment(_ file: FilePath) throws -> Bool {
    let names = ["COMMENT", "COMM", "©cmt"]
    return try TagWriter.items(of: file).contains {
      names.contains($0.name) && $0.value.firstRange(of: Array("keep me".utf8)) != nil
    }
  }

  private func cover(size: Int, codec: String) throws -> [UInt8] {
    Array(
      try ConversionFolder.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc=size=\(size)x\(size):duration=0.04",
          "-frames:v", "1", "-c:v", codec, "-f", "image2pipe", "-",
        ]))
  }
}
