import Foundation

/// Years, months and days as they are written, in a time zone.
struct QueryDays {
  /// From a moment up to another, Unix seconds.
  typealias Span = Range<Int64>

  private let calendar: Calendar

  init(_ zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

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
    var first = DateComponents(year: numbers[0], month: 1, day: 1)
    if numbers.count > 1 { first.month = numbers[1] }
    if numbers.count > 2 { first.day = numbers[2] }
    let unit = [Calendar.Component.year, .month, .day][numbers.count - 1]
    // The calendar normalises invalid dates: the 31st of April is none.
    guard let moment = calendar.date(from: first),
      let end = calendar.date(byAdding: unit, value: 1, to: moment)
    else { return .wrong }
    let start = calendar.startOfDay(for: moment)
    let back = calendar.dateComponents([.year, .month, .day], from: start)
    guard back.month == first.month, back.day == first.day else { return .wrong }
    return .end(seconds(start)..<seconds(calendar.startOfDay(for: end)))
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
    let parts = calendar.dateComponents([.year, .month, .day], from: date(moment))
    func padded(_ number: Int?, _ width: Int) -> String {
      let digits = String(number ?? 0)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return [padded(parts.year, 4), padded(parts.month, 2), padded(parts.day, 2)]
      .joined(separator: "-")
  }

  private func date(_ moment: Int64) -> Date { Date(timeIntervalSince1970: Double(moment)) }

  private func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded()) }
}
