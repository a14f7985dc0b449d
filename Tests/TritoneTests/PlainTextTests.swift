import Foundation
import Music
import Testing

@testable import tritone

@Suite("Texts that Foundation would print alike")
struct PlainTextTests {
  @Test("times are those of a date formatter")
  func times() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    var calendar = Calendar(identifier: .gregorian)
    for name in ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"] {
      let system = try #require(TimeZone(identifier: name))
      let zone = LocalZone {
        Int64(system.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))))
      }
      (formatter.timeZone, calendar.timeZone) = (system, system)
      for seconds in stride(from: Int64(-3_000_000), through: 2_500_000_000, by: 1_234_577) {
        for ago in [0, 40_000, 86_399, 200_000] as [Int64] {
          let date = Date(timeIntervalSince1970: Double(seconds))
          let now = date.addingTimeInterval(Double(ago))
          formatter.dateFormat =
            calendar.isDate(date, inSameDayAs: now) ? "HH:mm" : "yyyy-MM-dd HH:mm"
          #expect(
            LocalTime.text(seconds, now: seconds + ago, zone: zone) == formatter.string(from: date))
        }
      }
    }
  }

  @Test("any number of seconds is a time", arguments: [.min, -1, 0, 1 << 40, .max] as [Int64])
  func anyTime(seconds: Int64) {
    #expect(!LocalTime.text(seconds).isEmpty)
    #expect(!LocalTime.text(seconds, now: 0, zone: LocalZone { _ in 3_600 }).isEmpty)
  }

  @Test("decimals are those of a format")
  func decimals() {
    var value = 0.001_234_5
    while value < 1e300 {
      for number in [value, -value] {
        for count in 0...3 {
          #expect(number.text(count) == String(format: "%.\(count)f", number))
        }
      }
      value *= 3.7
    }
    #expect((0.25).text(1) == String(format: "%.1f", 0.25))
    #expect(Double.nan.text(1) == String(format: "%.1f", Double.nan))
    #expect((-Double.infinity).text(1) == String(format: "%.1f", -Double.infinity))
    for number in [0, 999, 1_000, -1_000, 12_345_678, .max] {
      #expect(number.grouped == number.formatted())
    }
  }

  @Test(
    "white space goes from both ends", arguments: ["", " ", " a b\t\n", "a", "\u{A0}a\u{3000}"])
  func trimming(text: String) {
    #expect(text.trimmed() == text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
