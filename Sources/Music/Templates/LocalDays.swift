package import Foundation

/// The local day, month or year of moments, for very many of them.
package struct LocalDays {
  private let zone: TimeZone
  /// Seconds to add, by quarters of an hour since 1970: no zone changes its offset in between.
  private var offsets: [Int64: Int64] = [:]

  package init(_ zone: TimeZone) { self.zone = zone }

  /// 20240315, 202403 or 2024; nil for no moment.
  ///
  /// - Parameter moment: Unix seconds, 0 for none.
  package mutating func number(of moment: Int64, _ unit: TemplateField.DateUnit) -> Int? {
    guard moment > 0, moment < 1 << 40 else { return nil }
    let quarter = moment / 900
    let offset =
      offsets[quarter]
      ?? Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment))))
    offsets[quarter] = offset
    // Years that begin in March, in cycles of 400 (Hinnant, chrono-compatible date algorithms).
    let days = Int((moment + offset) / 86_400) + 719_468
    let (era, ofEra) = (days / 146_097, days % 146_097)
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let shifted = (5 * ofYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let shown = year + era * 400 + (month <= 2 ? 1 : 0)
    return switch unit {
    case .year: shown
    case .month: shown * 100 + month
    case .day: shown * 10_000 + month * 100 + ofYear - (153 * shifted + 2) / 5 + 1
    }
  }
}
