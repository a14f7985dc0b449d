import Foundation
import Glibc
import Media
import Music
import Testing

@Suite("Lyrics of files")
struct TrackLyricsTests {
  private let folder = MediaFolder()
  private static let lrc = "[00:01.50]Stamped"

  private func frame(_ name: String, _ text: String, version: Int = 4) -> [UInt8] {
    TagBytes.frame(name, [3] + Array("eng\0\(text)".utf8), version: version)
  }

  /// An entry of SYLT in UTF-8.
  private func entry(_ text: String, _ milliseconds: Int) -> [UInt8] {
    Array("\(text)\0".utf8) + TagBytes.big(milliseconds)
  }

  private func syltBody(_ entries: [[UInt8]], format: UInt8 = 2, kind: UInt8 = 1) -> [UInt8] {
    [3] + Array("eng".utf8) + [format, kind] + Array("words\0".utf8) + Array(entries.joined())
  }

  /// A file with a tag in front of what could be MPEG audio.
  private func tagged(_ frames: [[UInt8]], version: Int = 4, flags: UInt8 = 0) -> FilePath {
    folder.write(
      "song.mp3", TagBytes.id3(frames, version: version, flags: flags, padding: 30) + Self.sound)
  }

  private static let sound: [UInt8] = [0xFF, 0xFB] + [UInt8](repeating: 0, count: 200)

  private func lines(_ path: FilePath) -> [String]? {
    TrackLyrics.find(for: path)?.lyrics.lines.map(\.text)
  }

  // MARK: Order

  @Test("an LRC file goes before the tags, and the tags go before a text file")
  func order() throws {
    let song = tagged([frame("USLT", "Embedded")])
    let text = folder.write("song.txt", Array("Text".utf8))
    #expect(TrackLyrics.find(for: song)?.source == .embedded)
    #expect(lines(song) == ["Embedded"])
    let appended = folder.write("song.mp3.lRc", Array("[00:02]Appended".utf8))
    #expect(TrackLyrics.find(for: song)?.source == .lyricsFile(appended))
    let replaced = folder.write("song.LRC", Array(Self.lrc.utf8))
    let found = try #require(TrackLyrics.find(for: song))
    #expect(
      found.lyrics == Lyrics(lines: [.init(start: .milliseconds(1_500), text: "Stamped")]))
    #expect(found.source == .lyricsFile(replaced))
    // A file without words does not count.
    _ = folder.write("song.LRC", Array("[ti:Title]\n[00:01]\n".utf8))
    #expect(TrackLyrics.find(for: song)?.source == .lyricsFile(appended))
    _ = folder.write("song.mp3.lRc", [])
    #expect(TrackLyrics.find(for: song)?.source == .embedded)
    _ = tagged([frame("USLT", "\n")])
    #expect(TrackLyrics.find(for: song)?.source == .textFile(text))
    #expect(lines(song) == ["Text"])
    try FileManager.default.removeItem(atPath: text.text)
    #expect(TrackLyrics.find(for: song) == nil)
  }

  @Test("names without an extension, with several and with none but that, have their own files")
  func names() {
    _ = folder.write("a.b.lrc", Array("[00:01]of a.b".utf8))
    #expect(lines(folder.path.appending("a.b.flac")) == ["of a.b"])
    #expect(lines(folder.path.appending("a.b")) == ["of a.b"])
    #expect(lines(folder.path.appending("a.c")) == nil)
    _ = folder.write(".mp3.lrc", Array("[00:01]hidden".utf8))
    #expect(lines(folder.path.appending(".mp3")) == ["hidden"])
    #expect(lines(folder.path.appending("a.b.lrc")) == nil, "no file has itself beside it")
    #expect(TrackLyrics.find(for: FilePath("")) == nil)
  }

  @Test("pipes, folders, devices, links to them and files too large are passed over")
  func notFiles() throws {
    let song = tagged([frame("USLT", "Embedded")])
    let file = folder.path.appending("song.lrc").text
    #expect(mkfifo(file, 0o600) == 0)
    #expect(lines(song) == ["Embedded"])
    let pipe = folder.path.appending("song.mp3")
    #expect(rename(file, folder.path.appending("pipe").text) == 0)
    for target in [folder.path.appending("pipe").text, "/dev/zero", "/dev/tty", "/", file] {
      #expect(symlink(target, file) == 0)
      #expect(lines(song) == ["Embedded"], "\(target)")
      #expect(unlink(file) == 0)
    }
    _ = folder.write("song.lrc", Array(repeating: 0x41, count: Lyrics.maximumBytes + 1))
    #expect(lines(song) == ["Embedded"])
    #expect(unlink(pipe.text) == 0 && mkfifo(pipe.text, 0o600) == 0)
    #expect(lines(song) == nil)
    _ = folder.write("real", Array(Self.lrc.utf8))
    #expect(unlink(file) == 0 && symlink(folder.path.appending("real").text, file) == 0)
    #expect(lines(song) == ["Stamped"])
  }

  // MARK: ID3v2

  @Test("lyrics are read from every version of ID3", arguments: [2, 3, 4])
  func versions(_ version: Int) {
    let (synced, unsynced) = version == 2 ? ("SLT", "ULT") : ("SYLT", "USLT")
    let text = frame(unsynced, "One\nTwo", version: version)
    #expect(lines(tagged([text], version: version)) == ["One", "Two"])
    let body = syltBody([entry("Synced", 2_500)])
    let both = tagged(
      [text, TagBytes.frame(synced, body, version: version)], version: version)
    #expect(
      TrackLyrics.find(for: both)?.lyrics.lines
        == [.init(start: .milliseconds(2_500), text: "Synced")])
    let wide = TagBytes.frame(
      unsynced,
      [1] + Array("eng".utf8) + [0xFF, 0xFE, 0, 0]
        + TagBytes.text("ÿÿ曲", encoding: 1)
        .dropFirst(), version: version)
    if version < 4 {
      #expect(lines(tagged([wide, text], version: version, flags: 0x80)) == ["ÿÿ曲"])
    } else {
      let plain = Array(wide.dropFirst(10))
      let frame = TagBytes.frame(
        "USLT", TagBytes.big(plain.count) + TagBytes.unsynchronised(plain), flags: 3)
      #expect(lines(tagged([frame])) == ["ÿÿ曲"])
    }
  }

  @Test(
    "syllables become lines by their line ends",
    arguments: [
      ["Strang", "ers", " in", "\nEx", "chang", "ing"],
      ["Strang", "ers", " in\n", "Ex", "changing"],
      ["\nStrang", "ers", " in", "\r\nExchang", "ing\n"],
    ])
  func syllables(_ texts: [String]) throws {
    let entries = texts.enumerated().map { entry($1, 1_000 + $0 * 1_000) }
    let found = try #require(
      TrackLyrics.find(for: tagged([TagBytes.frame("SYLT", syltBody(entries))])))
    #expect(found.lyrics.lines.map(\.text) == ["Strangers in", "Exchanging"])
    #expect(found.lyrics.lines.map(\.start) == [.seconds(1), .seconds(4)])
    #expect(
      found.lyrics.lines[0].words == [
        .init(delay: .zero, text: "Strang"), .init(delay: .seconds(1), text: "ers"),
        .init(delay: .seconds(2), text: " in"),
      ])
  }

  @Test("entries without line ends are lines, and empty ones breaks")
  func wholeLines() {
    let entries = [entry("One", 10), entry("", 2_000), entry("Two", 3_600_123)]
    let found = TrackLyrics.find(for: tagged([TagBytes.frame("SYLT", syltBody(entries))]))
    #expect(
      found?.lyrics.lines == [
        .init(start: .milliseconds(10), text: "One"), .init(start: .seconds(2), text: ""),
        .init(start: .milliseconds(3_600_123), text: "Two"),
      ])
  }

  @Test("UTF-16 without its mark has the order of the description, or that of the text")
  func wide() {
    let units = "Größe".utf16.flatMap { TagBytes.big(Int($0), 2) }
    let marked: [UInt8] = [0xFE, 0xFF, 0, 0x61, 0, 0]
    for description in [marked, [0, 0]] {
      let entry = units + [0, 0] + TagBytes.big(500)
      let body = [1] + Array("eng".utf8) + [2, 1] + description + entry + entry
      #expect(lines(tagged([TagBytes.frame("SYLT", body)])) == ["Größe", "Größe"])
      let text = [1] + Array("eng".utf8) + description + units
      #expect(lines(tagged([TagBytes.frame("USLT", text)])) == ["Größe"])
    }
  }

  @Test("lyrics go before transcriptions, times before none, and the first language before others")
  func preference() {
    func sylt(_ text: String, format: UInt8 = 2, kind: UInt8 = 1) -> [UInt8] {
      TagBytes.frame("SYLT", syltBody([entry(text, 0)], format: format, kind: kind))
    }
    let unread = [sylt("frames", format: 1), sylt("chords", kind: 5), sylt("other", kind: 0)]
    let plain = [frame("USLT", ""), frame("USLT", "first"), frame("USLT", "second")]
    #expect(lines(tagged(unread)) == nil)
    #expect(lines(tagged(unread + plain)) == ["first"])
    #expect(lines(tagged(plain + [frame("USLT", Self.lrc)])) == ["Stamped"])
    let user = TagBytes.frame("TXXX", [3] + Array("Synced Lyrics\0[00:01]user".utf8))
    #expect(lines(tagged(plain + [frame("USLT", Self.lrc), user])) == ["user"])
    #expect(lines(tagged([user, sylt("text", kind: 2)])) == ["text"])
    #expect(lines(tagged([sylt("text", kind: 2), sylt("lyrics")])) == ["lyrics"])
    let other = TagBytes.frame("TXXX", [3] + Array("Comment\0[00:01]user".utf8))
    #expect(lines(tagged([other])) == nil)
  }

  @Test("more than a megabyte of lyrics is passed over, and so are too many of them")
  func limits() {
    let long = String(repeating: "x", count: Lyrics.maximumBytes)
    #expect(lines(tagged([frame("USLT", long), frame("USLT", "short")])) == ["short"])
    let many = (0..<20).map { _ in frame("USLT", "\n") } + [frame("USLT", "late")]
    #expect(lines(tagged(many)) == nil)
    let blank = frame("USLT", String(repeating: " ", count: 900_000))
    #expect(lines(tagged([blank, blank, frame("USLT", "short")])) == ["short"])
    let text = frame("USLT", "x" + String(repeating: " ", count: 900_000))
    #expect(lines(tagged([blank, blank, text])) == nil)
  }

  // MARK: Other tags

  @Test("APEv2 is read behind any audio", arguments: ["a.mp3", "a.wv", "a.mpc", "a.ape"])
  func ape(_ name: String) {
    let start: [String: String] = ["a.wv": "wvpk", "a.mpc": "MPCK", "a.ape": "MAC "]
    let tag = TagBytes.ape([
      ("Title", Array("x".utf8)), ("Lyrics", Array("One\nTwo\0more".utf8)),
      ("UNSYNCED LYRICS", Array(Self.lrc.utf8)),
    ])
    let old = TagBytes.id3v1(title: [], artist: [], track: 1, genre: 0)
    for end in [[], old] {
      let file = folder.write(name, Array((start[name] ?? "").utf8) + Self.sound + tag + end)
      #expect(lines(file) == ["Stamped"])
    }
    let plain = TagBytes.ape([("LYRICS", Array("One\nTwo\0more".utf8))])
    #expect(lines(folder.write(name, Self.sound + plain)) == ["One", "Two"])
  }

  @Test("the ID3 tags of WAV, AIFF and DSF are read")
  func chunks() {
    let id3 = TagBytes.id3([frame("USLT", "In a chunk")])
    let size = TagBytes.big(id3.count)
    let wave =
      Array("RIFF\0\0\0\0WAVEdata".utf8) + TagBytes.little(40)
      + [UInt8](repeating: 0, count: 40) + Array("id3 ".utf8) + size.reversed() + id3
    #expect(lines(folder.write("a.wav", wave)) == ["In a chunk"])
    let aiff =
      Array("FORM\0\0\0\0AIFFSSND".utf8) + TagBytes.big(40)
      + [UInt8](repeating: 0, count: 40) + Array("ID3 ".utf8) + size + id3
    #expect(lines(folder.write("a.aiff", aiff)) == ["In a chunk"])
    let dsf =
      Array("DSD ".utf8) + TagBytes.little(28, 8) + TagBytes.little(0, 8)
      + TagBytes.little(100, 8) + [UInt8](repeating: 0, count: 72)
    #expect(lines(folder.write("a.dsf", dsf + id3)) == ["In a chunk"])
    let far = dsf.prefix(20) + [UInt8](repeating: 0xFF, count: 80)
    #expect(lines(folder.write("a.dsf", far + id3)) == nil)
  }

  @Test(
    "what ffmpeg writes into a file is found",
    arguments: [
      ("a.flac", "flac"), ("a.ogg", "libvorbis"), ("flac.ogg", "flac"), ("a.opus", "libopus"),
      ("a.m4a", "aac"), ("a.wv", "wavpack"), ("a.mp3", "libmp3lame"),
    ])
  func formats(_ name: String, _ codec: String) throws {
    let rest = String(repeating: "la ", count: 10_000)
    let long = "Eins ü\n\n" + rest
    let rate = codec == "libopus" ? ["-ar", "48000"] : []
    let file = try folder.encode(
      name, ["-c:a", codec] + rate, tags: ["title": "x", "lyrics": long, "comment": rest])
    #expect(lines(file) == ["Eins ü", "", String(rest.prefix(2_000)).trimmed()])
    #expect(TrackLyrics.find(for: file)?.lyrics.isSynced == false)
  }

  @Test("Vorbis comments and free-form atoms with times go before those without")
  func syncedFields() throws {
    func comment(_ text: String) -> [UInt8] { TagBytes.little(text.utf8.count) + Array(text.utf8) }
    let comments =
      comment("vendor") + TagBytes.little(3) + comment("LYRICS=plain") + comment("other=[00:01]x")
      + comment("SyncedLyrics=" + Self.lrc)
    let flac =
      Array("fLaC".utf8) + [0] + TagBytes.big(34, 3) + [UInt8](repeating: 0, count: 34) + [0x84]
      + TagBytes.big(comments.count, 3) + comments + Self.sound
    #expect(lines(folder.write("a.flac", flac)) == ["Stamped"])

    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      TagBytes.big(content.count + 8) + name.unicodeScalars.map { UInt8($0.value) } + content
    }
    func data(_ kind: Int, _ text: [UInt8]) -> [UInt8] {
      box("data", TagBytes.big(kind) + TagBytes.big(0) + text)
    }
    func movie(_ items: [UInt8]) -> [UInt8] {
      let meta = box("meta", TagBytes.big(0) + box("ilst", items))
      return box("ftyp", Array("M4A 0000".utf8)) + box("moov", box("udta", meta))
    }
    let wide = box("©lyr", data(2, "Größe".utf16.flatMap { TagBytes.big(Int($0), 2) }))
    #expect(lines(folder.write("a.m4a", movie(wide))) == ["Größe"])
    let free = box(
      "----",
      box("mean", TagBytes.big(0) + Array("com.apple.iTunes".utf8))
        + box("name", TagBytes.big(0) + Array("SYNCEDLYRICS".utf8))
        + data(1, Array(Self.lrc.utf8)))
    #expect(lines(folder.write("a.m4a", movie(wide + free))) == ["Stamped"])
  }
}
