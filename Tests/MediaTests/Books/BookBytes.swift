/// Boxes of MP4, and chapters of ID3, built by hand.
enum BookBytes {
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    TagBytes.big(content.count + 8) + name.unicodeScalars.map { UInt8($0.value) } + content
  }

  /// A text item of `ilst`; a name with ":" is a free-form atom.
  static func item(_ name: String, _ value: [UInt8], kind: Int = 1) -> [UInt8] {
    let data = box("data", TagBytes.big(kind) + TagBytes.big(0) + value)
    guard name.hasPrefix(":") else { return box(name, data) }
    let mean = box("mean", TagBytes.big(0) + Array("com.apple.iTunes".utf8))
    let label = box("name", TagBytes.big(0) + Array(name.dropFirst().utf8))
    return box("----", mean + label + data)
  }

  static func item(_ name: String, _ text: String) -> [UInt8] { item(name, Array(text.utf8)) }

  /// Nero's list; times in 100 ns.
  static func list(_ chapters: [(Int, String)]) -> [UInt8] {
    let entries = chapters.flatMap { time, title in
      TagBytes.big(time, 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    return box("chpl", [1, 0, 0, 0, 0] + TagBytes.big(chapters.count) + entries)
  }

  /// A file with a track of texts that another track refers to.
  ///
  /// - Parameters:
  ///   - texts: each with a duration in thousandths.
  ///   - counts: the number of runs, and of samples in the first one, where they are false.
  static func file(
    texts: [(Int, [UInt8])] = [], items: [[UInt8]] = [], list: [UInt8] = [], edits: [UInt8] = [],
    counts: (runs: Int, samples: Int)? = nil, isLong: Bool = false
  ) -> [UInt8] {
    let start = box("ftyp", Array("M4B isom".utf8))
    let samples = texts.map { TagBytes.big($0.1.count, 2) + $0.1 }
    let media = box("mdat", Array(samples.joined()))
    let offset = start.count + 8
    let runs = texts.flatMap { TagBytes.big(1) + TagBytes.big($0.0) }
    let count = counts?.runs ?? texts.count
    let times = counts.map { TagBytes.big($0.samples) + TagBytes.big(1) } ?? runs
    let chunks =
      isLong
      ? box("co64", TagBytes.big(0) + TagBytes.big(1) + TagBytes.big(offset, 8))
      : box("stco", TagBytes.big(0) + TagBytes.big(1) + TagBytes.big(offset))
    let table = box(
      "stbl",
      box("stts", TagBytes.big(0) + TagBytes.big(count) + times)
        + box(
          "stsz",
          TagBytes.big(0) + TagBytes.big(0) + TagBytes.big(counts?.samples ?? texts.count)
            + samples.flatMap { TagBytes.big($0.count) })
        + box(
          "stsc",
          TagBytes.big(0) + TagBytes.big(1) + TagBytes.big(1)
            + TagBytes.big(counts?.samples ?? texts.count) + TagBytes.big(1)) + chunks)
    let header = TagBytes.big(0, 12) + TagBytes.big(1_000) + TagBytes.big(0, 12)
    let track = box(
      "trak",
      box("tkhd", TagBytes.big(0, 12) + TagBytes.big(7) + TagBytes.big(0, 40)) + edits
        + box(
          "mdia",
          box("mdhd", header) + box("hdlr", TagBytes.big(0, 8) + Array("text".utf8))
            + box("minf", table)))
    let sound = box(
      "trak",
      box("tkhd", TagBytes.big(0, 12) + TagBytes.big(1) + TagBytes.big(0, 40))
        + box("tref", box("chap", TagBytes.big(9) + TagBytes.big(7))))
    let tags = box("udta", list + box("meta", TagBytes.big(0) + box("ilst", Array(items.joined()))))
    return start + media + box("moov", box("mvhd", header) + sound + track + tags)
  }

  static func chapter(
    _ id: String, _ start: Int, _ end: Int, title: String? = nil, version: Int = 4,
    before: [UInt8] = []
  ) -> [UInt8] {
    let times = TagBytes.big(start) + TagBytes.big(end) + TagBytes.big(0xFFFF_FFFF, 4)
    let text = title.map { TagBytes.frame("TIT2", TagBytes.text($0), version: version) } ?? []
    return TagBytes.frame(
      "CHAP", Array("\(id)\0".utf8) + times + TagBytes.big(0xFFFF_FFFF, 4) + before + text,
      version: version)
  }

  static func contents(_ id: String, _ children: [String], isTop: Bool) -> [UInt8] {
    TagBytes.frame(
      "CTOC",
      Array("\(id)\0".utf8) + [isTop ? 3 : 1, UInt8(children.count)]
        + children.flatMap { Array("\($0)\0".utf8) })
  }
}
