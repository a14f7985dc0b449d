/// The local day, month or year of moments, for very many of them.
package struct LocalDays {
  private let zone: LocalZone
  /// Seconds to add, by quarters of an hour since 1970: no zone changes its offset in between.
  private var offsets: [Int64: Int64] = [:]

  package init(_ zone: LocalZone) { self.zone = zone }

  /// 20240315, 202403 or 2024; nil for no moment.
  ///
  /// - Parameter moment: Unix seconds, 0 for none.
  package mutating func number(of moment: Int64, _ unit: TemplateField.DateUnit) -> Int? {
    guard moment > 0, moment < 1 << 40 else { return nil }
    let quarter = moment / 900
    let offset = offsets[quarter] ?? zone.offset(at: moment)
    offsets[quarter] = offset
    let day = CalendarDay(daysSince1970: Int((moment + offset) / 86_400))
    return switch unit {
    case .year: day.year
    case .month: day.year * 100 + day.month
    case .day: day.year * 10_000 + day.month * 100 + day.day
    }
  }
}
