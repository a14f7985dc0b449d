extension Int {
  /// The number with commas between thousands.
  package var grouped: String {
    var digits = Array(String(magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }

  /// The noun after this number: "track" after 1, else "tracks", and "entries" for "entry".
  package func noun(_ singular: String) -> String {
    if self == 1 { return singular }
    guard let last = singular.last, last == "y", let before = singular.dropLast().last,
      !"aeiou".contains(before)
    else { return singular + "s" }
    return singular.dropLast() + "ies"
  }

  /// The number with its noun: "1 track", "2,000 tracks".
  ///
  /// - Parameters:
  ///   - noun: in the singular.
  ///   - one: in place of the number 1, as "a" in "a track".
  package func counted(
    _ noun: String, one: String = "1", _ digits: Digits = .grouped
  ) -> String {
    let number =
      switch digits {
      case .grouped: grouped
      case .plain: String(self)
      }
    return "\(self == 1 ? one : number) \(self.noun(noun))"
  }

  /// The formatting of a number's digits.
  package enum Digits: Sendable {
    /// With commas, for the screen.
    case grouped
    /// Without commas, for other programs and for the names of steps in the history.
    case plain
  }
}

extension BinaryInteger {
  /// The decimal digits of a number that is not negative, with zeros in front up to this many.
  package func zeroPadded(to width: Int = 2) -> String {
    let digits = String(self)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Int64 {
  /// A size of a file: "12.3 MB".
  package var byteText: String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    guard self >= 1_000 else { return "\(self) bytes" }
    var (value, unit) = (Double(self) / 1_000, 1)
    // "1000.0 MB" is 1.0 GB.
    while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1_000, unit + 1) }
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
