/// The number of letters to insert, remove, change or swap with their neighbour so that one name
/// becomes another (optimal string alignment).
struct NameDistance {
  private let wanted: [UInt32]
  /// The rows of the table for the last two letters, and the one that is computed.
  private var before: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  init(_ wanted: [UInt32]) { self.wanted = wanted }

  /// The greatest distance that `most` allows.
  static let greatest = 3

  /// The distance up to which names are close, by the length of the longer one.
  static func most(of length: Int) -> Int {
    switch length {
    case ...3: 0
    case 4...5: 1
    case 6...9: 2
    default: greatest
    }
  }

  /// The distance to a name; nil where it is greater than a bound.
  mutating func to(_ name: UnsafeBufferPointer<UInt32>, atMost most: Int) -> Int? {
    last = Array(0...wanted.count)
    before = last
    row = last
    for (index, letter) in name.enumerated() {
      row[0] = index + 1
      var least = row[0]
      for column in 0..<wanted.count {
        let other = wanted[column]
        var edits = min(
          last[column + 1] + 1, row[column] + 1, last[column] + (letter == other ? 0 : 1))
        if index > 0, column > 0, letter == wanted[column - 1], name[index - 1] == other {
          edits = min(edits, before[column - 1] + 1)
        }
        row[column + 1] = edits
        least = min(least, edits)
      }
      // A swap reaches back two rows, where the least may be one lower.
      guard least <= most + 1 else { return nil }
      (before, last, row) = (last, row, before)
    }
    return last[wanted.count] <= most ? last[wanted.count] : nil
  }
}
