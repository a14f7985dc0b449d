/// A set of tracks of one catalog, by their ordinals: one bit each.
package struct TrackSet: Equatable, Sendable {
  package private(set) var words: [UInt64]
  /// Tracks that there are, in the set or not.
  package let capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  package subscript(ordinal: Int) -> Bool {
    get { words[ordinal >> 6] >> UInt64(ordinal & 63) & 1 != 0 }
    set {
      let bit: UInt64 = 1 << UInt64(ordinal & 63)
      if newValue { words[ordinal >> 6] |= bit } else { words[ordinal >> 6] &= ~bit }
    }
  }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  package mutating func formIntersection(_ other: TrackSet) { combine(other) { $0 & $1 } }
  package mutating func formUnion(_ other: TrackSet) { combine(other) { $0 | $1 } }
  package mutating func subtract(_ other: TrackSet) { combine(other) { $0 & ~$1 } }

  private mutating func combine(_ other: TrackSet, _ operation: (UInt64, UInt64) -> UInt64) {
    precondition(capacity == other.capacity)
    for index in words.indices { words[index] = operation(words[index], other.words[index]) }
  }
}
