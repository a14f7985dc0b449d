/// The groups of a list's tracks, in the order of their first tracks.
package struct TrackGroups: Sendable {
  package struct Group: Sendable {
    /// The key, stable across lists and changes.
    package var key: UInt64
    /// Its first index in `order`, and its number of tracks.
    package var start = 0
    package var count = 0
    /// In the unit of the tracks' durations.
    package var duration: Int64 = 0
    /// Of the tracks that have a tempo.
    package var bpmSum = 0.0
    package var bpmCount = 0
    /// 0 where no track has a year.
    package var firstYear: UInt16 = 0
    package var lastYear: UInt16 = 0

    package var years: ClosedRange<Int>? {
      firstYear == 0 ? nil : Int(firstYear)...Int(lastYear)
    }

    /// The average tempo of the tracks that have one.
    package var bpm: Double? { bpmCount == 0 ? nil : bpmSum / Double(bpmCount) }
  }

  /// The tracks' indices in the list, group after group, each in list order.
  package internal(set) var order: [UInt32] = []
  package internal(set) var groups: [Group] = []

  package init() {}
}
