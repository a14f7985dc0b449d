/// Stable sorts.
enum RadixSort {
  /// Bits of a digit: as many counters as fit into the fastest cache.
  private static let digitBits = 11
  private static let none = UInt64(UInt32.max)

  /// The tracks of `base` by key, lowest first; the key `.max` stands for none, and is last.
  static func sorted(_ base: Column<UInt32>, by key: (Int) -> UInt32) -> Column<UInt32> {
    let count = base.count
    guard count > 1 else { return base }
    return sorted(
      keyed: Column<UInt64>(capacity: count) { keyed in
        let tracks = base.values
        for index in 0..<count {
          let track = tracks[index]
          keyed[index] = UInt64(key(Int(track))) << 32 | UInt64(track)
        }
        return count
      }, base)
  }

  /// The tracks of `base` by the key of each in a column.
  static func sorted(_ base: Column<UInt32>, by keys: Column<UInt32>) -> Column<UInt32> {
    let count = base.count
    guard count > 1, let first = keys.values.first, !keys.values.allSatisfy({ $0 == first }) else {
      return base
    }
    return sorted(
      keyed: Column<UInt64>(capacity: count) { keyed in
        let (tracks, keys) = (base.values, keys.values)
        for index in 0..<count {
          let track = tracks[index]
          keyed[index] = UInt64(keys[Int(track)]) << 32 | UInt64(track)
        }
        return count
      }, base)
  }

  /// Sorts by the upper halves of numbers whose lower halves are tracks, so that a pass moves both
  /// at once.
  private static func sorted(keyed: Column<UInt64>, _ base: Column<UInt32>) -> Column<UInt32> {
    let count = keyed.count
    guard let (lowest, bits) = narrowed(keyed) else { return base }
    let passes = (bits + digitBits - 1) / digitBits
    let width = (bits + passes - 1) / passes
    var (from, to) = (keyed, Column<UInt64>(capacity: count) { _ in count })
    for pass in 0..<passes {
      distribute(from, to, shift: 32 + pass * width, width: width, lowest: lowest << 32)
      swap(&from, &to)
    }
    return Column<UInt32>(capacity: count) { tracks in
      withExtendedLifetime(from) {
        let source = from.values
        for index in 0..<count { tracks[index] = UInt32(truncatingIfNeeded: source[index]) }
      }
      return count
    }
  }

  /// The lowest key and the bits of the differences from it; nil where all are equal. The greatest
  /// possible key stands for none and becomes one more than the others.
  private static func narrowed(_ keyed: Column<UInt64>) -> (lowest: UInt64, bits: Int)? {
    let values = keyed.values
    var (lowest, highest, nones) = (UInt64.max, UInt64(0), 0)
    for value in values {
      let key = value >> 32
      lowest = min(lowest, key)
      highest = max(highest, key == none ? 0 : key)
      nones += key == none ? 1 : 0
    }
    guard nones < values.count else { return nil }
    if nones > 0 {
      highest += 1
      for index in values.indices where values[index] >> 32 == none {
        values[index] = highest << 32 | values[index] & none
      }
    }
    let bits = 64 - (highest - lowest).leadingZeroBitCount
    return bits > 0 ? (lowest, bits) : nil
  }

  private static func distribute(
    _ from: Column<UInt64>, _ to: Column<UInt64>, shift: Int, width: Int, lowest: UInt64
  ) {
    let (source, target) = (from.values, to.values)
    let (shift, mask) = (UInt64(shift), (UInt64(1) << UInt64(width)) - 1)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 1 << width) { places in
      places.initialize(repeating: 0)
      for value in source { places[Int((value &- lowest) &>> shift & mask)] += 1 }
      var next = 0
      for digit in places.indices {
        let count = places[digit]
        places[digit] = next
        next += count
      }
      for value in source {
        let digit = Int((value &- lowest) &>> shift & mask)
        target[places[digit]] = value
        places[digit] += 1
      }
    }
  }
}
