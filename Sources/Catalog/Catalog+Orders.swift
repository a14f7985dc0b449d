package import Music

extension Catalog {
  /// The tracks that are there in an order: what a column does not know comes last in both
  /// directions, and what is equal in it is in the same order in both.
  package func order(_ sort: SortColumn, isDescending: Bool) -> Column<UInt32> {
    // Every track is one.
    let sort = sort == .tracks ? .artist : sort
    switch (sort, isDescending) {
    case (.artist, false): return orders.artist
    case (.title, false): return orders.title
    case (.album, false): return orders.album
    case (.path, false): return orders.path
    default: break
    }
    if !isDescending, let ahead = made.ahead[sort] { return ahead.tracks }
    let key = MadeLists.OrderKey(sort: sort, isDescending: isDescending)
    if let known = made.order(key) { return known }
    let order = makeOrder(sort, isDescending)
    made.keep(order, for: key)
    return order
  }

  private func makeOrder(_ sort: SortColumn, _ isDescending: Bool) -> Column<UInt32> {
    if let ahead = made.ahead[sort] { return ahead.reversed() }
    switch sort {
    case .artist, .tracks:
      return RadixSort.sorted(orders.artist, by: keys(.artist, isDescending: isDescending))
    case .album:
      return RadixSort.sorted(orders.album, by: keys(.album, isDescending: isDescending))
    case .title: return reversedTitles()
    case .path:
      let order = orders.path.values
      return Column(capacity: order.count) { reversed in
        for place in order.indices { reversed[order.count - 1 - place] = order[place] }
        return order.count
      }
    case .year, .bpm, .key, .duration, .rating, .plays, .added, .played, .energy, .loudness:
      return RadixSort.sorted(orders.artist, by: keys(sort, isDescending: isDescending))
    }
  }

  /// By ordinal, what tracks are sorted by in a column of numbers: `.max` for what is not known.
  func keys(_ sort: SortColumn, isDescending: Bool) -> Column<UInt32> {
    func keys<Value: BitwiseCopyable>(
      _ column: Column<Value>, unknown: UInt32? = 0, _ number: (Value) -> UInt32
    ) -> Column<UInt32> {
      let values = column.values
      // Made in the order of the ordinals, so that only one column is looked at here and there.
      return Column<UInt32>(capacity: count) { keys in
        for track in 0..<count {
          let value = min(number(values[track]), .max - 2)
          keys[track] = value == unknown ? .max : isDescending ? .max - 1 - value : value
        }
        return count
      }
    }
    return switch sort {
    case .year: keys(columns.year) { UInt32($0) }
    case .bpm: keys(columns.bpm) { $0 > 0 && $0 < 1e6 ? UInt32($0 * 1_000) : 0 }
    case .key: keys(columns.key) { UInt32($0) }
    case .duration: keys(columns.duration) { $0 }
    case .rating: keys(columns.rating) { UInt32($0) }
    case .plays: keys(columns.plays, unknown: nil) { $0 }
    case .played: keys(columns.played) { $0 }
    case .added: keys(columns.added, unknown: nil) { $0 }
    case .energy: keys(columns.energyValue) { $0.isNaN ? 0 : Catalog.rising($0) }
    case .loudness: keys(columns.loudness) { UInt32(Int32($0) + 32_768) }
    case .artist, .tracks: nameKeys(columns.artist, isDescending: isDescending)
    case .album: nameKeys(columns.album, isDescending: isDescending)
    case .title, .path: Column()
    }
  }

  /// A whole number that rises with a number that is one.
  private static func rising(_ number: Float) -> UInt32 {
    let bits = number.bitPattern
    return bits >> 31 == 0 ? bits | 1 << 31 : ~bits
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

  /// How many tracks have a title: in their order the others come last.
  var titled: Int {
    let order = orders.title.values
    guard let last = order.last, NaturalOrder.isNone(columns.title(Int(last))) else {
      return order.count
    }
    var place = order.count - 1
    while place > 0, !orders.titleStarts[Int(order[place])] { place -= 1 }
    return place
  }

  private func reversedTitles() -> Column<UInt32> {
    let order = orders.title.values
    return Column(capacity: order.count) { reversed in
      var count = 0
      func take(_ run: Range<Int>) {
        for place in run {
          reversed[count] = order[place]
          count += 1
        }
      }
      var end = order.count
      var nones: Range<Int>?
      for place in order.indices.reversed() where orders.titleStarts[Int(order[place])] {
        if end == order.count, NaturalOrder.isNone(columns.title(Int(order[place]))) {
          nones = place..<end
        } else {
          take(place..<end)
        }
        end = place
      }
      if let nones { take(nones) }
      return count
    }
  }
}
