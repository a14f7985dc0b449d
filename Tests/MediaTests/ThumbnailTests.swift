import Foundation
import Media
import Music
import Testing

@Suite("Small copies of covers")
struct ThumbnailTests {
  /// A picture of noise, which no format compresses much.
  private static func noise(_ seed: UInt32, side: Int = 400) throws -> [UInt8] {
    var state = seed &* 2_654_435_761 | 1
    var pixels: [UInt8] = []
    for row in 0..<side {
      for column in 0..<side {
        state = state &* 1_664_525 &+ 1_013_904_223
        pixels += [UInt8(row * 255 / side), UInt8(column * 255 / side), UInt8(state >> 24)]
      }
    }
    let picture = try #require(Picture(width: side, height: side, pixels: pixels))
    return try #require(PNGEncoder.encode(picture, isQuick: true))
  }

  private static func files(_ folder: WriterFolder) throws -> [String] {
    // The folder is there once something was kept.
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path("cache/art").text)) ?? []
  }

  @Test("a large picture is kept small and looks the same; a small one is not kept")
  func keeps() throws {
    let folder = WriterFolder()
    let cache = ThumbnailCache(folder: folder.path("cache/art"))
    let large = try Self.noise(1)
    let copy = cache.small(large)
    #expect(copy.count < large.count && copy != large)
    #expect(try Self.files(folder).count == 1)
    #expect(cache.small(large) == copy)
    let whole = try PictureDecoder.decode(large, width: 32, height: 32)
    let again = try PictureDecoder.decode(copy, width: 32, height: 32)
    #expect(whole.width == again.width && whole.height == again.height)
    let errors = zip(whole.pixels, again.pixels).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) / errors.count < 6)
    let small = try Self.noise(2, side: 40)
    #expect(cache.small(small) == small)
    #expect(try Self.files(folder).count == 1)
    // For the user alone.
    let path = folder.path("cache/art")
    for name in try Self.files(folder) + ["."] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path.appending(name).text)
      let rights = try #require(attributes[.posixPermissions] as? Int)
      #expect(rights & 0o077 == 0)
    }
  }

  @Test("whatever lies in the folder, the picture is shown, and a damaged copy is made again")
  func damaged() throws {
    let folder = WriterFolder()
    let cache = ThumbnailCache(folder: folder.path("cache/art"))
    let large = try Self.noise(3)
    let copy = cache.small(large)
    let file = folder.path("cache/art").appending(try #require(try Self.files(folder).first))
    let other = folder.path("other")
    try Data("other".utf8).write(to: URL(fileURLWithPath: other.text))
    for damage in [
      Data(copy.prefix(copy.count / 2)), Data(), Data("no picture".utf8), Data(large),
      Data(count: 3 << 20),
    ] {
      try damage.write(to: URL(fileURLWithPath: file.text))
      #expect(cache.small(large) == copy)
    }
    // A link leads nowhere, and what it names stays.
    try FileManager.default.removeItem(atPath: file.text)
    try FileManager.default.createSymbolicLink(
      atPath: file.text, withDestinationPath: other.text)
    #expect(cache.small(large) == copy)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.text)) == Data("other".utf8))
    try FileManager.default.removeItem(atPath: folder.path("cache/art").text)
    #expect(cache.small(large) == copy)
    let nowhere = ThumbnailCache(folder: FilePath("/proc/none/art"))
    #expect(nowhere.small(large) == copy)
    #expect(cache.small(Array("no picture".utf8) + large) == Array("no picture".utf8) + large)
  }

  @Test("the oldest go beyond the limit")
  func limit() throws {
    let folder = WriterFolder()
    let pictures = try (10..<22).map { try Self.noise($0) }
    let one = ThumbnailCache(folder: folder.path("cache/art")).small(pictures[0]).count
    let cache = ThumbnailCache(folder: folder.path("cache/art"), limit: one * 4)
    let first = try #require(try Self.files(folder).first)
    let path = folder.path("cache/art").appending(first).text
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: path)
    for picture in pictures.dropFirst() { _ = cache.small(picture) }
    let left = try Self.files(folder)
    #expect(left.count < 8 && !left.isEmpty && !left.contains(first))
    // What is used becomes young again.
    let second = try #require(left.first)
    #expect(!second.hasPrefix(".new-"))
  }
}
