import Demo
import Foundation
import Media
import Music
import Testing

/// Covers: their place in files and folders, their headers, and their decoding.
@Suite("Pictures")
struct PictureTests {
  /// Four quarters: red, green, blue and white.
  private static func quarters(_ width: Int, _ height: Int) -> [UInt8] {
    (0..<height).flatMap { row in
      (0..<width).flatMap { column -> [UInt8] in
        switch (column < width / 2, row < height / 2) {
        case (true, true): [255, 0, 0]
        case (false, true): [0, 255, 0]
        case (true, false): [0, 0, 255]
        case (false, false): [255, 255, 255]
        }
      }
    }
  }

  private static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    let pixels = quarters(width, height)
    let picture = try #require(Picture(width: width, height: height, pixels: pixels))
    return try #require(PNGEncoder.encode(picture))
  }

  /// The colours of the four quarters, a letter each.
  private static func letters(_ picture: Picture) -> String {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { across, down in
      let pixel = picture.pixel(picture.width * across / 4, picture.height * down / 4)
      switch (pixel.x > 128, pixel.y > 128, pixel.z > 128) {
      case (true, false, false): return "r"
      case (false, true, false): return "g"
      case (false, false, true): return "b"
      case (true, true, true): return "w"
      default: return "?"
      }
    }.joined()
  }

  private func converted(_ name: String, _ arguments: String...) async throws -> [UInt8] {
    let fixture = try DecoderFixture()
    try fixture.write("a.png", Self.png(64, 32))
    try await fixture.ffmpeg(["-i", "a.png"] + arguments + [name])
    return try fixture.bytes(of: name)
  }

  @Test("a picture of each format is decoded upright, in the size wanted and with its proportions")
  func formats() async throws {
    for name in ["b.png", "b.jpg", "b.webp"] {
      let bytes = try await converted(name)
      let header = try #require(PictureHeader(bytes), "\(name)")
      #expect((header.width, header.height, header.orientation) == (64, 32, 1))
      let picture = try PictureDecoder.decode(bytes, width: 20, height: 20)
      #expect((picture.width, picture.height) == (20, 10), "\(name)")
      #expect(Self.letters(picture) == "rgbw", "\(name)")
      let whole = try PictureDecoder.decode(bytes, width: 1_000, height: 1_000)
      #expect((whole.width, whole.height) == (64, 32), "never enlarged")
    }
    for name in ["b.png", "b.jpg", "b.webp"] {
      let bytes = try await converted(name, "-vf", "scale=301:151")
      let picture = try PictureDecoder.decode(bytes, width: 301, height: 301)
      #expect((picture.width, picture.height) == (301, 151), "\(name)")
      #expect(Self.letters(picture) == "rgbw", "\(name)")
    }
    for format in ["rgba64be", "pal8", "gray16be", "ya8", "monob", "rgb48be"] {
      let bytes = try await converted("c.png", "-pix_fmt", format)
      let picture = try PictureDecoder.decode(bytes, width: 16, height: 16)
      #expect((picture.width, picture.height) == (16, 8), "\(format)")
    }
    for format in ["yuvj444p", "yuvj422p", "gray"] {
      let bytes = try await converted("c.jpg", "-pix_fmt", format)
      _ = try PictureDecoder.decode(bytes, width: 16, height: 16)
    }
  }

  @Test("EXIF's orientation is followed", arguments: 1...8)
  func orientation(_ orientation: Int) async throws {
    let jpeg = try await converted("b.jpg")
    let tiff: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1]
      + [0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
    let turned = Array(jpeg[..<2]) + segment + Array(jpeg[2...])
    let picture = try PictureDecoder.decode(turned, width: 40, height: 40)
    #expect((picture.width, picture.height) == (orientation > 4 ? (20, 40) : (40, 20)))
    let wanted = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"]
    #expect(Self.letters(picture) == wanted[orientation - 1])
  }

  @Test("what is transparent is black")
  func transparent() async throws {
    let bytes = try await converted("c.png", "-vf", "format=rgba,colorchannelmixer=aa=0")
    let picture = try PictureDecoder.decode(bytes, width: 8, height: 8)
    #expect(picture.pixels.allSatisfy { $0 == 0 })
  }

  @Test("what claims more than the limits is refused before anything is decoded")
  func limits() async throws {
    var png = try Self.png(64, 32)
    png.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    #expect(throws: PictureDecoder.Fault.tooLarge) {
      try PictureDecoder.decode(png, width: 10, height: 10)
    }
    png.replaceSubrange(16..<24, with: [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1])
    #expect(throws: PictureDecoder.Fault.tooLarge) {
      try PictureDecoder.decode(png, width: 10, height: 10)
    }
    let long = try Self.png(64, 32) + [UInt8](repeating: 0, count: PictureHeader.maximumBytes)
    #expect(throws: PictureDecoder.Fault.tooLarge) {
      try PictureDecoder.decode(long, width: 10, height: 10)
    }
    #expect(throws: PictureDecoder.Fault.unknownFormat) {
      try PictureDecoder.decode(Array("GIF89a no picture".utf8), width: 10, height: 10)
    }
  }

  /// A JPEG of eight by eight equal pixels in four channels, as Adobe's programs write CMYK.
  private static func inks(_ values: [Int]) -> [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }
    // Each difference to the last value has a code of four bits, its bits, and the end of the block.
    let bits = values.map { value -> String in
      let level = 8 * (value - 128)
      let count = level == 0 ? 0 : String(abs(level), radix: 2).count
      let stored = level < 0 ? level + (1 << count) - 1 : level
      let digits = String(stored + (1 << count), radix: 2).dropFirst()
      return String(count + 16, radix: 2).dropFirst() + digits + "0"
    }.joined()
    let padded = Array(bits) + Array(repeating: "1", count: (8 - bits.count % 8) % 8)
    let scan = stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
      let byte = UInt8(String(padded[start..<start + 8]), radix: 2) ?? 0
      return byte == 0xFF ? [byte, 0] : [byte]
    }
    let components = UInt8(1)...4
    return [0xFF, 0xD8] + segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2])
      + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
      + segment(0xC0, [8, 0, 8, 0, 8, 4] + components.flatMap { [$0, 0x11, 0] })
      + segment(0xC4, [0, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0...11))
      + segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
      + segment(0xDA, [4] + components.flatMap { [$0, 0] } + [0, 63, 0]) + scan + [0xFF, 0xD9]
  }

  @Test("a picture in four inks keeps its darkness")
  func fourInks() throws {
    for ink in [40, 128, 230] {
      let picture = try PictureDecoder.decode(Self.inks([ink, 128, 128, 255]), width: 8, height: 8)
      #expect(
        picture.pixels.allSatisfy { abs(Int($0) - (255 - ink)) <= 3 }, "\(picture.pixels[0])")
    }
  }

  @Test("metadata that would cost hours or gigabytes is not decoded")
  func metadata() async throws {
    let jpeg = try await converted("b.jpg")
    // A directory of 5,400 entries, each of which leads to the same directory again.
    let entry: [UInt8] = [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8]
    let exif: [UInt8] =
      Array("Exif".utf8) + [0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0x15, 0x18]
      + (0..<5_400).flatMap { _ in entry }
    let length = exif.count + 2
    let looping =
      Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif
      + Array(jpeg[2...])
    #expect(Self.letters(try PictureDecoder.decode(looping, width: 40, height: 40)) == "rgbw")
    // Scans without end.
    let scan = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    let scans = Array(jpeg[..<scan]) + (0..<101).flatMap { _ in jpeg[scan..<jpeg.count - 2] }
    #expect(throws: PictureDecoder.Fault.damaged) {
      try PictureDecoder.decode(scans + [0xFF, 0xD9], width: 40, height: 40)
    }
    // A colour profile behind the header, whose bytes are no profile.
    let png = try Self.png(64, 32)
    let profile =
      Array(png[..<33]) + [0, 0, 0, 4] + Array("iCCP".utf8) + [1, 0, 0, 9, 0, 0, 0, 0]
      + Array(png[33...])
    #expect(Self.letters(try PictureDecoder.decode(profile, width: 40, height: 40)) == "rgbw")
    // Compressed samples without end behind one pixel.
    let dot = try Self.png(1, 1)
    let data = try #require(
      dot.indices.first { dot[$0...].starts(with: Array("IDAT".utf8)) })
    let more = [0, 2, 0, 0] + Array("IDAT".utf8) + [UInt8](repeating: 0, count: (2 << 16) + 4)
    #expect(throws: PictureDecoder.Fault.damaged) {
      try PictureDecoder.decode(
        Array(dot[..<(data - 4)]) + more + Array(dot[(data - 4)...]), width: 9, height: 9)
    }
    let webP = try await converted("b.webp")
    let tables = Array("VP8L".utf8) + [0, 0, 0x50, 0] + [UInt8](repeating: 0, count: 5 << 20)
    #expect(throws: PictureDecoder.Fault.damaged) {
      try PictureDecoder.decode(webP + tables, width: 9, height: 9)
    }
    // A frame with twelve bits, and a lossless one.
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    for (offset, value) in [(4, 12), (1, 0xC3)] as [(Int, UInt8)] {
      var other = jpeg
      other[frame + offset] = value
      #expect(throws: PictureDecoder.Fault.unknownFormat) {
        try PictureDecoder.decode(other, width: 9, height: 9)
      }
    }
    let strange =
      webP + Array("EXIF".utf8) + [8, 0, 0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    #expect(Self.letters(try PictureDecoder.decode(strange, width: 40, height: 40)) == "rgbw")
  }

  @Test("a progressive picture may have half as many pixels")
  func progressive() async throws {
    var jpeg = try await converted("b.jpg")
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(
      frame + 5..<frame + 9,
      with: [6_000 >> 8, 6_000 & 0xFF, 6_000 >> 8, 6_000 & 0xFF].map { UInt8($0) })
    #expect(try #require(PictureHeader(jpeg)).isWithinLimits)
    jpeg[frame + 1] = 0xC2
    #expect(!(try #require(PictureHeader(jpeg)).isWithinLimits))
  }

  @Test("a picture of one colour keeps it up to its edges", arguments: [1, 2, 3, 401])
  func edges(width: Int) throws {
    let pixels = (0..<width * 9).flatMap { _ in [200, 100, 0] as [UInt8] }
    let picture = try #require(Picture(width: width, height: 9, pixels: pixels))
    let png = try #require(PNGEncoder.encode(picture))
    for side in [9, 5, 3] {
      let picture = try PictureDecoder.decode(png, width: 500, height: side)
      #expect(zip(picture.pixels, pixels).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }
  }

  @Test("thousands of damaged pictures are decoded or refused")
  func damaged() async throws {
    var random = SeededGenerator(seed: 17)
    for name in ["b.png", "b.jpg", "b.webp"] {
      let intact = try await converted(name)
      for _ in 0..<1_700 {
        var bytes = intact
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[index] = .random(in: 0...255, using: &random)
          case 1: bytes[index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
          case 2: bytes.removeSubrange(index..<min(bytes.count, index + 9))
          default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 1...40, using: &random)))
          }
        }
        guard let picture = try? PictureDecoder.decode(bytes, width: 24, height: 24) else {
          continue
        }
        #expect(picture.width <= 24 && picture.height <= 24)
      }
    }
  }

  // MARK: In files and folders

  @Test(
    "every format that holds a cover gives it back",
    arguments: [AudioFileWriter.Format.flac, .mp3, .aac, .alac, .aiff, .vorbis, .opus])
  func embedded(_ format: AudioFileWriter.Format) async throws {
    let fixture = try DecoderFixture()
    let cover = try Self.png(64, 32)
    let path = fixture.path("a.\(format.fileExtension)")
    let writer = try AudioFileWriter(
      to: path, format: format, sampleRate: 44_100, cover: cover)
    try writer.write([Float](repeating: 0, count: 20_000))
    try writer.finish()
    #expect(try EmbeddedCover.read(path) == cover)
  }

  /// An ID3v2 tag of these frames.
  private static func tag(version: UInt8, flags: UInt8 = 0, _ frames: [[UInt8]]) -> [UInt8] {
    let body = frames.flatMap { $0 }
    let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
    return Array("ID3".utf8) + [version, 0, flags] + size + body
  }

  private static func frame(
    version: UInt8, flags: UInt8 = 0, type: UInt8, _ picture: [UInt8]
  ) -> [UInt8] {
    let kind: [UInt8] =
      version == 2 ? Array("PNG".utf8) : Array("image/png".utf8) + [0]
    var content: [UInt8] = [0] + kind + [type] + Array("text".utf8) + [0] + picture
    if flags & 2 != 0 { content = unsynchronised(content) }
    switch version {
    case 2:
      return Array("PIC".utf8) + [16, 8, 0].map { UInt8(content.count >> $0 & 0xFF) } + content
    case 3:
      return Array("APIC".utf8) + [24, 16, 8, 0].map { UInt8(content.count >> $0 & 0xFF) } + [0, 0]
        + content
    default:
      return Array("APIC".utf8) + [21, 14, 7, 0].map { UInt8(content.count >> $0 & 0x7F) }
        + [0, flags] + content
    }
  }

  private static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      result.append(byte)
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0xFF, next >= 0xE0 || next == 0 { result.append(0) }
    }
    return result
  }

  @Test("of several pictures the front cover counts, in every version of ID3")
  func front() throws {
    let fixture = try DecoderFixture()
    let (back, front) = (try Self.png(8, 8), try Self.png(64, 32) + [0xFF, 0xE1, 0xFF, 0])
    let sound = [UInt8](repeating: 0, count: 2_000)
    for version: UInt8 in 2...4 {
      let frames = [
        Self.frame(version: version, type: 4, back), Self.frame(version: version, type: 3, front),
      ]
      try fixture.write("a.mp3", Self.tag(version: version, frames) + sound)
      #expect(try EmbeddedCover.read(fixture.path("a.mp3")) == front, "version \(version)")
    }
    let plain = Self.frame(version: 3, type: 3, front)
    try fixture.write(
      "b.mp3", Self.tag(version: 3, flags: 0x80, [Self.unsynchronised(plain)]) + sound)
    #expect(try EmbeddedCover.read(fixture.path("b.mp3")) == front)
    let frame = Self.frame(version: 4, flags: 2, type: 3, front)
    try fixture.write("c.mp3", Self.tag(version: 4, [frame]) + sound)
    #expect(try EmbeddedCover.read(fixture.path("c.mp3")) == front)
    try fixture.write(
      "d.mp3", Self.tag(version: 3, [Self.frame(version: 3, type: 3, [1, 2])]) + sound)
    #expect(try EmbeddedCover.read(fixture.path("d.mp3")) == nil)
  }

  @Test("a picture of 200 MB in a tag is passed over, and the one behind it is found")
  func huge() throws {
    let fixture = try DecoderFixture()
    let front = try Self.png(8, 8)
    let size = 200 << 20
    func sizes(_ count: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(count >> $0 & 0x7F) } }
    let small = Self.frame(version: 4, type: 3, front)
    let head = Array("ID3".utf8) + [4, 0, 0] + sizes(size + 10 + small.count)
    let frame = Array("APIC".utf8) + sizes(size) + [0, 0, 0] + Array("image/png".utf8) + [0, 3, 0]
    try fixture.write("a.mp3", head + frame + front)
    // A hole in the file, which takes no room on the disk.
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path("a.mp3").text))
    try file.seek(toOffset: UInt64(head.count + 10 + size))
    try file.write(contentsOf: small)
    try file.close()
    #expect(try EmbeddedCover.read(fixture.path("a.mp3")) == front)
  }

  @Test("a folder's cover is found by its name, whatever its case")
  func folder() throws {
    let fixture = try DecoderFixture()
    let folder = fixture.path("a.png").parent ?? FilePath("/")
    #expect(FolderCover.find(in: folder).isEmpty)
    let png = try Self.png(8, 8)
    for name in ["other.png", "artwork.webp", "Folder.JPG", "FRONT.jpeg", "cover.txt", "cover"] {
      try fixture.write(name, png)
    }
    #expect(FolderCover.find(in: folder).first?.text.hasSuffix("/Folder.JPG") == true)
    #expect(FolderCover.find(in: folder).count == 3)
    try fixture.write("COVER.png", png)
    let found = try #require(FolderCover.find(in: folder).first)
    #expect(found.text.hasSuffix("/COVER.png"))
    #expect(try FolderCover.read(found) == png)
    try fixture.write("COVER.png", Array("no picture".utf8))
    #expect(try FolderCover.read(found) == nil)
  }
}
