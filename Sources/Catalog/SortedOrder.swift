/// Tracks by a number each, with the places at which another number begins, so that the same
/// order downwards is copied rather than sorted.
struct SortedOrder {
  let tracks: Column<UInt32>
  /// One bit a place: set where a number other than the one before begins.
  private let starts: TrackSet
  /// From this place on nothing is known of the tracks.
  private let known: Int

  /// - Parameters:
  ///   - tracks: in the order of their keys.
  ///   - keys: by ordinal; `.max` for what is not known, which stands last.
  init(_ tracks: Column<UInt32>, keys: Column<UInt32>) {
    let (order, values) = (tracks.values, keys.values)
    var starts = TrackSet(capacity: tracks.count)
    var known = tracks.count
    var last: UInt32?
    withExtendedLifetime(keys) {
      for place in order.indices {
        let key = values[Int(order[place])]
        guard key != .max else {
          known = place
          break
        }
        if key != last { starts[place] = true }
        last = key
      }
    }
    self.tracks = tracks
    self.starts = starts
    self.known = known
  }

  /// From the greatest to the least, equal ones in the same order, and what is not known last.
  func reversed() -> Column<UInt32> {
    Column(capacity: tracks.count) { reversed in
      let order = tracks.values
      var (count, end) = (0, known)
      func take(_ places: Range<Int>) {
        for place in places {
          reversed[count] = order[place]
          count += 1
        }
      }
      for index in starts.words.indices.reversed() {
        var word = starts.words[index]
        while word != 0 {
          let bit = 63 - word.leadingZeroBitCount
          take((index << 6 + bit)..<end)
          end = index << 6 + bit
          word ^= 1 << UInt64(bit)
        }
      }
      take(known..<order.count)
      return count
    }
  }
}
