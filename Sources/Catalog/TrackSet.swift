/// A set of tracks of one catalog, by their ordinals: one bit each.
package struct TrackSet: Equatable, Sendable {
  package private(set) var words: [UInt64]
  /// The number of tracks in the catalog, in the set or not.
  package let capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  /// Creates a set from stored words; bits beyond the capacity are cut.
  package init(words: some Collection<UInt64>, capacity: Int) {
    self.init(capacity: capacity)
    for (index, word) in zip(self.words.indices, words) { self.words[index] = word }
    if capacity & 63 != 0, let last = self.words.indices.last {
      self.words[last] &= (1 << UInt64(capacity & 63)) - 1
    }
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

  /// The tracks in one of both sets, but not in the other.
  func symmetricDifference(_ other: TrackSet) -> TrackSet {
    var difference = self
    difference.combine(other) { $0 ^ $1 }
    return difference
  }

  /// Whether another set contains all of its tracks.
  package func isSubset(of other: TrackSet) -> Bool {
    precondition(capacity == other.capacity)
    return words.indices.allSatisfy { words[$0] & ~other.words[$0] == 0 }
  }

  /// The same set of a catalog that has grown since.
  package func grown(to capacity: Int) -> TrackSet { TrackSet(words: words, capacity: capacity) }

  /// Calls for every track in the set, in the order of their ordinals.
  package func forEach(_ body: (Int) -> Void) {
    words.withUnsafeBufferPointer { words in
      for index in words.indices {
        var word = words[index]
        while word != 0 {
          body(index << 6 + word.trailingZeroBitCount)
          word &= word - 1
        }
      }
    }
  }

  /// The tracks with a flag, eight at a time.
  init(_ flags: Column<TrackFlags>, with flag: TrackFlags) {
    self.init(capacity: flags.count)
    let bytes = UnsafeRawBufferPointer(flags.values)
    let shift = UInt64(flag.rawValue.trailingZeroBitCount)
    words.withUnsafeMutableBufferPointer { words in
      for start in stride(from: 0, to: bytes.count & ~7, by: 8) {
        let eight = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        let lowest = eight >> shift & 0x0101_0101_0101_0101
        guard lowest != 0 else { continue }
        // The product has the lowest bits of all bytes in its highest byte.
        let gathered = (lowest &* 0x0102_0408_1020_4080) >> 56
        words[start >> 6] |= gathered << UInt64(start & 63)
      }
      for track in bytes.count & ~7..<bytes.count {
        words[track >> 6] |= (UInt64(bytes[track]) >> shift & 1) << UInt64(track & 63)
      }
    }
    withExtendedLifetime(flags) {}
  }

  /// The tracks that satisfy a condition.
  package init(capacity: Int, where condition: (Int) -> Bool) {
    self.init(capacity: capacity)
    words.withUnsafeMutableBufferPointer { words in
      for index in words.indices {
        var word: UInt64 = 0
        for ordinal in (index << 6)..<min(capacity, (index + 1) << 6) where condition(ordinal) {
          word |= 1 << UInt64(ordinal & 63)
        }
        words[index] = word
      }
    }
  }

  /// A set that stays the same goes on sharing its memory.
  @inline(__always)
  private mutating func combine(_ other: TrackSet, _ operation: (UInt64, UInt64) -> UInt64) {
    precondition(capacity == other.capacity)
    other.words.withUnsafeBufferPointer { others in
      let changed = words.withUnsafeBufferPointer { words in
        words.indices.first { operation(words[$0], others[$0]) != words[$0] }
      }
      guard let changed else { return }
      words.withUnsafeMutableBufferPointer { words in
        for index in changed..<words.count {
          words[index] = operation(words[index], others[index])
        }
      }
    }
  }
}
