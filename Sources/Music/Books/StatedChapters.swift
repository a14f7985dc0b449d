/// Chapters as a file states them, which may overlap, run backwards or lie beyond the end.
package struct StatedChapters: Equatable, Sendable {
  private struct Entry: Equatable {
    var title: String
    var start: Duration
    /// Nil where it is unknown or not behind the start.
    var end: Duration?
  }

  private var entries: [Entry] = []

  /// The most chapters of a book, and the longest title in Unicode scalars.
  package static let most = 5_000
  package static let longestTitle = FactText.longestLine
  /// Longer than any book: 10,000 hours.
  package static let longestTime = Duration.seconds(36_000_000)
  /// Some programs subtract the encoder's delay.
  private static let earliest = Duration.seconds(-1)

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var isFull: Bool { entries.count >= Self.most }
  package var hasTitles: Bool { entries.contains { !$0.title.isEmpty } }

  /// Adds a chapter, unless its start is impossible.
  package mutating func add(_ title: String, start: Duration?, end: Duration? = nil) {
    guard !isFull, let start, start > Self.earliest, start <= Self.longestTime else { return }
    let from = max(start, .zero)
    entries.append(
      Entry(
        title: FactText.line(title, longest: Self.longestTitle) ?? "", start: from,
        end: end.flatMap { $0 > from && $0 <= Self.longestTime ? $0 : nil }))
  }

  /// The chapters in order, without overlaps, within the duration.
  ///
  /// A chapter without an end lasts until the next. Of several that start together the innermost
  /// counts; those that start at the end or behind it are left out.
  package func chapters(within duration: Duration?) -> [BookChapter] {
    let limit = duration.flatMap { $0 > .zero ? $0 : nil }
    let ordered = entries.filter { entry in limit.map { entry.start < $0 } ?? true }.enumerated()
      .sorted {
        if $0.element.start != $1.element.start { return $0.element.start < $1.element.start }
        let (left, right) = ($0.element.end, $1.element.end)
        if left == right { return $0.offset < $1.offset }
        // Those without an end first, then the longest.
        guard let left, let right else { return left == nil }
        return left > right
      }
    var kept: [Entry] = []
    for (_, entry) in ordered {
      guard let last = kept.last, last.start == entry.start else {
        kept.append(entry)
        continue
      }
      // The more precise end, under a title that is one.
      kept[kept.count - 1] = Entry(
        title: entry.title.isEmpty ? last.title : entry.title, start: entry.start, end: entry.end)
    }
    return kept.indices.map { index in
      let entry = kept[index]
      let next = index + 1 < kept.count ? kept[index + 1].start : limit
      let end = min(entry.end ?? next ?? entry.start, next ?? Self.longestTime)
      return BookChapter(title: entry.title, start: entry.start, end: end)
    }
  }
}

extension StatedChapters {
  /// A time in seconds, to the microsecond; nil for infinity and the like.
  package static func time(seconds: Double) -> Duration? {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return nil }
    return .microseconds(Int64((seconds * 1e6).rounded()))
  }

  /// A time in units of which `scale` make a second; nil where that is none.
  package static func time(_ units: Int64, scale: Int64) -> Duration? {
    guard scale > 0 else { return nil }
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: scale)
    guard seconds.magnitude <= 1_000_000_000 else { return nil }
    // To the nearest attosecond; the product of two such numbers has 128 bits.
    let fraction = (Int128(rest) * 1_000_000_000_000_000_000 + Int128(scale / 2)) / Int128(scale)
    return Duration(secondsComponent: seconds, attosecondsComponent: Int64(fraction))
  }
}
