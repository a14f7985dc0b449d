internal import Music

/// The entries of a playlist that a filter leaves, in their order.
struct EntryList: Sequence, Sendable {
  private let contents: PlaylistContents
  /// Their indices in the playlist; nil for all.
  private let indices: [UInt32]?
  let total: PlayTotal

  init(_ contents: PlaylistContents) {
    self.contents = contents
    indices = nil
    total = contents.total
  }

  init(_ contents: PlaylistContents, where matches: (PlaylistEntry) -> Bool) {
    var indices: [UInt32] = []
    var time = PlayingTime()
    for (index, entry) in contents.enumerated() where matches(entry) {
      indices.append(UInt32(index))
      time.add(entry)
    }
    self.contents = contents
    self.indices = indices
    total = time.total
  }

  var count: Int { indices?.count ?? contents.count }
  var underestimatedCount: Int { count }

  subscript(index: Int) -> PlaylistEntry { contents[contentsIndex(index)] }

  /// The position in the playlist, from 1.
  func position(_ index: Int) -> Int { contentsIndex(index) + 1 }

  private func contentsIndex(_ index: Int) -> Int { indices.map { Int($0[index]) } ?? index }

  func index(of id: Int64) -> Int? {
    guard let index = contents.index(of: id) else { return nil }
    guard let indices else { return index }
    let found = indices.partitioningIndex { $0 >= index }
    return found < indices.count && indices[found] == index ? found : nil
  }

  /// The total from an entry on; nil where that is not in the playlist.
  func remaining(from id: Int64) -> PlayTotal? {
    contents.index(of: id).map { contents.total(from: $0) }
  }

  func makeIterator() -> Iterator { Iterator(contents, indices) }

  struct Iterator: IteratorProtocol {
    private let contents: PlaylistContents
    private let indices: [UInt32]?
    private var all: PlaylistContents.Iterator
    private var index = 0

    fileprivate init(_ contents: PlaylistContents, _ indices: [UInt32]?) {
      self.contents = contents
      self.indices = indices
      all = contents.makeIterator()
    }

    mutating func next() -> PlaylistEntry? {
      guard let indices else { return all.next() }
      guard index < indices.count else { return nil }
      defer { index += 1 }
      return contents[Int(indices[index])]
    }
  }
}
