package import Music

extension LabelTable {
  /// The tracks with a value of a field that contains a folded text, among so many; of any value
  /// for "".
  func tracks(_ field: LabelField, containing needle: String, capacity: Int) -> TrackSet {
    var set = TrackSet(capacity: capacity)
    let names = names(field)
    let isAny = needle.isEmpty
    guard let hits = isAny ? [] : names.folded.hits(TextFinder(needle)) else { return set }
    for row in 0..<count
    where self.names(field, ofRow: row).contains(where: { isAny || hits[$0] != 0 }) {
      set[Int(tracks[row])] = true
    }
    return set
  }

  /// By ordinal, the sort keys of tracks: `.max` for those without a value.
  func keys(_ field: LabelField, isDescending: Bool, capacity: Int) -> Column<UInt32> {
    let keys = Column<UInt32>(repeating: .max, count: capacity)
    let ranks = names(field).ranks
    for row in 0..<count {
      guard let name = names(field, ofRow: row).first else { continue }
      keys[Int(tracks[row])] = isDescending ? .max - 1 - ranks[name] : ranks[name]
    }
    return keys
  }
}

extension SortColumn {
  /// The label that tracks are sorted by.
  var label: LabelField? {
    switch self {
    case .category: .category
    case .collection: .collection
    case .mood: .mood
    case .artist, .title, .album, .year, .bpm, .key, .duration, .rating, .plays, .added, .path,
      .played, .energy, .loudness, .tracks:
      nil
    }
  }
}

extension Catalog {
  /// The values of a label of all visible tracks, in natural order, each in its first spelling.
  package func labelValues(_ field: LabelField) -> [LabelValue] {
    let (labels, visible) = (columns.labels, visible)
    let names = labels.names(field)
    var counts = [Int](repeating: 0, count: names.count)
    for row in 0..<labels.count where visible[Int(labels.tracks[row])] {
      for name in labels.names(field, ofRow: row) { counts[Int(names.same[name])] += 1 }
    }
    return names.sorted.array.compactMap { name in
      let count = counts[Int(name)]
      return count > 0 ? LabelValue(name: names.shown.string(Int(name)), tracks: count) : nil
    }
  }

  /// Categories of tracks that have one, in order of name unless another order is requested.
  package func categories(
    sort: SortColumn = .artist, isDescending: Bool, among: TrackSet? = nil
  ) -> GroupList {
    let (labels, counted) = (columns.labels, counted(among))
    let names = labels.category
    var groups = Array(repeating: GroupList.Numbers(), count: names.count)
    for row in 0..<labels.count where counted[Int(labels.tracks[row])] {
      let (track, name) = (Int(labels.tracks[row]), Int(names.index[row]))
      guard !names.isNone(name) else { continue }
      let group = Int(names.same[name])
      if groups[group].tracks == 0 {
        (groups[group].first, groups[group].name) = (UInt32(track), UInt32(name))
      }
      groups[group].tracks += 1
      groups[group].duration += UInt64(columns.duration[track])
    }
    return GroupList(
      .categories, groups, sequence(sort, groups, by: names, isDescending), names: names)
  }

  /// The tracks with a category, or with one of some by name.
  func categorised(where isWanted: (Int) -> Bool = { _ in true }) -> TrackSet {
    let labels = columns.labels
    var set = TrackSet(capacity: count)
    for row in 0..<labels.count {
      let name = Int(labels.category.index[row])
      if !labels.category.isNone(name), isWanted(name) { set[Int(labels.tracks[row])] = true }
    }
    return set
  }
}
