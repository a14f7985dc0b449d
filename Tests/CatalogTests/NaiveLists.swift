import Catalog
import Music

/// What lists are, said once more in the plainest way: rows are compared key by key.
struct NaiveLists {
  let rows: [CatalogRow]

  init(_ rows: some Collection<CatalogRow>) {
    self.rows = rows.filter { !$0.flags.contains(.missing) }.sorted { $0.id < $1.id }
  }

  /// A part of what rows are compared by. None is behind everything in both directions.
  enum Key: Equatable {
    case bytes([UInt8])
    case number(Double)
    case none

    func precedes(_ other: Key) -> Bool {
      switch (self, other) {
      case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
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

  private static func artist(_ row: CatalogRow) -> [Key] {
    [
      text(row.artist), text(row.album), number(row.disc), number(row.track),
      number(row.duration), number(row.id),
    ]
  }
  private static func title(_ row: CatalogRow) -> [Key] {
    [text(row.title), number(row.duration), number(row.id)]
  }
  private static func path(_ row: CatalogRow) -> [Key] {
    [folder(row.folder), text(row.name), number(row.id)]
  }

  /// What comes first in a sort, and what decides where that is equal.
  static func keys(_ sort: SortColumn, _ row: CatalogRow) -> (first: Key, others: [Key]) {
    switch sort {
    case .artist: (text(row.artist), artist(row))
    case .title: (text(row.title), title(row))
    case .album:
      (
        text(row.album),
        [
          text(row.credit), number(row.disc), number(row.track), text(row.name), number(row.id),
        ]
      )
    case .year: (known(Double(row.year)), artist(row))
    case .bpm: (known(row.bpm), artist(row))
    case .key: (known(Double(row.key?.number ?? 0)), artist(row))
    case .duration: (known(Double(row.duration)), artist(row))
    case .rating: (known(Double(row.rating)), artist(row))
    case .plays: (number(row.plays), artist(row))
    case .added: (number(row.added), artist(row))
    case .played: (known(Double(row.played)), artist(row))
    case .energy: (row.energy.map { .number($0) } ?? .none, artist(row))
    case .loudness: (row.loudness.map { .number($0) } ?? .none, artist(row))
    case .path: (.none, path(row))
    }
  }

  func sorted(_ sort: SortColumn, _ isDescending: Bool) -> [CatalogRow] {
    let keyed = rows.map { (row: $0, keys: Self.keys(sort, $0)) }
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

  /// Rows by an own choice of keys.
  func sorted(by keys: (CatalogRow) -> [Key]) -> [CatalogRow] {
    rows.map { ($0, keys($0)) }.sorted { Self.precedes($0.1, $1.1) }.map(\.0)
  }

  // MARK: Groups

  struct Group: Equatable, CustomStringConvertible {
    var credit: String
    var album: String = ""
    var albums = 0
    var tracks = 0
    var year: Int64 = 0
    var duration: Int64 = 0
    var extra: Int64 = 0

    var description: String { "\(credit)/\(album) \(albums) \(tracks) \(year) \(duration)" }
  }

  func groups(_ key: (CatalogRow) -> [Key], extra: SortColumn = .artist) -> [Group] {
    var places: [String: Int] = [:]
    var groups: [Group] = []
    var albums: [Set<String>] = []
    for row in rows {
      let name = "\(key(row))"
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append(Group(credit: row.credit, album: row.album))
        albums.append([])
      }
      groups[place].tracks += 1
      groups[place].duration += row.duration
      if row.year != 0 {
        groups[place].year = groups[place].year == 0 ? row.year : min(groups[place].year, row.year)
      }
      if Self.text(row.album) != .none { albums[place].insert("\(Self.text(row.album))") }
      switch extra {
      case .added: groups[place].extra = max(groups[place].extra, row.added)
      case .played: groups[place].extra = max(groups[place].extra, row.played)
      case .plays: groups[place].extra += row.plays
      case .rating: groups[place].extra = max(groups[place].extra, row.rating)
      default: break
      }
    }
    for place in groups.indices { groups[place].albums = albums[place].count }
    return groups
  }

  func albums(_ sort: SortColumn, _ isDescending: Bool, of artist: String?) -> [Group] {
    let groups = groups({ [Self.text($0.credit), Self.text($0.album)] }, extra: sort)
      .filter { artist.map(Self.text) ?? Self.text($0.credit) == Self.text($0.credit) }
    func keys(_ group: Group) -> (Key, [Key]) {
      let (credit, album) = (Self.text(group.credit), Self.text(group.album))
      return switch sort {
      case .artist where artist != nil: (Self.known(Double(group.year)), [album])
      case .artist: (credit, [album])
      case .year: (Self.known(Double(group.year)), [credit, album])
      case .duration: (Self.number(group.duration), [credit, album])
      case .added, .played, .plays, .rating: (Self.number(group.extra), [credit, album])
      default: (album, [credit])
      }
    }
    return groups.sorted { left, right in
      let (left, right) = (keys(left), keys(right))
      if sort == .artist, artist != nil {
        let nones = (left.1 == [Key.none], right.1 == [Key.none])
        if nones.0 != nones.1 { return nones.1 }
      }
      if left.0 != right.0 {
        return isDescending && left.0 != .none && right.0 != .none
          ? right.0.precedes(left.0) : left.0.precedes(right.0)
      }
      return Self.precedes(left.1, right.1)
    }
  }
}
