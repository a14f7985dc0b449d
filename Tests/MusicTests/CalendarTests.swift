import Foundation
import Music
import Testing

@Suite("Days of the calendar")
struct CalendarTests {
  /// Zones that set clocks at midnight, just after it, by half an hour, by whole days, or never.
  static let names = [
    "UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "America/Sao_Paulo",
    "America/Havana", "Asia/Kathmandu", "Asia/Beirut", "Asia/Amman", "Africa/Cairo",
    "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kwajalein",
  ]

  private func calendar(_ name: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: name))
    return calendar
  }

  @Test("a day and its number are one another's, and Foundation's")
  func numbers() throws {
    let calendar = try calendar("UTC")
    for number in stride(from: -360_000, through: 380_000, by: 7) {
      let day = CalendarDay(daysSince1970: number)
      #expect(day.daysSince1970 == number)
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      #expect([parts.year, parts.month, parts.day] == [day.year, day.month, day.day], "\(number)")
    }
  }

  @Test("days begin when Foundation says", arguments: names)
  func beginnings(name: String) throws {
    let calendar = try calendar(name)
    let zone = LocalZone(calendar.timeZone)
    for number in -3_653..<25_000 {
      let start = zone.start(ofDay: number)
      let moment = Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200)
      let noon = moment.addingTimeInterval(-Double(calendar.timeZone.secondsFromGMT(for: moment)))
      // A day that the zone skips begins with the next one.
      let isDay = zone.day(of: Int64(noon.timeIntervalSince1970)) == number
      guard isDay else { continue }
      let wanted = Int64(calendar.startOfDay(for: noon).timeIntervalSince1970)
      #expect(start == wanted, "\(name) \(CalendarDay(daysSince1970: number))")
    }
  }

  @Test("a query's days are those of Foundation's calendar", arguments: names)
  func queries(name: String) throws {
    let calendar = try calendar(name)
    let zone = LocalZone(calendar.timeZone)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1_500 {
      let year = Int.random(in: 1_000...2_999, using: &random)
      let (month, day) = (
        Int.random(in: 1...13, using: &random), Int.random(in: 1...32, using: &random)
      )
      let count = Int.random(in: 1...3, using: &random)
      let text = [
        "\(year)", month < 10 ? "0\(month)" : "\(month)", day < 10 ? "0\(day)" : "\(day)",
      ].prefix(count).joined(separator: "-")
      let wanted = span(calendar, Array([year, month, day].prefix(count)))
      guard let query = try? TrackQuery(parsing: "added:\(text)", in: zone) else {
        #expect(wanted == nil, "\(name) \(text)")
        continue
      }
      guard case .time(.added, .between(let start, let end)) = query else {
        Issue.record("\(text) is no span: \(query)")
        continue
      }
      #expect(wanted == start..<end, "\(name) \(text)")
    }
  }

  /// The same interval by Foundation's calendar; nil for impossible dates.
  private func span(_ calendar: Calendar, _ numbers: [Int]) -> Range<Int64>? {
    var first = DateComponents(year: numbers[0], month: 1, day: 1)
    if numbers.count > 1 { first.month = numbers[1] }
    if numbers.count > 2 { first.day = numbers[2] }
    let unit = [Calendar.Component.year, .month, .day][numbers.count - 1]
    guard let moment = calendar.date(from: first),
      let end = calendar.date(byAdding: unit, value: 1, to: moment)
    else { return nil }
    let start = calendar.startOfDay(for: moment)
    let back = calendar.dateComponents([.year, .month, .day], from: start)
    guard back.month == first.month, back.day == first.day else { return nil }
    return Int64(
      start.timeIntervalSince1970.rounded())..<Int64(
        calendar.startOfDay(for: end).timeIntervalSince1970.rounded())
  }

  @Test("the zone of the system is the one that Foundation takes")
  func current() {
    let zone = LocalZone(TimeZone.current)
    for moment in stride(from: Int64(0), through: 2_100_000_000, by: 777_777) {
      #expect(LocalZone.current.offset(at: moment) == zone.offset(at: moment))
    }
  }
}
