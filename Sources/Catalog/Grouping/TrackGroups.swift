/// How the tracks of a list fall into groups, in the order of their first tracks.
package struct TrackGroups: Sendable {
  package struct Group: Sendable {
    /// What it is known by, the same in every list and after every change of it.
    package var key: UInt64
    /// Where it begins in `order`, and how many tracks it has.
    package var start = 0
    package var count = 0
    /// In the unit that the tracks' were given in.
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

  /// The places that the tracks have in the list, group after group, each in the list's order.
  package internal(set) var order: [UInt32] = []
  package internal(set) var groups: [Group] = []

  package init() {}
}
