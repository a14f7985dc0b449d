internal import Music

extension Catalog {
  /// The present tracks in an order: unknown values come last in both directions, and ties are in
  /// the same order in both.
  func order(_ column: SortColumn, isDescending: Bool) -> Column<UInt32> {
    // Tracks have no count of tracks: their own order is that of artists.
    let sort = column == .tracks ? .artist : column
    if !isDescending, let kind = SortPermutations.Kind(sort) { return orders[kind] }
    if !isDescending, let ahead = derived.ahead[sort] { return ahead.tracks }
    let key = DerivedLists.OrderKey(sort: sort, isDescending: isDescending)
    if let known = derived.order(key) { return known }
    let order = makeOrder(sort, isDescending)
    derived.keep(order, for: key)
    return order
  }

  private func makeOrder(_ sort: SortColumn, _ isDescending: Bool) -> Column<UInt32> {
    if let ahead = derived.ahead[sort] { return ahead.reversed() }
    switch SortPermutations.Kind(sort) {
    case .artist, nil:
      return RadixSort.sorted(orders.artist, by: keys(sort, isDescending: isDescending))
    case .album:
      return RadixSort.sorted(orders.album, by: keys(sort, isDescending: isDescending))
    case .title: return reversedTitles()
    case .path:
      let order = orders.path.values
      return Column(capacity: order.count) { reversed in
        for index in order.indices { reversed[order.count - 1 - index] = order[index] }
        return order.count
      }
    }
  }

  /// By ordinal, the sort keys of tracks in a column of numbers or names: `.max` for unknown
  /// values.
  func keys(_ sort: SortColumn, isDescending: Bool) -> Column<UInt32> {
    switch SortPermutations.Kind(sort) {
    case .artist: nameKeys(columns.artist, isDescending: isDescending)
    case .album: nameKeys(columns.album, isDescending: isDescending)
    case .title, .path: Column()
    case nil:
      if let label = sort.label {
        columns.labels.keys(label, isDescending: isDescending, capacity: count)
      } else {
        columns.numberKeys(sort, isDescending: isDescending)
      }
    }
  }

  private func nameKeys(_ names: TrackColumns.Names, isDescending: Bool) -> Column<UInt32> {
    let (index, ranks, none) = (names.index.values, names.ranks.values, names.noneRank)
    return Column<UInt32>(capacity: count) { keys in
      for track in 0..<count {
        let rank = ranks[Int(index[track])]
        keys[track] = rank == none ? .max : isDescending ? .max - 1 - rank : rank
      }
      return count
    }
  }

  /// The number of tracks with a title: in order of title the others come last.
  var titled: Int {
    let order = orders.title.values
    guard let last = order.last, NaturalOrder.isNone(columns.title(Int(last))) else {
      return order.count
    }
    var index = order.count - 1
    while index > 0, !orders.titleStarts[Int(order[index])] { index -= 1 }
    return index
  }

  private func reversedTitles() -> Column<UInt32> {
    let order = orders.title.values
    return Column(capacity: order.count) { reversed in
      var count = 0
      func append(_ run: Range<Int>) {
        for index in run {
          reversed[count] = order[index]
          count += 1
        }
      }
      var end = order.count
      var nones: Range<Int>?
      for index in order.indices.reversed() where orders.titleStarts[Int(order[index])] {
        if end == order.count, NaturalOrder.isNone(columns.title(Int(order[index]))) {
          nones = index..<end
        } else {
          append(index..<end)
        }
        end = index
      }
      if let nones { append(nones) }
      return count
    }
  }
}
