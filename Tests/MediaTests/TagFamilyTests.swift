import Foundation
import Music
import Testing

@testable import Media

/// One encoding of the same tag.
struct ID3Form: Sendable, CustomTestStringConvertible {
  enum Text: Sendable, CaseIterable {
    case latin, marked, markedBig, unmarked, unmarkedBig, big, utf8
  }

  /// Frame names in a tag of version 3 or 4.
  enum Names: Sendable, CaseIterable { case own, shortWithZero, shortWithSpace }

  var version: Int
  var text: Text
  var names = Names.own
  var isUnsynchronised = false
  var padding = 0

  var testDescription: String {
    "2.\(version) \(text) \(names)\(isUnsynchronised ? " unsynchronised" : "") +\(padding)"
  }

  static let all: [ID3Form] = [2, 3, 4].flatMap { version in
    Text.allCases.flatMap { text in
      (version == 2 ? [Names.own] : Names.allCases).flatMap { names in
        [false, true].flatMap { isUnsynchronised in
          [0, 300].map { padding in
            ID3Form(
              version: version, text: text, names: names, isUnsynchronised: isUnsynchronised,
              padding: padding)
          }
        }
      }
    }
  }

  /// Latin-1, one of the encodings, has all these characters; its ÿ is 0xFF.
  static let title = "Grüße ÿþ Öl"
  static let (artist, album) = ("Artist", "Ålbum")

  func content(_ string: String) -> [UInt8] {
    let units = Array(string.utf16)
    let little = units.flatMap { TagBytes.little(Int($0), 2) }
    let big = units.flatMap { TagBytes.big(Int($0), 2) }
    return switch text {
    case .latin: [0] + string.unicodeScalars.map { UInt8($0.value) }
    case .marked: [1, 0xFF, 0xFE] + little
    case .markedBig: [1, 0xFE, 0xFF] + big
    case .unmarked: [1] + little
    case .unmarkedBig: [1] + big
    case .big: [2] + big
    case .utf8: [3] + Array(string.utf8)
    }
  }

  func frame(_ long: String, _ short: String, _ content: [UInt8]) -> [UInt8] {
    guard version > 2 else { return TagBytes.frame(short, content, version: 2) }
    let name =
      switch names {
      case .own: long
      case .shortWithZero: short + "\0"
      case .shortWithSpace: short + " "
      }
    guard version == 4, isUnsynchronised else {
      return TagBytes.frame(name, content, version: version)
    }
    return TagBytes.frame(
      name, TagBytes.big(content.count) + TagBytes.unsynchronised(content), flags: 3)
  }

  /// Frames in the order of the tag.
  var frames: [[UInt8]] {
    [
      // A picture with bytes that unsynchronisation changes.
      frame("APIC", "PIC", [0] + Array("PNG".utf8) + [0, 3, 0, 0xFF, 0xE0, 0xFF, 0, 0xFF, 0xFE]),
      frame("TIT2", "TT2", content(Self.title)), frame("TPE1", "TP1", content(Self.artist)),
      frame("TALB", "TAL", content(Self.album)), frame("TBPM", "TBP", content("128")),
    ]
  }

  var flags: UInt8 { isUnsynchronised ? 0x80 : 0 }

  var bytes: [UInt8] {
    TagBytes.id3(frames, version: version, flags: flags, padding: padding)
  }
}

@Suite("A family of ID3 tags")
struct TagFamilyTests {
  private let folder = MediaFolder()

  private static let sounds: [(String, [String])] = [
    ("sound.mp3", ["-c:a", "libmp3lame", "-id3v2_version", "0", "-map_metadata", "-1"]),
    // Read by FFmpeg.
    ("sound.aac", ["-c:a", "aac"]), ("sound.mp2", ["-c:a", "mp2"]),
  ]

  private func read(_ name: String, _ bytes: [UInt8]) throws -> MediaFacts {
    try TagReader.read(folder.write(name, bytes))
  }

  @Test("a tag says the same however it is written, in front of whatever sound")
  func forms() throws {
    let sounds = try Self.sounds.map { name, arguments in
      (name, try folder.bytes(try folder.encode(name, arguments, tags: [:])))
    }
    for form in ID3Form.all {
      for (name, sound) in sounds {
        let facts = try read("tagged-" + name, form.bytes + sound)
        #expect(
          facts.tags.title == ID3Form.title && facts.tags.artist == ID3Form.artist
            && facts.tags.album == ID3Form.album && facts.tags.bpm == 128 && facts.audio.hasArt,
          "\(form.testDescription) in front of \(name): \(facts.tags)")
      }
    }
  }

  @Test("what writes tags reads the same as the scan does")
  func twoReaders() throws {
    for form in ID3Form.all where form.version > 2 {
      let items = try ID3Document(form.bytes).items
      let texts = Dictionary(items.compactMap { item in item.text.map { (item.name, $0) } }) {
        first, _ in first
      }
      #expect(
        texts["TIT2"] == ID3Form.title && texts["TPE1"] == ID3Form.artist
          && texts["TALB"] == ID3Form.album && texts["TBPM"] == "128",
        "\(form.testDescription): \(items)")
    }
  }

  @Test("a tag that is cut off still says what is whole in it")
  func cutOff() throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    for form in ID3Form.all where form.padding == 0 && form.names == .own {
      var body = Array(form.frames.joined())
      if form.isUnsynchronised, form.version < 4 { body = TagBytes.unsynchronised(body) }
      for count in stride(from: 0, to: body.count, by: 11) {
        let head = Array("ID3".utf8) + [UInt8(form.version), 0, form.flags]
        // Truncated by the header's length, and by the end of the file.
        let short = head + TagBytes.syncsafe(count) + body.prefix(count)
        let tags = try read("cut.mp3", short + sound).tags
        #expect(tags.title == nil || tags.title == ID3Form.title)
        #expect(tags.album == nil || tags.album == ID3Form.album)
        if tags.album != nil { #expect(tags.title != nil) }
        let ended = head + TagBytes.syncsafe(body.count) + body.prefix(count)
        _ = try? read("end.mp3", ended)  // because an error is as good
        _ = try? ID3Document(short)  // because an error is as good
      }
    }
  }

  @Test("a tag that only says it was unsynchronised is read as it lies there", arguments: [2, 3])
  func lyingFlag(_ version: Int) throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    let form = ID3Form(version: version, text: .marked)
    var bytes = form.bytes
    bytes[5] = 0x80
    let tags = try read("lie.mp3", bytes + sound).tags
    #expect(tags.title == ID3Form.title && tags.album == ID3Form.album && tags.bpm == 128)
    if version == 3 {
      #expect(try ID3Document(bytes).items.contains { $0.text == ID3Form.title })
    }
  }

  /// Checks a title and an album in both readers: the scanner's, and that of showing and writing.
  private func expectBoth(_ title: String, _ album: String, _ tag: [UInt8]) throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    let tags = try read("both.mp3", tag + sound).tags
    #expect(tags.title == title && tags.album == album)
    let items = try ID3Document(tag).items
    #expect(items.first { $0.name == "TIT2" }?.text == title)
    #expect(items.first { $0.name == "TALB" }?.text == album)
  }

  @Test("that a tag was never unsynchronised is seen where its picture shows it")
  func lateLie() throws {
    let jpeg: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0] + (0..<300).flatMap { _ -> [UInt8] in [0xFF, 0, 1, 2] }
    let frames: [(String, [UInt8])] = [
      ("TIT2", TagBytes.text("Title", encoding: 0)), ("COMM", [UInt8](repeating: 65, count: 5000)),
      ("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + jpeg),
      ("TALB", TagBytes.text("Album", encoding: 0)),
    ]
    var tag = TagBytes.id3(frames.map { TagBytes.frame($0, $1, version: 3) }, version: 3)
    tag[5] = 0x80
    try expectBoth("Title", "Album", tag)
  }

  @Test("a group's mark in front of an unsynchronised frame is none of what was unsynchronised")
  func groupMark() throws {
    let text = TagBytes.text("ÿà Öl", encoding: 1)
    let frame = TagBytes.frame(
      "TIT2", [0xFF] + TagBytes.big(text.count) + TagBytes.unsynchronised(text), flags: 0x43)
    try expectBoth(
      "ÿà Öl", "Album", TagBytes.id3([frame, TagBytes.frame("TALB", TagBytes.text("Album"))]))
  }

  @Test("each size of version 4 may be a plain number, whatever the others are")
  func mixedSizes() throws {
    let (title, album) = (String(repeating: "t", count: 199), String(repeating: "a", count: 299))
    let body = TagBytes.text(title)
    let plain = Array("TIT2".utf8) + TagBytes.big(body.count) + [0, 0] + body
    try expectBoth(
      title, album, TagBytes.id3([plain, TagBytes.frame("TALB", TagBytes.text(album))]))
  }

  @Test("texts behind a large picture in an unsynchronised tag are found", arguments: [2, 3])
  func largePicture(_ version: Int) throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    let form = ID3Form(version: version, text: .marked, isUnsynchronised: true)
    let picture = form.frame(
      "APIC", "PIC",
      [0] + (0..<3_000_000).map { $0 % 5 == 0 ? 0xFF : UInt8(truncatingIfNeeded: $0 &* 7) })
    let tag = TagBytes.id3([picture] + form.frames, version: version, flags: 0x80)
    let facts = try read("large.mp3", tag + sound)
    #expect(facts.tags.title == ID3Form.title && facts.tags.album == ID3Form.album)
    #expect(facts.audio.hasArt)
  }

  @Test("a text without a byte order mark is in the order of the one before it")
  func order() throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { TagBytes.big(Int($0), 2) } }
    let names = [1, 0xFE, 0xFF] + wide("夜明け") + [0, 0] + wide("さくら")
    let key = [1, 0xFE, 0xFF] + wide("INITIALKEY") + [0, 0] + wide("Am")
    let tag = TagBytes.id3([TagBytes.frame("TPE1", names), TagBytes.frame("TXXX", key)])
    let tags = try read("order.mp3", tag + sound).tags
    #expect(tags.artists == ["夜明け", "さくら"] && tags.key == "Am")
    #expect(ID3Text.texts(names) == ["夜明け", "さくら"])
  }

  @Test("a tempo under its name of version 2 is changed, and no second one is added")
  func changed() throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    let form = ID3Form(version: 3, text: .marked, names: .shortWithZero, padding: 400)
    let file = folder.write("a.mp3", form.bytes + sound)
    let wanted = WantedTags(bpm: 99)
    let outcome = try TagWriter(cancellation: Cancellation()).write(wanted, to: file)
    #expect(outcome.changes == [TagChange(name: "TBPM", old: "128", new: "99")])
    #expect(try TagReader.read(file).tags.bpm == 99)
    #expect(try TagWriter.items(of: file).filter { $0.name.hasPrefix("TB") }.count == 1)
    #expect(try TagReader.read(file).tags.title == ID3Form.title)
  }

  /// An ID3v1 tag with an album.
  private func old(_ fields: (title: String, album: String)) -> [UInt8] {
    var tag = TagBytes.id3v1(
      title: Array(fields.title.utf8), artist: [], track: 4, genre: 17)
    tag.replaceSubrange(63..<63 + fields.album.utf8.count, with: Array(fields.album.utf8))
    return tag
  }

  @Test("ID3v1 fills in what the tag in front leaves open", arguments: [2, 3, 4])
  func both(_ version: Int) throws {
    for (name, arguments) in Self.sounds {
      let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
      let form = ID3Form(version: version, text: .latin)
      let tag = TagBytes.id3(
        [
          form.frame("TIT2", "TT2", form.content("whole")),
          form.frame(version == 4 ? "TDRC" : "TYER", "TYE", form.content("1971")),
        ], version: version)
      let tags = try read("both-" + name, tag + sound + old((title: "cut off", album: "Album")))
        .tags
      #expect(tags.title == "whole" && tags.album == "Album" && tags.genre == "Rock")
      #expect(tags.year == 1971 && tags.trackNumber == 4)
    }
  }

  /// Additions to a FLAC whose comment block is too short.
  enum Beside: CaseIterable { case nothing, tagInFront, longComment }

  @Test(
    "a FLAC whose block of comments says too short a length is read and played",
    arguments: [true, false], Beside.allCases)
  func shortBlock(_ isLast: Bool, _ beside: Beside) throws {
    var named = ["title": "Title", "album": "Album", "artist": "Artist"]
    // Longer than one read.
    if beside == .longComment { named["comment"] = String(repeating: "x", count: 100_000) }
    let file = try folder.encode("whole.flac", ["-fflags", "+bitexact"], tags: named)
    let whole = try folder.bytes(file)
    // STREAMINFO is 4 + 34 bytes behind the magic; ffmpeg writes the comments next.
    try #require(whole[42] & 0x7F == 4)
    let length = whole[43..<46].reduce(0) { $0 << 8 | Int($1) }
    let behind = 46 + length
    for stated in [length - 1, length / 2, 8, 0] {
      var bytes = whole
      bytes.replaceSubrange(43..<46, with: TagBytes.big(stated, 3))
      if isLast {
        // The frames begin right behind the comments.
        let padding = whole[behind + 1..<behind + 4].reduce(0) { $0 << 8 | Int($1) }
        if bytes[42] & 0x80 == 0 { bytes.removeSubrange(behind..<behind + 4 + padding) }
        bytes[42] |= 0x80
      }
      if beside == .tagInFront {
        bytes = TagBytes.id3([TagBytes.frame("TENC", TagBytes.text("X"))], padding: 70_000) + bytes
      }
      let short = folder.write("short.flac", bytes)
      #expect(try AudioHash.ofSamples(short) == AudioHash.ofSamples(file))
      let facts = try TagReader.read(short)
      #expect(facts.tags.title == "Title" && facts.tags.album == "Album")
      #expect(facts.tags.artist == "Artist" && facts.audio.sampleRate == 44_100)
      #expect(facts.audio.duration == .seconds(2))
      #expect(try decodeAll(Decoder(short), rate: 44_100).count == 2 * 88_200)
    }
  }

  @Test("asked to show a damaged tag, nothing is said of leaving it")
  func shown() throws {
    let (name, arguments) = Self.sounds[0]
    let sound = try folder.bytes(try folder.encode(name, arguments, tags: [:]))
    let damaged =
      Array("ID3".utf8) + [3, 0, 0] + TagBytes.syncsafe(20)
      + Array("tit2".utf8) + [UInt8](repeating: 65, count: 16)
    let file = folder.write("damaged.mp3", damaged + sound)
    let error = #expect(throws: TagWriteError.self) { try TagWriter.items(of: file) }
    #expect(error?.readingReason == "its ID3 tag is damaged")
    #expect(error?.reason == "left as it is: its ID3 tag is damaged")
    #expect(
      TagWriteError.unsupported("a WMA file").readingReason
        == "the tags of a WMA file cannot be shown")
  }
}
