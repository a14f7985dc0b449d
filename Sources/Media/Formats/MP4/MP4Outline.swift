/// A check of an MP4 file before TagLib opens it: its nesting depth, and every tag item as stored.
struct MP4Outline {
  /// The items of all `ilst` boxes.
  private var items: [Item] = []

  private struct Item {
    /// "tmpo", or "----:com.apple.iTunes:BPM".
    var name: String
    /// The whole box.
    var bytes: [UInt8]
  }

  /// Deeper than any real file; TagLib recurses.
  private static let maximumDepth = 16
  private static let maximumBoxes = 500_000
  private static let maximumBytes = 64 << 20
  /// The boxes that TagLib descends into.
  private static let containers: Set<UInt32> = Set(
    ["moov", "udta", "mdia", "meta", "ilst", "stbl", "minf", "moof", "traf", "trak", "stsd"]
      .map(UInt32.init(letters:)))
  private static let (meta, list) = (UInt32(letters: "meta"), UInt32(letters: "ilst"))
  private static let (descriptions, free) = (UInt32(letters: "stsd"), UInt32(letters: "----"))

  init(_ file: HeaderFile) throws(TagWriteError) {
    var open = [
      (boxes: MP4Boxes(file, from: 0, to: file.size, most: .max), depth: 0, isList: false)
    ]
    var (count, bytes) = (0, Int64(0))
    while let (level, depth, isList) = open.popLast() {
      var boxes = level
      while let box = boxes.next() {
        count += 1
        guard count <= Self.maximumBoxes else { throw .unclear("it has too many boxes") }
        if isList {
          bytes += box.end - box.position
          guard bytes <= Self.maximumBytes else { throw .unclear("its tags are too large") }
          guard let copy = file.copy(at: box.position, Int(box.end - box.position)) else {
            throw .damaged(file, "its boxes cannot be followed")
          }
          items.append(Item(name: Self.name(of: box, file), bytes: copy))
        } else if Self.containers.contains(box.name) {
          guard depth < Self.maximumDepth else { throw .unclear("it is nested too deeply") }
          var offset: Int64 = 0
          if box.name == Self.meta { offset = MP4Boxes.metaOffset(file, box) }
          if box.name == Self.descriptions { offset = 8 }
          open.append(
            (MP4Boxes(file, in: box, from: offset, most: .max), depth + 1, box.name == Self.list))
        }
      }
      guard !boxes.isDamaged else { throw .damaged(file, "a box of it is cut off") }
    }
  }

  /// The items except those of some names, in TagLib's form, sorted.
  func items(without names: Set<String>) -> [[UInt8]] {
    items.filter { !names.contains($0.name) }.map(\.bytes)
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The longest part of a free-form name in bytes; longer names are never excluded.
  private static let maximumName: Int64 = 1_024

  private static func name(of item: MP4Boxes.Box, _ file: HeaderFile) -> String {
    var names = [text(file.copy(at: item.position + 4, 4))]
    guard item.name == free else { return names[0] }
    var boxes = MP4Boxes(file, in: item)
    while names.count < 3, let box = boxes.next(), (4...maximumName).contains(box.end - box.start) {
      names.append(text(file.copy(at: box.start + 4, Int(box.end - box.start - 4))))
    }
    return names.joined(separator: ":")
  }

  private static func text(_ bytes: [UInt8]?) -> String {
    String(decoding: bytes ?? [], as: UTF8.self)
  }
}
