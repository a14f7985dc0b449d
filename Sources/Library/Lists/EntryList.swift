internal import Music

/// The entries of a playlist that a filter leaves, in their order.
struct EntryList: Sequence, Sendable {
  private let contents: PlaylistContents
  /// Their indices in the playlist; nil for all.
  private let places: [UInt32]?
  let total: PlayTotal

  init(_ contents: PlaylistContents) {
    self.contents = contents
    places = nil
    total = contents.total
  }

  init(_ contents: PlaylistContents, where matches: (PlaylistEntry) -> Bool) {
    var places: [UInt32] = []
    var time = PlayingTime()
    for (place, entry) in contents.enumerated() where matches(entry) {
      places.append(UInt32(place))
      time.add(entry)
    }
    self.contents = contents
    self.places = places
    total = time.total
  }

  var count: Int { places?.count ?? contents.count }
  var underestimatedCount: Int { count }

  subscript(index: Int) -> PlaylistEntry { contents[place(index)] }

  /// The position in the playlist, from 1.
  func position(_ index: Int) -> Int { place(index) + 1 }

  private func place(_ index: Int) -> Int { places.map { Int($0[index]) } ?? index }

  func index(of id: Int64) -> Int? {
    let place = contents.index(of: id)
    guard let places else { return place }
    return place.flatMap { place in
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle] < place { low = middle + 1 } else { high = middle }
      }
      return low < places.count && places[low] == place ? low : nil
    }
  }

  /// The total from an entry on; nil where that is not in the playlist.
  func remaining(from id: Int64) -> PlayTotal? {
    contents.index(of: id).map { contents.total(from: $0) }
  }

  func makeIterator() -> Iterator { Iterator(contents, places) }

  struct Iterator: IteratorProtocol {
    private let contents: PlaylistContents
    private let places: [UInt32]?
    private var all: PlaylistContents.Iterator
    private var index = 0

    fileprivate init(_ contents: PlaylistContents, _ places: [UInt32]?) {
      self.contents = contents
      self.places = places
      all = contents.makeIterator()
    }

    mutating func next() -> PlaylistEntry? {
      guard let places else { return all.next() }
      guard index < places.count else { return nil }
      defer { index += 1 }
      return contents[Int(places[index])]
    }
  }
}
