internal import Music

extension Catalog {
  /// By ordinal: the number of a track's title, from 1; 0 for none.
  var titleRuns: [UInt32] {
    var runs = [UInt32](repeating: 0, count: count)
    var run: UInt32 = 0
    var isNone = true
    for track in orders.title.values {
      if orders.titleStarts[Int(track)] || run == 0 {
        run += 1
        isNone = NaturalOrder.isNone(columns.title(Int(track)))
      }
      runs[Int(track)] = isNone ? 0 : run
    }
    unite(&runs)
    return runs
  }

  /// Unites tracks sorted by sort names with those of the same title elsewhere.
  private func unite(_ runs: inout [UInt32]) {
    let order = orders.title.values
    var known: [[UInt8]: UInt32] = [:]
    for track in columns.sortTitles.tracks.values {
      let track = Int(track)
      guard columns.present[track] else { continue }
      let title = columns.title(track)
      let key = SortKey.bytes(String(decoding: title, as: UTF8.self))
      if let run = known[key] {
        runs[track] = run
        continue
      }
      // The position of the title without a sort name.
      let index = TrackColumns.Names.partitionIndex(in: 0..<order.count) {
        let other = Int(order[$0])
        let first = NaturalOrder.compare(columns.sortTitle(other), title)
        return first != 0 ? first < 0 : NaturalOrder.compare(columns.title(other), title) < 0
      }
      if index < order.count, NaturalOrder.compare(columns.title(Int(order[index])), title) == 0,
        columns.sortTitles[Int(order[index])] == nil
      {
        runs[track] = runs[Int(order[index])]
      }
      known[key] = runs[track]
    }
  }
}
