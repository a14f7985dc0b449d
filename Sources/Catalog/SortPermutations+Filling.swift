extension SortPermutations {
  /// Builds all orders of all tracks, where there were none.
  mutating func fill(_ columns: TrackColumns) {
    // The most expensive comes first.
    let kinds: [Kind] = [.title, .path, .album, .artist]
    var built = [Built](repeating: Built(), count: kinds.count)
    built.withUnsafeMutableBufferPointer { built in
      let places = built
      Concurrently.perform(places.count) { part in
        let order = SortPermutations.order(kinds[part], columns)
        places[part].order = order
        guard kinds[part] == .title else { return }
        places[part].starts = SortPermutations.starts(of: order, columns)
      }
    }
    for (kind, built) in zip(kinds, built) {
      self[kind] = built.order
      if kind == .title { titleStarts = built.starts }
    }
  }

  private struct Built {
    var order = Column<UInt32>()
    var starts = TrackSet(capacity: 0)
  }

  /// A bucket sort with a bucket for each name, each sorted by itself: next to the order there is
  /// only a number for each bucket.
  private static func order(_ kind: Kind, _ columns: TrackColumns) -> Column<UInt32> {
    let comparison = TrackComparison(kind, columns)
    let (pile, piles) = Piles.of(kind, columns)
    var ends = [UInt32](repeating: 0, count: piles + 1)
    for track in 0..<columns.count { ends[Int(pile(track)) + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    let order = Column<UInt32>(capacity: columns.count) { order in
      for track in 0..<columns.count {
        let pile = Int(pile(track))
        order[Int(ends[pile])] = UInt32(track)
        ends[pile] += 1
      }
      return columns.count
    }
    let tracks = order.values
    var items: [TrackComparison.Item] = []
    var start = 0
    for index in 0..<piles {
      // By now each bucket's start has advanced to its end.
      let end = Int(ends[index])
      if end - start > 1 {
        items.removeAll(keepingCapacity: true)
        for position in start..<end { items.append(comparison.item(Int(tracks[position]))) }
        sort(&items, comparison)
        for position in start..<end { tracks[position] = items[position - start].track }
      }
      start = end
    }
    return order
  }

  private static let fewItems = 24

  private static func sort(_ items: inout [TrackComparison.Item], _ comparison: TrackComparison) {
    guard items.count <= fewItems else { return items.sort(by: comparison.precedes) }
    items.withUnsafeMutableBufferPointer { items in
      for index in items.indices.dropFirst() {
        let item = items[index]
        var position = index
        while position > 0, comparison.precedes(item, items[position - 1]) {
          items[position] = items[position - 1]
          position -= 1
        }
        items[position] = item
      }
    }
  }

  /// The tracks whose title or sort name differs from the one before in order of title.
  private static func starts(of order: Column<UInt32>, _ columns: TrackColumns) -> TrackSet {
    var starts = TrackSet(capacity: columns.count)
    let isPlain = columns.sortTitles.isEmpty
    var last: (title: UnsafeBufferPointer<UInt8>, sortTitle: UnsafeBufferPointer<UInt8>)?
    for track in order.values {
      let track = Int(track)
      let title = columns.title(track)
      let sortTitle = isPlain ? title : columns.sortTitle(track)
      let isStart =
        last.map {
          NaturalOrder.compare($0.sortTitle, sortTitle) != 0
            || !isPlain && NaturalOrder.compare($0.title, title) != 0
        } ?? true
      if isStart { starts[track] = true }
      last = (title, sortTitle)
    }
    return starts
  }

  /// The first sort criterion of tracks, as bucket numbers.
  private enum Piles {
    /// The bucket of a track, and the number of buckets.
    static func of(_ kind: Kind, _ columns: TrackColumns) -> ((Int) -> UInt32, Int) {
      switch kind {
      case .artist: of(columns.artist)
      case .album: of(columns.album)
      case .path: of(columns.folder)
      case .title:
        // The first two characters and a half; an empty text is last.
        ({ UInt32(NaturalOrder.prefix(columns.sortTitle($0)).0 >> 44) }, 1 << 20)
      }
    }

    private static func of(_ names: TrackColumns.Names) -> ((Int) -> UInt32, Int) {
      let (index, ranks) = (names.index, names.ranks)
      return ({ ranks[Int(index[$0])] }, names.count)
    }
  }
}
