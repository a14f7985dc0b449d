/// Shuffles tracks so that those of one artist lie apart.
///
/// Tracks lie in buckets by their first artist. The fullest bucket gives the next track, and another
/// one where it also gave the last, if the second draw of a random number has it so.
package enum ArtistSpread {
  /// A bucket in the order in which it gives: fuller ones, then by chance, then by name.
  private struct Turn: Comparable {
    var count: Int
    var chance: Double
    /// The place of the artist's name among those of all.
    var name: Int
    var bucket: Int

    static func < (left: Turn, right: Turn) -> Bool {
      if left.count != right.count { return left.count > right.count }
      if left.chance != right.chance { return left.chance < right.chance }
      return left.name < right.name
    }
  }

  /// - Parameter artists: the first artist of each track.
  /// - Returns: the positions of the tracks in their new order.
  package static func order(
    of artists: [String], by random: inout MersenneTwister
  ) -> [Int] {
    guard artists.count > 1 else { return Array(artists.indices) }
    var (buckets, names) = Self.buckets(of: artists)
    for index in buckets.indices { random.shuffle(&buckets[index]) }
    var places = Array(repeating: 0, count: names.count)
    let sorted = names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    for (place, index) in sorted.enumerated() { places[index] = place }
    func turn(of index: Int) -> Turn {
      let (count, chance) = (buckets[index].count, random.double())
      return Turn(count: count, chance: chance, name: places[index], bucket: index)
    }
    var turns = BinaryHeap<Turn>()
    for index in buckets.indices { turns.push(turn(of: index)) }
    var order: [Int] = []
    var last: Int?
    while var next = turns.pop() {
      if next.bucket == last, !turns.isEmpty { next = turns.exchange(turn(of: next.bucket)) }
      order.append(buckets[next.bucket].removeLast())
      last = next.bucket
      if !buckets[next.bucket].isEmpty { turns.push(turn(of: next.bucket)) }
    }
    return order
  }

  /// Positions of tracks by artist, in the order in which the artists come up.
  private static func buckets(of artists: [String]) -> (buckets: [[Int]], names: [[UInt32]]) {
    var numbers: [[UInt32]: Int] = [:]
    var (buckets, names): ([[Int]], [[UInt32]]) = ([], [])
    for (index, artist) in artists.enumerated() {
      let name = artist.codePoints
      if let number = numbers[name] {
        buckets[number].append(index)
      } else {
        numbers[name] = buckets.count
        buckets.append([index])
        names.append(name)
      }
    }
    return (buckets, names)
  }
}

extension StringProtocol {
  /// Compared by these, texts are equal where they are in Python, and ordered as there.
  var codePoints: [UInt32] { unicodeScalars.map(\.value) }
}
