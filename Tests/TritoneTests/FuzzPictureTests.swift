import Curses
import Foundation
import Media
import Music
import Screen
import Testing

@testable import Interface
@testable import tritone

/// Hostile pictures on their whole way: a file, its cover, a frame, the bytes for the terminal.
///
/// The 80 rounds of every run make 5,120 mutants. TRITONE_FUZZ_ROUNDS asks for more, TRITONE_SEED
/// for others.
@Suite("Fuzz: pictures on their way to the terminal", .serialized)
struct FuzzPictureTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Sequences that a terminal would obey.
  private static let payload = Array(
    "\u{1B}]0;PWNED\u{7}\u{1B}[6n\u{1B}[2J\u{1B}_Ga=d\u{1B}\\\u{1B}P0q#0~\u{1B}\\\u{9B}5n\u{0}\r\n"
      .utf8)

  /// 24 by 16 pixels in four inks.
  private static let inks =
    Data(
      base64Encoded:
        "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2"
        + "RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/9sAQwEODg4TERMmFRUmTzUtNU9PT09PT09PT09PT09PT09PT09P"
        + "T09PT09PT09PT09PT09PT09PT09PT09PT09PT09P/8AAFAgAEAAYBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAA"
        + "AAAAAAAAAAAAAAAFBv/EABwQAAEEAwEAAAAAAAAAAAAAAAABFWKhAhNRUv/EABUBAQEAAAAAAAAAAAAAAAAA"
        + "AAAG/8QAFxEAAwEAAAAAAAAAAAAAAAAAAAMVFv/aAA4EAQACEQMRBAAAPwCzvTo3p0pN2HlA3YeUJ7RNJaC4"
        + "1T/Ow/zsMEKDBCibvToKTdh5QDRNEFwf52AwQoH/2Q=="
    ).map { Array($0) } ?? []

  // MARK: Whole pictures

  private struct Kind {
    let name: String
    let bytes: [UInt8]
    /// Whether it is shown; some may be only refused.
    var isShown = true
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(value >> (8 * $0) & 0xFF) }
  }

  /// A picture as the ffmpeg program writes it.
  private static func picture(_ name: String, _ arguments: [String] = []) throws -> [UInt8] {
    let folder = try Folder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=48x32"]
      + (arguments.isEmpty ? ["-frames:v", "1"] : arguments) + [folder.path(name).text]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(name).text)))
  }

  private static let kinds = Result { try makeKinds() }

  private static func makeKinds() throws -> [Kind] {
    let (png, jpeg) = (try picture("a.png"), try picture("a.jpg"))
    let webP = try picture("a.webp", ["-frames:v", "1", "-c:v", "libwebp"])
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker] + big(content.count + 2, 2) + content
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      big(content.count, 4) + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    let tiff: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let exif = segment(0xE1, Array("Exif\0\0".utf8) + tiff)
    var (wide, wideJPEG, wideWebP) = (png, jpeg, webP)
    wide.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    if let frame = jpeg.indices.dropLast().first(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }
    ) {
      wideJPEG.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    // A lossy one has its size behind the start code.
    if webP.count > 30 { wideWebP.replaceSubrange(26..<30, with: [0xFF, 0x3F, 0xFF, 0x3F]) }
    return [
      Kind(name: "PNG", bytes: png),
      Kind(
        name: "PNG of 16 bits",
        bytes: try picture("b.png", ["-frames:v", "1", "-pix_fmt", "rgba64be"])),
      Kind(
        name: "PNG with a palette",
        bytes: try picture("c.png", ["-frames:v", "1", "-pix_fmt", "pal8"])),
      Kind(
        name: "APNG", bytes: try picture("d.apng", ["-frames:v", "3", "-plays", "0", "-f", "apng"])),
      Kind(
        name: "PNG with a text",
        bytes: Array(png[..<33]) + chunk("tEXt", Array("Title\0".utf8) + payload)
          + Array(png[33...]) + payload),
      Kind(name: "JPEG", bytes: jpeg),
      Kind(name: "JPEG in four inks", bytes: inks),
      Kind(name: "turned JPEG", bytes: Array(jpeg[..<2]) + exif + Array(jpeg[2...])),
      Kind(
        name: "JPEG with a comment and a program behind it",
        bytes: Array(jpeg[..<2]) + segment(0xFE, payload) + Array(jpeg[2...])
          + Array("PK\u{3}\u{4}<script>".utf8) + payload),
      Kind(name: "WebP", bytes: webP),
      Kind(
        name: "lossless WebP",
        bytes: try picture("e.webp", ["-frames:v", "1", "-c:v", "libwebp", "-lossless", "1"])),
      Kind(
        name: "PDF in front of a JPEG", bytes: Array("%PDF-1.4\n".utf8) + payload + jpeg,
        isShown: false),
      Kind(name: "PNG of 65,535 pixels", bytes: wide, isShown: false),
      Kind(name: "JPEG of 65,535 pixels", bytes: wideJPEG, isShown: false),
      Kind(name: "WebP of 16,383 pixels", bytes: wideWebP, isShown: false),
      Kind(name: "sequences alone", bytes: payload, isShown: false),
    ]
  }

  private static func mutated(
    _ whole: [UInt8], with other: [UInt8], using random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      // Mostly in the headers.
      let reach = Bool.random(using: &random) ? min(160, bytes.count) : bytes.count
      guard reach > 8 else { break }
      let offset = Int.random(in: 0..<reach, using: &random)
      let length = min(Int.random(in: 1...40, using: &random), bytes.count - offset)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes[offset] = .random(in: 0...255, using: &random)
      case 1: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[offset] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 3: bytes.removeSubrange(offset..<offset + length)
      case 4: bytes.removeLast(bytes.count - offset)
      case 5: bytes.insert(contentsOf: payload, at: offset)
      case 6: bytes.insert(contentsOf: other.prefix(400), at: offset)
      default:
        for index in offset..<offset + length {
          bytes[index] = .random(in: 0...255, using: &random)
        }
      }
    }
    return bytes
  }

  // MARK: The way to the terminal

  /// A tag with a front cover.
  private static func tagged(_ picture: [UInt8]) -> [UInt8] {
    func size(_ count: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) } }
    let content = Array("\0image/png\0\u{3}\0".utf8) + picture
    let frame = Array("APIC".utf8) + size(content.count) + [0, 0] + content
    return Array("ID3\u{4}\0\0".utf8) + size(frame.count) + frame
      + [UInt8](repeating: 0, count: 900)
  }

  private static func isArt(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Blanks, blocks, sextants, and placeholders with their marks.
    case 0x20, 0xA0, 0x2007, 0x2580...0x259F, 0x1FB00...0x1FB3B, 0x10EEEE: true
    default: scalar.properties.generalCategory == .nonspacingMark
    }
  }

  /// The names of a PNG's chunks; nil for other bytes.
  private static func chunks(_ png: [UInt8]) -> [String]? {
    guard png.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var (names, offset) = ([String](), 8)
    while offset < png.count {
      guard offset + 12 <= png.count else { return nil }
      let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: png[offset + 4..<offset + 8], as: UTF8.self))
      offset += 12 + length
    }
    return offset == png.count ? names : nil
  }

  @Test("what a file could smuggle into the output is found there")
  func grammar() throws {
    let wanted = "\u{1B}[2;3H\u{1B}[38:2::1:2:3m▀ \u{1B}(B\u{1B}[?25l"
    #expect(try TerminalOutput(Array(wanted.utf8), isText: Self.isArt).cells == 2)
    for part in [
      "\u{1B}]0;PWNED\u{7}", "\u{1B}[6n", "\u{1B}[c", "\u{1B}_Ga=T;AAAA\u{1B}\\",
      "\u{1B}P$q\u{1B}\\",
      "\u{1B}P0;1;0q\u{7}", "\u{1B}]1337;File=inline=1:AAAA\u{7}", "\u{9B}5n", "a", "\u{0}",
      "\u{1B}c",
      "\u{1B}_Ga=t,f=100,i=1,q=2,m=1;AAAA\u{1B}\\", "\u{1B}[?1000h\u{1B}[?6c",
    ] {
      #expect(throws: TerminalOutput.Fault.self, "\(part.debugDescription)") {
        try TerminalOutput(Array((wanted + part).utf8), isText: Self.isArt)
      }
    }
    #expect(throws: TerminalOutput.Fault.self) {
      try TerminalOutput(Self.payload, isText: Self.isArt)
    }
  }

  private static let ways: [ImageWay] = [.blocks] + ImageProtocol.allCases.map { .image($0) }

  @Test(
    "no picture brings the program down, and nothing of its file reaches the terminal",
    arguments: ways)
  func terminal(way: ImageWay) throws {
    let kinds = try Self.kinds.get()
    var random = SeededGenerator(seed: UInt64(Self.setting("TRITONE_SEED") ?? 20_26))
    let folder = try Folder()
    let images = CoverImages(folder: folder.path("cache"))
    let reader = try TerminalReader(rows: 12, columns: 40)
    defer { reader.end() }
    let terminal = try Terminal(
      input: reader.slave, output: reader.slave, environment: ["TERM": "xterm-direct"])
    defer { terminal.close() }
    _ = reader.take()
    var (shown, sent) = (0, 0)

    func show(_ kind: Kind, _ bytes: [UInt8], round: Int) throws -> Bool {
      // Beside the music, or in its tags.
      let song = folder.path("\(round).mp3")
      let isEmbedded = round % 2 == 1
      try folder.write(Data(isEmbedded ? Self.tagged(bytes) : []), "\(round).mp3")
      if !isEmbedded { try folder.write(Data(bytes), "cover.png") }
      defer {
        for file in [song, folder.path("cover.png")] { unlink(file.text) }
      }
      let box = [Size(rows: 2, columns: 4), Size(rows: 4, columns: 8)][round / 2 % 2]
      let request = CoverRequest(
        subject: .track(TrackID(1)), box: box, way: way, cell: PixelSize(width: 8, height: 16),
        isDisc: round % 3 == 2)
      let cover = images.cover(of: [song], request)
      var frame = Frame(size: terminal.size)
      frame.draw(in: Rect(row: 1, column: 1, rows: box.rows, columns: box.columns)) { canvas in
        if let image = cover?.image { return canvas.put(image) }
        guard let picture = cover?.picture else { return }
        canvas.put(
          BlockArt(
            picture, size: box, ground: .base,
            disc: request.isDisc ? Color(red: 0, green: 0, blue: 0) : nil,
            hasSextants: round % 4 < 2))
      }
      terminal.show(frame, theme: .fallback)
      while terminal.hasOutput { terminal.sendOutput() }
      let output = try TerminalOutput(reader.take(), isText: Self.isArt)
      for image in output.images {
        let names = try #require(Self.chunks(image), "\(kind.name) in round \(round)")
        #expect(
          Set(names).isSubset(of: ["IHDR", "pHYs", "IDAT", "IEND"]), "\(kind.name): \(names)")
      }
      sent += output.images.count + output.sixels
      if cover != nil { shown += 1 }
      return cover != nil
    }

    for (index, kind) in kinds.enumerated() {
      for round in 0..<2 {
        let isShown = try show(kind, kind.bytes, round: round)
        #expect(isShown == kind.isShown, "\(kind.name), whole, in round \(round)")
      }
      for round in 2..<2 + (Self.setting("TRITONE_FUZZ_ROUNDS") ?? 80) {
        let other = kinds[(index + round) % kinds.count].bytes
        let bytes = Self.mutated(kind.bytes, with: other, using: &random)
        do {
          _ = try show(kind, bytes, round: round)
        } catch {
          Issue.record("\(kind.name) in round \(round): \(error)")
        }
      }
    }
    // Many mutants are pictures, or the test would prove nothing.
    #expect(shown > 2 * kinds.count)
    #expect(way == .blocks || sent >= kinds.count)
  }
}
