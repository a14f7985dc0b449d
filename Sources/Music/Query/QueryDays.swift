/// Years, months and days as they are written, in a time zone.
struct QueryDays {
  /// From a moment up to another, Unix seconds.
  typealias Span = Range<Int64>

  private let zone: LocalZone

  init(_ zone: LocalZone) { self.zone = zone }

  /// "2024", "2024-03" or "2024-03-15".
  func read(_ text: String) -> QueryEnd<Span> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return .wrong }
    let lengths = [4, 2, 2]
    var numbers: [Int] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      // A one-digit month needs another part behind it, or is 2 to 9.
      if part.isEmpty || index == 0 && part.utf8.count < 4 {
        return isLast ? .unfinished : .wrong
      }
      guard part.utf8.count <= lengths[index], let number = Int(part) else { return .wrong }
      if number == 0, isLast, part.utf8.count == 1 { return .unfinished }
      numbers.append(number)
    }
    return span(numbers)
  }

  private func span(_ numbers: [Int]) -> QueryEnd<Span> {
    guard (1000..<3000).contains(numbers[0]) else { return .wrong }
    let first = CalendarDay(
      year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
      day: numbers.count > 2 ? numbers[2] : 1)
    var next = first
    switch numbers.count {
    case 1: next.year += 1
    case 2: next.month += 1
    case _: next.day += 1
    }
    let start = zone.start(ofDay: first.daysSince1970)
    // The calendar normalises invalid dates: the 31st of April is none.
    guard CalendarDay(daysSince1970: zone.day(of: start)) == first else { return .wrong }
    return .end(start..<zone.start(ofDay: next.daysSince1970))
  }

  func range(_ bounds: QueryBounds<Span>) -> TrackQuery.TimeRange? {
    switch bounds {
    case .exactly(let span): return .between(span.lowerBound, span.upperBound)
    case .above(let span): return .between(span.upperBound, .max)
    case .from(let span): return .between(span.lowerBound, .max)
    case .below(let span): return .between(.min, span.lowerBound)
    case .through(let span): return .between(.min, span.upperBound)
    case .range(let left, let right):
      guard left.lowerBound <= right.lowerBound else { return nil }
      return .between(left.lowerBound, right.upperBound)
    case .between(let left, let right):
      guard left.lowerBound < right.lowerBound else { return nil }
      return .between(left.lowerBound, right.lowerBound)
    }
  }

  /// The day that contains a moment.
  func text(_ moment: Int64) -> String {
    let day = CalendarDay(daysSince1970: zone.day(of: moment))
    return "\(day.year.zeroPadded(to: 4))-\(day.month.zeroPadded())-\(day.day.zeroPadded())"
  }
}
