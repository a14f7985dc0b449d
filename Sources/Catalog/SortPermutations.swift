internal import Music

/// The orders that need texts to be compared: always present, and updated by merging.
struct SortPermutations {
  enum Kind: CaseIterable {
    /// Artist, album, disc, track number, duration.
    case artist
    /// Album, album credit, disc, track number, file name.
    case album
    /// Sort name of the title, title, duration.
    case title
    /// Folder, file name.
    case path

    /// The order of a list sorted by a column; nil for orders by numbers, built on demand.
    init?(_ sort: SortColumn) {
      switch sort {
      // Each track counts as one.
      case .artist, .tracks: self = .artist
      case .album: self = .album
      case .title: self = .title
      case .path: self = .path
      case .year, .bpm, .key, .duration, .rating, .plays, .added, .played, .energy, .loudness,
        .category, .collection, .mood:
        return nil
      }
    }
  }

  /// Ordinals of the present tracks.
  var artist = Column<UInt32>()
  var album = Column<UInt32>()
  var title = Column<UInt32>()
  var path = Column<UInt32>()
  /// The tracks whose title or sort name differs from the one before in order of title.
  var titleStarts = TrackSet(capacity: 0)

  subscript(kind: Kind) -> Column<UInt32> {
    get {
      switch kind {
      case .artist: artist
      case .album: album
      case .title: title
      case .path: path
      }
    }
    set {
      switch kind {
      case .artist: artist = newValue
      case .album: album = newValue
      case .title: title = newValue
      case .path: path = newValue
      }
    }
  }

  /// Removes tracks from all orders and inserts others; a moved track is both.
  mutating func update(leaving: TrackSet?, joining: [UInt32], in columns: TrackColumns) {
    titleStarts = titleStarts.grown(to: columns.count)
    if let leaving {
      leaveTitles(leaving)
      for kind in Kind.allCases {
        self[kind] = SortPermutations.removing(leaving, from: self[kind])
      }
    }
    guard !joining.isEmpty else { return }
    var merged = [Merged?](repeating: nil, count: Kind.allCases.count)
    merged.withUnsafeMutableBufferPointer { merged in
      let places = merged
      Concurrently.perform(places.count) { part in
        places[part] = self.merged(joining, Kind.allCases[part], columns)
      }
    }
    for (kind, merged) in zip(Kind.allCases, merged) {
      guard let merged else { continue }
      self[kind] = merged.order
      if kind == .title { startTitles(at: merged.places, columns) }
    }
  }

  /// A merged order, and the positions of the inserted tracks.
  private struct Merged {
    var order: Column<UInt32>
    var places: [Int]
  }

  private static func removing(_ leaving: TrackSet, from order: Column<UInt32>) -> Column<UInt32> {
    Column(capacity: order.count) { kept in
      var count = 0
      for track in order.values {
        kept[count] = track
        count += leaving[Int(track)] ? 0 : 1
      }
      return count
    }
  }

  private func merged(_ joining: [UInt32], _ kind: Kind, _ columns: TrackColumns) -> Merged {
    let comparison = TrackComparison(kind, columns)
    var added = joining.map { comparison.item(Int($0)) }
    // In place: for all tracks of a library these are 24 MB.
    added.sort(by: comparison.precedes)
    var places: [Int] = []
    places.reserveCapacity(kind == .title ? added.count : 0)
    let known = self[kind]
    let order = UnsafeBufferPointer(known.values)
    var merged = Column<UInt32>()
    merged.reserve(order.count + added.count)
    var start = 0
    for item in added {
      let index = TrackColumns.Names.partitionIndex(in: start..<order.count) {
        comparison.precedes(comparison.item(Int(order[$0])), item)
      }
      merged.append(contentsOf: order[start..<index])
      if kind == .title { places.append(merged.count) }
      merged.append(item.track)
      start = index
    }
    merged.append(contentsOf: order[start...])
    return Merged(order: merged, places: places)
  }

  // MARK: Starts of titles

  private mutating func leaveTitles(_ leaving: TrackSet) {
    var wasStart = false
    for track in title.values {
      let track = Int(track)
      let isStart = titleStarts[track] || wasStart
      wasStart = isStart && leaving[track]
      titleStarts[track] = isStart && !leaving[track]
    }
  }

  /// Updates the starts of inserted tracks, and of the one behind each.
  private mutating func startTitles(at places: [Int], _ columns: TrackColumns) {
    let order = title.values
    func note(_ index: Int) {
      let track = Int(order[index])
      titleStarts[track] =
        index == 0
        || columns.compareTitles(Int(order[index - 1]), track) != 0
    }
    for index in places {
      note(index)
      if index + 1 < order.count { note(index + 1) }
    }
  }
}

extension TrackColumns {
  /// Negative, zero or positive, as a track sorts before, with or behind another one by title:
  /// first by the titles' sort names.
  func compareTitles(_ left: Int, _ right: Int) -> Int {
    let titles = (title(left), title(right))
    if !sortTitles.isEmpty {
      let order = NaturalOrder.compare(
        sortTitles[left] ?? titles.0, sortTitles[right] ?? titles.1)
      if order != 0 { return order }
    }
    return NaturalOrder.compare(titles.0, titles.1)
  }
}

/// Compares tracks in one of the permanent orders.
struct TrackComparison {
  /// A track with its first sort criterion.
  struct Item {
    var high: UInt64
    var low: UInt64
    var track: UInt32
  }

  private let kind: SortPermutations.Kind
  private let shared: Shared
  private var columns: TrackColumns { _read { yield shared.columns } }

  /// Sorting copies the comparison again and again: one reference rather than one per column.
  private final class Shared {
    let columns: TrackColumns

    init(_ columns: TrackColumns) { self.columns = columns }
  }

  init(_ kind: SortPermutations.Kind, _ columns: TrackColumns) {
    self.kind = kind
    shared = Shared(columns)
  }

  func item(_ track: Int) -> Item {
    let index = UInt64(columns.disc[track]) << 48 | UInt64(columns.track[track]) << 32
    switch kind {
    case .artist:
      return Item(
        high: rank(columns.artist, track) << 32 | rank(columns.album, track),
        low: index | UInt64(columns.duration[track]), track: UInt32(track))
    case .album:
      return Item(
        high: rank(columns.album, track) << 32 | rank(columns.albumCredit, track), low: index,
        track: UInt32(track))
    case .title:
      let prefix = NaturalOrder.prefix(columns.sortTitle(track))
      return Item(high: prefix.0, low: prefix.1, track: UInt32(track))
    case .path:
      let prefix = NaturalOrder.prefix(columns.name(track))
      return Item(high: rank(columns.folder, track), low: prefix.0, track: UInt32(track))
    }
  }

  private func rank(_ names: TrackColumns.Names, _ track: Int) -> UInt64 {
    UInt64(names.ranks[Int(names.index[track])])
  }

  func precedes(_ left: Item, _ right: Item) -> Bool {
    if left.high != right.high { return left.high < right.high }
    if left.low != right.low { return left.low < right.low }
    let (l, r) = (Int(left.track), Int(right.track))
    switch kind {
    case .artist: break
    case .title:
      let order = columns.compareTitles(l, r)
      if order != 0 { return order < 0 }
      let durations = (columns.duration[l], columns.duration[r])
      if durations.0 != durations.1 { return durations.0 < durations.1 }
    case .album, .path:
      let order = NaturalOrder.compare(columns.name(l), columns.name(r))
      if order != 0 { return order < 0 }
    }
    return left.track < right.track
  }
}
