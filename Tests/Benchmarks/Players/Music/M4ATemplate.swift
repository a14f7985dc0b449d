import BenchHarness

/// MPEG-4 with iTunes tags: the index follows the media data, so that it may grow.
struct M4ATemplate: TagTemplate {
  private let sound: ArraySlice<UInt8>
  /// Contents of the index without tags.
  private let index: [UInt8]

  init(_ bytes: [UInt8]) throws {
    let boxes = try Self.boxes(in: bytes[...])
    guard let movie = boxes.last, movie.name == "moov" else {
      throw BenchFault.command("the index of the file lies before its sound")
    }
    sound = bytes[..<movie.range.lowerBound]
    let inside = try Self.boxes(in: bytes[(movie.range.lowerBound + 8)..<movie.range.upperBound])
    index = inside.filter { $0.name != "udta" }.flatMap { Array(bytes[$0.range]) }
  }

  private static func boxes(
    in bytes: ArraySlice<UInt8>
  ) throws -> [(name: String, range: Range<Int>)] {
    var boxes: [(name: String, range: Range<Int>)] = []
    var start = bytes.startIndex
    while start + 8 <= bytes.endIndex {
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, start + size <= bytes.endIndex else {
        throw BenchFault.command("that is no M4A file")
      }
      let name = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      boxes.append((name, start..<start + size))
      start += size
    }
    return boxes
  }

  private static func box(_ name: [UInt8], _ body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(big: body.count + 8, bytes: 4)
    return bytes + name + body
  }

  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    box(Array(name.utf8), body)
  }

  /// - Parameter kind: 1 is text, 0 bytes, 21 a number.
  private static func tag(_ name: [UInt8], kind: UInt8, _ value: [UInt8]) -> [UInt8] {
    box(name, box("data", [0, 0, 0, kind, 0, 0, 0, 0] + value))
  }

  func file(tagged track: SyntheticTrack) -> [UInt8] {
    let texts: [(String, String?)] = [
      ("nam", track.title), ("ART", track.artist), ("alb", track.album), ("gen", track.genre),
      ("day", "\(track.year)"),
    ]
    var tags: [UInt8] = []
    for case (let name, let value?) in texts {
      tags += Self.tag([0xA9] + Array(name.utf8), kind: 1, Array(value.utf8))
    }
    if let credit = track.albumArtist {
      tags += Self.tag(Array("aART".utf8), kind: 1, Array(credit.utf8))
    }
    let numbers = [0, 0, 0, UInt8(track.number), 0, UInt8(track.total), 0, 0]
    tags += Self.tag(Array("trkn".utf8), kind: 0, numbers)
    tags += Self.tag(Array("disk".utf8), kind: 0, [0, 0, 0, 1, 0, 0])
    tags += Self.tag(Array("tmpo".utf8), kind: 21, [0, UInt8(track.bpm)])
    let handler = Self.box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("mdirappl".utf8) + [0, 0, 0, 0, 0, 0, 0, 0, 0])
    let meta = Self.box("meta", [0, 0, 0, 0] + handler + Self.box("ilst", tags))
    return sound + Self.box("moov", index + Self.box("udta", meta))
  }
}
