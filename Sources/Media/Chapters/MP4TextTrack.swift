internal import Music

/// A track of texts, each for a time (ISO 14496-12, section 8; QuickTime File Format, "Chapter
/// Lists").
struct MP4TextTrack {
  private let file: HeaderFile
  private let table: MP4Boxes.Box
  private let scale: Int64
  /// The start of the first text in the track's units.
  private let offset: Int64

  private static let kinds = Set(["text", "sbtl", "subt"].map(UInt32.init(letters:)))
  private static let most = StatedChapters.most
  /// The most bytes of a table: an entry for each chapter, of 12 bytes at most.
  private static let maximumTable = 12 * StatedChapters.most

  /// Nil for a track of pictures, and for one without the tables.
  init?(_ file: HeaderFile, _ track: MP4Boxes.Box, movie: MP4Boxes.Box) {
    guard let media = MP4Boxes.first("mdia", file, in: track),
      let handler = MP4Boxes.first("hdlr", file, in: media),
      let kind = file.bytes(at: handler.start, 12), Self.kinds.contains(UInt32(kind.big(8, 4))),
      let header = MP4Boxes.first("mdhd", file, in: media), let scale = Self.scale(file, header),
      let information = MP4Boxes.first("minf", file, in: media),
      let table = MP4Boxes.first("stbl", file, in: information)
    else { return nil }
    (self.file, self.table, self.scale) = (file, table, scale)
    offset = Self.offset(file, track, movie: movie, scale: scale)
  }

  private static func scale(_ file: HeaderFile, _ header: MP4Boxes.Box) -> Int64? {
    guard let bytes = file.bytes(at: header.start, 24) else { return nil }
    let scale = bytes.big(bytes[0] == 1 ? 20 : 12, 4)
    return scale > 0 ? Int64(scale) : nil
  }

  /// The edit list's delay of the first text, less what it cuts off.
  private static func offset(
    _ file: HeaderFile, _ track: MP4Boxes.Box, movie: MP4Boxes.Box, scale: Int64
  ) -> Int64 {
    guard let edits = MP4Boxes.first("edts", file, in: track),
      let list = MP4Boxes.first("elst", file, in: edits), let head = file.bytes(at: list.start, 8),
      let outer = MP4Boxes.first("mvhd", file, in: movie),
      let movieScale = Self.scale(file, outer)
    else { return 0 }
    let isLong = head[0] == 1
    let length = isLong ? 20 : 12
    var delay: Int64 = 0
    for index in 0..<min(head.big(4, 4), 8) {
      guard let entry = file.bytes(at: list.start + 8 + Int64(index * length), length),
        entry.big(0, isLong ? 4 : 1) < 0x80
      else { break }
      let duration = Int64(isLong ? entry.big(1, 7) : entry.big(0, 4))
      let start =
        isLong
        ? Int64(bitPattern: entry.big64(8)) : Int64(Int32(truncatingIfNeeded: entry.big(4, 4)))
      guard start == -1 else {
        let (total, isOver) = delay.subtractingReportingOverflow(max(0, start))
        return isOver ? 0 : total
      }
      let (units, isOver) = duration.multipliedReportingOverflow(by: scale)
      guard !isOver, delay < 1 << 61, units / movieScale < 1 << 61 else { return 0 }
      delay += units / movieScale
    }
    return delay
  }

  // MARK: Samples

  /// The texts as chapters.
  func chapters() -> StatedChapters {
    var chapters = StatedChapters()
    let durations = durations()
    let locations = locations(durations.count)
    var time = offset
    for (duration, location) in zip(durations, locations) {
      let (end, isOver) = time.addingReportingOverflow(duration)
      guard !isOver else { break }
      chapters.add(
        text(at: location), start: StatedChapters.time(time, scale: scale),
        end: StatedChapters.time(end, scale: scale))
      time = end
    }
    return chapters
  }

  /// The entries of a table, with their number in front; a copy, cut off at the bound.
  private func entries(_ name: StaticString, header: Int64 = 8) -> [UInt8] {
    guard let box = MP4Boxes.first(name, file, in: table), box.end - box.start > header else {
      return []
    }
    let length = min(Int(box.end - box.start - header), Self.maximumTable)
    return file.copy(at: box.start + header, length) ?? []
  }

  /// The durations of all samples, in the track's units.
  private func durations() -> [Int64] {
    var durations: [Int64] = []
    entries("stts").withUnsafeBufferPointer { buffer in
      guard let runs = ByteView(buffer) else { return }
      for offset in stride(from: 0, to: runs.count - 7, by: 8) {
        let count = min(runs.big(offset, 4), Self.most - durations.count)
        durations += repeatElement(Int64(runs.big(offset + 4, 4)), count: count)
      }
    }
    return durations
  }

  private func sizes(_ count: Int) -> [Int] {
    guard let box = MP4Boxes.first("stsz", file, in: table),
      let head = file.bytes(at: box.start, 12)
    else { return [] }
    let count = min(count, head.big(8, 4))
    let common = head.big(4, 4)
    guard common == 0 else { return Array(repeating: common, count: count) }
    return entries("stsz", header: 12).withUnsafeBufferPointer { buffer in
      guard let view = ByteView(buffer) else { return [] }
      return (0..<min(count, view.count / 4)).map { view.big(4 * $0, 4) }
    }
  }

  private func chunks() -> [Int64] {
    let isLong = MP4Boxes.first("stco", file, in: table) == nil
    return entries(isLong ? "co64" : "stco").withUnsafeBufferPointer { buffer in
      guard let view = ByteView(buffer) else { return [] }
      let length = isLong ? 8 : 4
      return (0..<min(view.count / length, Self.most)).map {
        isLong
          ? Int64(clamping: view.big64(8 * $0)) : Int64(view.big(4 * $0, 4))
      }
    }
  }

  /// The location of each sample in the file.
  private func locations(_ count: Int) -> [(offset: Int64, size: Int)] {
    let sizes = sizes(count)
    let chunks = chunks()
    var locations: [(Int64, Int)] = []
    entries("stsc").withUnsafeBufferPointer { buffer in
      guard let runs = ByteView(buffer) else { return }
      var run = 0
      for (index, chunk) in chunks.enumerated() {
        // Chunks are numbered from 1.
        while 12 * (run + 1) + 12 <= runs.count, runs.big(12 * (run + 1), 4) <= index + 1 {
          run += 1
        }
        var offset = chunk
        for _ in 0..<min(runs.big(12 * run + 4, 4), sizes.count - locations.count) {
          let size = sizes[locations.count]
          locations.append((offset, size))
          offset = offset.addingReportingOverflow(Int64(size)).partialValue
        }
      }
    }
    return locations
  }

  private static let longest = 4 * StatedChapters.longestTitle

  /// A text behind its length, as UTF-8 or UTF-16 with a byte order mark.
  private func text(at location: (offset: Int64, size: Int)) -> String {
    guard location.size > 2, let head = file.bytes(at: location.offset, 2) else { return "" }
    let length = min(head.big(0, 2), location.size - 2, Self.longest)
    guard let text = file.bytes(at: location.offset + 2, length) else { return "" }
    let isWide = [0xFEFF, 0xFFFE].contains(text.big(0, 2))
    var title = ""
    WideText.narrow(text, isWide ? WideText.Order(of: text, 1) : .bytes) {
      title = ChapterText.text($0)
    }
    return title
  }
}
