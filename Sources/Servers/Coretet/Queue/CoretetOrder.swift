internal import Music

/// The order of a playlist, and the fewest positions that have to change for another one.
struct CoretetOrder: Equatable, Sendable {
  struct Entry: Equatable, Sendable, Identifiable {
    var id: String
    var track: String
    var position: Int64
  }

  /// An entry that gets another position.
  struct Move: Equatable, Sendable {
    var entry: Entry
    var position: Int64
  }

  var entries: [Entry]

  /// Of what a column of PostgreSQL's `int` holds.
  private static let highest = Int64(Int32.max)

  /// The entries with some of them behind another one, in the order in which they are named; as
  /// they are where that one is gone.
  ///
  /// - Parameter anchor: nil for the beginning.
  func moved(_ moved: [String], after anchor: String?) -> [Entry] {
    let byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    return SharedOrder.moving(moved, of: entries.map(\.id), after: anchor).compactMap { byID[$0] }
  }

  /// The fewest moves to that order; none where it is there already.
  func moves(_ moved: [String], after anchor: String?) -> [Move] {
    let order = self.moved(moved, after: anchor)
    return order == entries ? [] : Self.moves(to: order)
  }

  /// The entries that keep their positions are a longest run that leaves room for the others: the
  /// differences of position and index may not fall.
  private static func moves(to order: [Entry]) -> [Move] {
    let count = Int64(order.count)
    // For each length of a run, the index of its last entry with the smallest difference.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: order.count)
    func room(_ index: Int) -> Int64 { order[index].position - Int64(index) }
    for index in order.indices {
      guard order[index].position <= highest - count, room(index) >= 0 else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if room(ends[middle]) <= room(index) { low = middle + 1 } else { high = middle }
      }
      previous[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var kept: Set<Int> = []
    var end = ends.last
    while let index = end {
      kept.insert(index)
      end = previous[index]
    }
    let first = kept.min()
    // What stands before the first that stays counts up to it.
    var next = first.map { order[$0].position - Int64($0) } ?? 0
    var moves: [Move] = []
    for index in order.indices {
      if kept.contains(index) {
        next = order[index].position
      } else {
        moves.append(Move(entry: order[index], position: next))
      }
      next += 1
    }
    return moves.filter { $0.position != $0.entry.position }
  }
}
