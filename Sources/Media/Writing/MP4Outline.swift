/// What is looked at in an MP4 file before TagLib is let near it: how deep it is nested, and every
/// item of its tags as it lies there.
struct MP4Outline {
  /// The items of all `ilst` boxes, whole.
  private(set) var items: [[UInt8]] = []

  /// Deeper than any real file; TagLib goes down by recursion.
  private static let deepest = 16
  private static let mostBoxes = 500_000
  private static let mostBytes = 64 << 20
  /// The boxes that TagLib looks into.
  private static let containers: Set<String> = [
    "moov", "udta", "mdia", "meta", "ilst", "stbl", "minf", "moof", "traf", "trak", "stsd",
  ]

  /// - Parameter read: bytes at a place, fewer at the end of the file.
  init(size: Int64, read: (Int64, Int) throws(TagWriteError) -> [UInt8]) throws(TagWriteError) {
    var open: [(range: Range<Int64>, depth: Int, isList: Bool)] = [(0..<size, 0, false)]
    var boxes = 0
    var bytes = 0
    while let (range, depth, isList) = open.popLast() {
      var place = range.lowerBound
      while range.upperBound - place >= 8 {
        boxes += 1
        guard boxes <= Self.mostBoxes else { throw .unclear("it has too many boxes") }
        let header = try read(place, 16)
        guard header.count >= 8 else { throw .unclear("its boxes cannot be followed") }
        var length = Int64(ID3Document.plain(header[0..<4]))
        var lead: Int64 = 8
        if length == 1, header.count == 16 {
          guard header[8] < 0x40 else { throw .unclear("a box of it is too long") }
          (length, lead) = (Int64(ID3Document.plain(header[8..<16])), 16)
        } else if length == 0 {
          length = range.upperBound - place
        }
        guard length >= lead, length <= range.upperBound - place else {
          throw .unclear("a box of it is cut off")
        }
        let name = String(decoding: header[4..<8], as: UTF8.self)
        if isList {
          bytes += Int(min(length, Int64(Self.mostBytes) + 1))
          guard bytes <= Self.mostBytes else { throw .unclear("its tags are too large") }
          items.append(try read(place, Int(length)))
        } else if Self.containers.contains(name) {
          guard depth < Self.deepest else { throw .unclear("it is nested too deeply") }
          var start = place + lead
          if name == "meta" {
            // QuickTime's has no version in front of what it holds.
            let isBare = try read(start + 4, 4).elementsEqual("hdlr".utf8)
            start += isBare ? 0 : 4
          } else if name == "stsd" {
            start += 8
          }
          if start < place + length {
            open.append((start..<place + length, depth + 1, name == "ilst"))
          }
        }
        place += length
      }
    }
  }

  /// The items apart from those of some names, as TagLib gives them, in an order of their own.
  func items(without names: Set<String>) -> [[UInt8]] {
    items.filter { !names.contains(Self.name(of: $0)) }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// "tmpo", or "----:com.apple.iTunes:BPM".
  private static func name(of item: [UInt8]) -> String {
    let type = String(decoding: item[4..<8], as: UTF8.self)
    guard type == "----" else { return type }
    var names: [String] = []
    var place = 8
    while place + 12 <= item.count, names.count < 2 {
      let length = ID3Document.plain(item[place..<place + 4])
      guard length >= 12, place + length <= item.count else { break }
      names.append(String(decoding: item[(place + 12)..<(place + length)], as: UTF8.self))
      place += length
    }
    return ([type] + names).joined(separator: ":")
  }
}
