/// A day of the calendar: Gregorian from 15 October 1582, Julian before.
package struct CalendarDay: Equatable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The first Gregorian day, counted from 1970.
  private static let reform = -141_427

  /// The day that lies so many days after 1 January 1970.
  package init(daysSince1970 days: Int) {
    // Years that begin in March, in cycles of 400 (Hinnant, chrono-compatible date algorithms).
    let isJulian = days < CalendarDay.reform
    let days = days + (isJulian ? 719_470 : 719_468)
    let cycle = isJulian ? 1_461 : 146_097
    let era = (days >= 0 ? days : days - cycle + 1) / cycle
    let ofEra = days - era * cycle
    let year =
      isJulian
      ? (ofEra - ofEra / 1_460) / 365
      : (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100 * (isJulian ? 0 : 1))
    let shifted = (5 * ofYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = ofYear - (153 * shifted + 2) / 5 + 1
    self.year = year + era * (isJulian ? 4 : 400) + (month <= 2 ? 1 : 0)
  }

  /// Days since 1 January 1970; of what is not on the calendar, those to where it would be.
  package var daysSince1970: Int {
    let months = year * 12 + month - 3
    let shiftedYear = (months >= 0 ? months : months - 11) / 12
    let shifted = months - shiftedYear * 12
    let before = (153 * shifted + 2) / 5 + day - 1 + shiftedYear * 365
    func quotient(_ divisor: Int) -> Int {
      (shiftedYear >= 0 ? shiftedYear : shiftedYear - divisor + 1) / divisor
    }
    let gregorian = before + quotient(4) - quotient(100) + quotient(400) - 719_468
    return gregorian < CalendarDay.reform ? before + quotient(4) - 719_470 : gregorian
  }
}
