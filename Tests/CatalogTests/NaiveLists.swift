import Catalog
import CatalogRows
import Music

/// Reference implementation of lists: rows are compared key by key.
struct NaiveLists {
  let rows: [CatalogRow]
  let names: NaiveSortNames

  /// - Parameter names: Sort names; nil for those of these rows.
  init(_ rows: some Collection<CatalogRow>, names: NaiveSortNames? = nil) {
    self.rows = rows.filter { !$0.flags.contains(.missing) }.sorted { $0.id < $1.id }
    self.names = names ?? NaiveSortNames(rows)
  }

  func filtered(_ condition: (CatalogRow) -> Bool) -> NaiveLists {
    NaiveLists(rows.filter(condition), names: names)
  }

  /// One part of a sort key. None comes last in both directions.
  enum Key: Hashable {
    case bytes([UInt8])
    /// Sort name, then name.
    case name([UInt8], [UInt8])
    case number(Double)
    case none

    func precedes(_ other: Key) -> Bool {
      switch (self, other) {
      case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
      case (.name(let left, let leftName), .name(let right, let rightName)):
        left == right
          ? leftName.lexicographicallyPrecedes(rightName) : left.lexicographicallyPrecedes(right)
      case (.number(let left), .number(let right)): left < right
      case (.none, _): false
      default: other == .none
      }
    }
  }

  static func text(_ text: String) -> Key {
    let bytes = SortKey.bytes(text)
    return bytes.isEmpty ? .none : .bytes(bytes)
  }
  private static func number(_ number: Int64) -> Key { .number(Double(number)) }
  private static func known(_ number: Double) -> Key { number == 0 ? .none : .number(number) }
  private static func folder(_ path: FilePath) -> Key {
    .bytes(FolderKey.key(path) + path.bytes)
  }

  private func artist(_ row: CatalogRow) -> [Key] {
    [
      names.artist(row.artist), names.album(row.album), Self.number(row.disc),
      Self.number(row.track), Self.number(row.duration), Self.number(row.id),
    ]
  }
  private static func title(_ row: CatalogRow) -> [Key] {
    [NaiveSortNames.title(row), number(row.duration), number(row.id)]
  }
  private static func path(_ row: CatalogRow) -> [Key] {
    [folder(row.folder), text(row.name), number(row.id)]
  }

  /// Primary key of a sort, and keys that break ties.
  func keys(_ sort: SortColumn, _ row: CatalogRow) -> (first: Key, others: [Key]) {
    switch sort {
    // The number of tracks is 1 for each row.
    case .artist, .tracks: (names.artist(row.artist), artist(row))
    case .title: (NaiveSortNames.title(row), Self.title(row))
    case .album:
      (
        names.album(row.album),
        [
          names.albumCredit(row.albumCredit), Self.number(row.disc), Self.number(row.track),
          Self.text(row.name), Self.number(row.id),
        ]
      )
    case .year: (Self.known(Double(row.year)), artist(row))
    case .bpm: (Self.known(row.bpm), artist(row))
    case .key: (Self.known(Double(row.key?.number ?? 0)), artist(row))
    case .duration: (Self.known(Double(row.duration)), artist(row))
    case .rating: (Self.known(Double(row.rating)), artist(row))
    case .plays: (Self.number(row.plays), artist(row))
    case .added: (Self.number(row.added), artist(row))
    case .played: (Self.known(Double(row.played)), artist(row))
    case .energy: (row.energy.map { .number($0) } ?? .none, artist(row))
    case .loudness: (row.loudness.map { .number($0) } ?? .none, artist(row))
    case .category: (Self.text(row.category), artist(row))
    case .collection: (Self.text(row.collection), artist(row))
    case .mood: (Self.text(row.mood), artist(row))
    case .path: (.none, Self.path(row))
    }
  }

  func sorted(_ sort: SortColumn, _ isDescending: Bool) -> [CatalogRow] {
    let keyed = rows.map { (row: $0, keys: keys(sort, $0)) }
    let ascending = keyed.sorted { left, right in
      if left.keys.first != right.keys.first {
        return isDescending && left.keys.first != .none && right.keys.first != .none
          ? right.keys.first.precedes(left.keys.first)
          : left.keys.first.precedes(right.keys.first)
      }
      return Self.precedes(left.keys.others, right.keys.others)
    }
    return isDescending && sort == .path ? ascending.map(\.row).reversed() : ascending.map(\.row)
  }

  static func precedes(_ left: [Key], _ right: [Key]) -> Bool {
    for (left, right) in zip(left, right) where left != right { return left.precedes(right) }
    return false
  }

  /// Rows sorted by any keys.
  func sorted(by keys: (CatalogRow) -> [Key]) -> [CatalogRow] {
    rows.map { ($0, keys($0)) }.sorted { Self.precedes($0.1, $1.1) }.map(\.0)
  }

  // MARK: Groups

  struct Group: Equatable, CustomStringConvertible {
    var albumCredit: String
    var album: String = ""
    var albums = 0
    var tracks = 0
    var year: Int64 = 0
    var duration: Int64 = 0
    var extra: Int64 = 0

    var description: String { "\(albumCredit)/\(album) \(albums) \(tracks) \(year) \(duration)" }
  }

  func groups(_ key: (CatalogRow) -> [Key], extra: SortColumn = .artist) -> [Group] {
    var places: [[Key]: Int] = [:]
    var groups: [Group] = []
    var albums: [Set<Key>] = []
    for row in rows {
      let name = key(row)
      let index = places[name] ?? groups.count
      if index == groups.count {
        places[name] = index
        groups.append(Group(albumCredit: row.albumCredit, album: row.album))
        albums.append([])
      }
      groups[index].tracks += 1
      groups[index].duration += row.duration
      if row.year != 0 {
        groups[index].year = groups[index].year == 0 ? row.year : min(groups[index].year, row.year)
      }
      let album = Self.text(row.album)
      if album != .none { albums[index].insert(album) }
      switch extra {
      case .added: groups[index].extra = max(groups[index].extra, row.added)
      case .played: groups[index].extra = max(groups[index].extra, row.played)
      case .plays: groups[index].extra += row.plays
      case .rating: groups[index].extra = max(groups[index].extra, row.rating)
      default: break
      }
    }
    for index in groups.indices { groups[index].albums = albums[index].count }
    return groups
  }

  func albums(_ sort: SortColumn, _ isDescending: Bool, of artist: String?) -> [Group] {
    let wanted = artist.map(Self.text)
    let groups = groups({ [Self.text($0.albumCredit), Self.text($0.album)] }, extra: sort)
      .filter { wanted == nil || wanted == Self.text($0.albumCredit) }
    func keys(_ group: Group) -> (Key, [Key]) {
      let (albumCredit, album) = (names.albumCredit(group.albumCredit), names.album(group.album))
      return switch sort {
      case .artist where artist != nil: (Self.known(Double(group.year)), [album])
      case .artist: (albumCredit, [album])
      case .year: (Self.known(Double(group.year)), [albumCredit, album])
      case .tracks: (Self.number(Int64(group.tracks)), [albumCredit, album])
      case .duration: (Self.number(group.duration), [albumCredit, album])
      case .added, .played, .plays, .rating: (Self.number(group.extra), [albumCredit, album])
      default: (album, [albumCredit])
      }
    }
    return groups.map { (group: $0, keys: keys($0)) }.sorted { left, right in
      let (left, right) = (left.keys, right.keys)
      if sort == .artist, artist != nil {
        let nones = (left.1 == [Key.none], right.1 == [Key.none])
        if nones.0 != nones.1 { return nones.1 }
      }
      if left.0 != right.0 {
        return isDescending && left.0 != .none && right.0 != .none
          ? right.0.precedes(left.0) : left.0.precedes(right.0)
      }
      return Self.precedes(left.1, right.1)
    }.map(\.group)
  }
}
