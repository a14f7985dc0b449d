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

  /// Titles, of which it is known where another one begins.
  ///
  /// - Parameters:
  ///   - starts: by ordinal.
  ///   - known: from this place on tracks have no title.
  init(_ tracks: Column<UInt32>, starts: TrackSet, known: Int) {
    let order = tracks.values
    var places = TrackSet(capacity: tracks.count)
    for place in 0..<known where starts[Int(order[place])] { places[place] = true }
    self.tracks = tracks
    self.starts = places
    self.known = known
  }

  /// From the greatest to the least, equal ones in the same order, and what is not known last.
  func reversed() -> Column<UInt32> {
    Column(capacity: tracks.count) { reversed in
      let order = tracks.values
      var (count, end) = (0, known)
      starts.words.withUnsafeBufferPointer { words in
        for index in words.indices.reversed() {
          var word = words[index]
          while word != 0 {
            let bit = 63 - word.leadingZeroBitCount
            var place = index << 6 + bit
            let start = place
            while place < end {
              reversed[count] = order[place]
              count += 1
              place += 1
            }
            end = start
            word ^= 1 << UInt64(bit)
          }
        }
      }
      for place in known..<order.count {
        reversed[count] = order[place]
        count += 1
      }
      return count
    }
  }
}
