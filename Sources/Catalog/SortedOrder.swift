/// Tracks in order of a number each, with the positions where the number changes, so that the
/// descending order is copied rather than sorted.
struct SortedOrder {
  let tracks: Column<UInt32>
  /// One bit per position: set where the number changes.
  private let starts: TrackSet
  /// The position of the first unknown number.
  private let known: Int

  /// - Parameters:
  ///   - tracks: in the order of their keys.
  ///   - keys: by ordinal; `.max` for unknown values, which come last.
  init(_ tracks: Column<UInt32>, keys: Column<UInt32>) {
    let (order, values) = (tracks.values, keys.values)
    var starts = TrackSet(capacity: tracks.count)
    var known = tracks.count
    var last: UInt32?
    withExtendedLifetime(keys) {
      for index in order.indices {
        let key = values[Int(order[index])]
        guard key != .max else {
          known = index
          break
        }
        if key != last { starts[index] = true }
        last = key
      }
    }
    self.tracks = tracks
    self.starts = starts
    self.known = known
  }

  /// Creates an order of titles, whose starts are known.
  ///
  /// - Parameters:
  ///   - starts: by ordinal.
  ///   - known: the position of the first track without a title.
  init(_ tracks: Column<UInt32>, starts: TrackSet, known: Int) {
    let order = tracks.values
    var places = TrackSet(capacity: tracks.count)
    for index in 0..<known where starts[Int(order[index])] { places[index] = true }
    // Guards against a damaged file: every position must be filled when the order is reversed.
    if known > 0 { places[0] = true }
    self.tracks = tracks
    self.starts = places
    self.known = known
  }

  /// Descending, with ties in the same order, and unknown values last.
  func reversed() -> Column<UInt32> {
    Column(capacity: tracks.count) { reversed in
      let order = tracks.values
      let target = reversed
      starts.words.withUnsafeBufferPointer { words in
        let source = words
        let part = (words.count + 1) / 2
        Concurrently.perform(2) { number in
          let range = min(number * part, source.count)..<min((number + 1) * part, source.count)
          reverse(range, of: source, order, into: target)
        }
      }
      for index in known..<order.count { reversed[index] = order[index] }
      return order.count
    }
  }

  /// Copies the runs that begin in some words of `starts`: a run's distance from the end of the
  /// known values becomes that from the beginning.
  private func reverse(
    _ range: Range<Int>, of words: UnsafeBufferPointer<UInt64>,
    _ order: UnsafeMutableBufferPointer<UInt32>, into reversed: UnsafeMutableBufferPointer<UInt32>
  ) {
    var end = known
    if let next = words.indices[range.upperBound...].first(where: { words[$0] != 0 }) {
      end = next << 6 + words[next].trailingZeroBitCount
    }
    for index in range.reversed() {
      var word = words[index]
      while word != 0 {
        let bit = 63 - word.leadingZeroBitCount
        let start = index << 6 + bit
        var position = start
        var target = known - end
        while position < end {
          reversed[target] = order[position]
          position += 1
          target += 1
        }
        end = start
        word ^= 1 << UInt64(bit)
      }
    }
  }
}
