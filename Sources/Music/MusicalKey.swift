/// One of the 24 keys of tonal music, by its position on the Camelot wheel.
package struct MusicalKey: Hashable, Sendable, Comparable {
  /// 1 to 12, clockwise in fifths; 8 is C major and A minor.
  package let hour: Int
  package let isMajor: Bool

  /// Nil unless the hour is 1 to 12.
  package init?(hour: Int, isMajor: Bool) {
    guard (1...12).contains(hour) else { return nil }
    self.hour = hour
    self.isMajor = isMajor
  }

  /// "8A" for A minor, "8B" for C major.
  package var camelot: String { "\(hour)\(isMajor ? "B" : "A")" }

  /// 1 to 24 in the order 1A, 1B, 2A …; as stored in columns, with 0 for no key.
  package var number: UInt8 { UInt8(hour * 2 - (isMajor ? 0 : 1)) }

  package init?(number: UInt8) {
    self.init(hour: (Int(number) + 1) / 2, isMajor: number % 2 == 0)
  }

  package static func < (left: MusicalKey, right: MusicalKey) -> Bool {
    left.number < right.number
  }
}
