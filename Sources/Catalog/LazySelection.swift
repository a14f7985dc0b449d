import Synchronization

/// A subset of the tracks of an order, evaluated lazily: the first tracks are found without a pass
/// over the whole order, which is what a list needs while somebody types.
final class LazySelection: Sendable {
  private struct Fixed: @unchecked Sendable {
    // because orders are replaced, never written to
    let tracks: Column<UInt32>
  }

  let count: Int
  private let set: TrackSet
  private let base: Fixed
  private let evaluated = Mutex<Fixed?>(nil)

  /// Windows that end beyond this evaluate the whole order.
  private static let few = 1_000

  init(_ set: TrackSet, count: Int, in order: Column<UInt32>) {
    self.set = set
    self.count = count
    base = Fixed(tracks: order)
  }

  var order: Column<UInt32> { base.tracks }

  var all: Column<UInt32> {
    evaluated.withLock { evaluated in
      if let evaluated { return evaluated }
      let all = Fixed(tracks: LazySelection.all(set, count, base.tracks))
      evaluated = all
      return all
    }.tracks
  }

  /// The first tracks, where these are found soon; nil where all should be evaluated.
  func first(_ wanted: Int) -> [UInt32]? {
    guard wanted <= LazySelection.few, wanted <= count / 2, evaluated.withLock({ $0 == nil }) else {
      return nil
    }
    var found: [UInt32] = []
    found.reserveCapacity(wanted)
    for track in base.tracks.values {
      if found.count == wanted { break }
      if set[Int(track)] { found.append(track) }
    }
    return found.count == wanted ? found : nil
  }

  static func all(_ set: TrackSet, _ wanted: Int, _ order: Column<UInt32>) -> Column<UInt32> {
    Column(capacity: order.count < wanted ? order.count : wanted + 1) { found in
      var count = 0
      set.words.withUnsafeBufferPointer { words in
        for track in order.values where count < wanted {
          found[count] = track
          count += Int(words[Int(track >> 6)] >> UInt64(track & 63) & 1)
        }
      }
      return count
    }
  }
}
