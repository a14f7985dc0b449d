internal import GRDB
internal import Music

/// Lists of playlists and of their entries.
extension Database {
  static let playlistColumns = """
    SELECT p.id, p.name, p.folder, p.notes, p.color, p.target_bpm, p.template,
      count(t.id), coalesce(sum(CASE WHEN t.missing = 0 THEN \(partDuration) END), 0)
    FROM playlists p LEFT JOIN entries e ON e.playlist = p.id LEFT JOIN tracks t ON t.id = e.track
    """

  static func playlist(_ row: Row) -> Playlist {
    Playlist(
      id: PlaylistID(row[0]), name: row[1],
      folder: (row[2] as Int64?).map { PlaylistFolderID($0) },
      notes: row[3], color: row[4], targetBPM: row[5], template: template(row[6]),
      trackCount: row[7], duration: .microseconds(row[8] as Int64))
  }

  /// A template of a later version that this one cannot read groups nothing.
  static func template(_ text: String) -> GroupTemplate {
    do { return try GroupTemplate(text) } catch { return .none }
  }

  /// All playlists by name.
  func playlists() throws -> [Playlist] {
    let rows = try Row.fetchAll(self, sql: "\(Database.playlistColumns) GROUP BY p.id")
    let overlapping = try overlappingPlaylists()
    return try rows.map { row in
      var playlist = Database.playlist(row)
      if overlapping.contains(playlist.id) {
        playlist.duration = try total(of: playlist.id).duration
      }
      return playlist
    }.map { (SortKey.bytes($0.name), $0) }
      .sorted { $0.0 == $1.0 ? $0.1.id.rawValue < $1.1.id.rawValue : $0.0.precedes($1.0) }
      .map(\.1)
  }

  func playlist(_ id: PlaylistID) throws -> Playlist? {
    let rows = try Row.fetchAll(
      self, sql: "\(Database.playlistColumns) WHERE p.id = ? GROUP BY p.id",
      arguments: [id.rawValue])
    return try rows.first.map { row in
      var playlist = Database.playlist(row)
      playlist.duration = try total(of: id).duration
      return playlist
    }
  }

  /// All playlists, each under its folder; what matches a filter keeps the folders around it.
  func playlistRows(_ words: FilterWords) throws -> [OpenList.Group] {
    let slots = try Row.fetchAll(self, sql: "SELECT playlist, slot FROM slots")
    var slotsOf: [Int64: Set<MixSlot>] = [:]
    for row in slots {
      guard let playlist: Int64 = row[0], let slot = MixSlot(rawValue: row[1]) else { continue }
      slotsOf[playlist, default: []].insert(slot)
    }
    let playlists = Dictionary(grouping: try playlists(), by: \.folder)
    let folders = try Row.fetchAll(self, sql: "SELECT id, parent, name FROM playlist_folders")
      .map { (id: $0[0] as Int64, parent: $0[1] as Int64?, name: $0[2] as String) }
      .sorted { SortKey.bytes($0.name).precedes(SortKey.bytes($1.name)) }
    let children = Dictionary(grouping: folders, by: \.parent)

    func rows(in folder: Int64?, depth: Int) -> [OpenList.Group] {
      var found: [OpenList.Group] = []
      // Folders that some other program has nested in themselves end somewhere.
      for child in children[folder] ?? [] where depth < 32 {
        let inside = rows(in: child.id, depth: depth + 1)
        guard !inside.isEmpty || words.match(SortKey.folded(child.name)) else { continue }
        found.append(
          OpenList.Group(
            row: .playlistFolder(PlaylistFolderID(child.id), name: child.name, depth: depth),
            folded: "", tracks: 0, duration: 0))
        found += inside
      }
      for playlist in playlists[folder.map { PlaylistFolderID($0) }] ?? []
      where words.match(SortKey.folded(playlist.name)) {
        found.append(
          OpenList.Group(
            row: .playlist(playlist, slots: slotsOf[playlist.id.rawValue] ?? [], depth: depth),
            folded: "", tracks: playlist.trackCount,
            duration: playlist.duration.wholeMicroseconds))
      }
      return found
    }
    return rows(in: nil, depth: 0)
  }

  /// The entries of a playlist under the headers of its template.
  ///
  /// The tracks of a group are gathered under one header, and the groups come in the order of
  /// their first tracks.
  func entryRows(of id: PlaylistID, where isShown: (PlaylistEntry) -> Bool) throws
    -> [OpenList.PlaylistRow]
  {
    let entries = try entries(of: id).filter(isShown)
    let template = try String.fetchOne(
      self, sql: "SELECT template FROM playlists WHERE id = ?", arguments: [id.rawValue]
    ).map(Database.template)
    guard let template, !template.isEmpty else { return entries.map { .entry($0) } }

    var order: [String] = []
    var groups: [String: (first: Track, years: ClosedRange<Int>?, entries: [PlaylistEntry])] = [:]
    let tracks = try tracks(Array(Set(entries.map(\.track))))
    for entry in entries {
      guard let track = tracks[entry.track] else { continue }
      let key = template.key(for: track)
      if groups[key] == nil {
        order.append(key)
        groups[key] = (track, nil, [])
      }
      groups[key]?.entries.append(entry)
      if let year = track.tags.year {
        let years = groups[key]?.years ?? year...year
        groups[key]?.years = min(years.lowerBound, year)...max(years.upperBound, year)
      }
    }
    return order.flatMap { key -> [OpenList.PlaylistRow] in
      guard let group = groups[key] else { return [] }
      let header = OpenList.PlaylistRow.header(
        key: key, text: template.text(for: group.first, years: group.years),
        tracks: group.entries.count,
        duration: group.entries.reduce(0) { $0 &+ $1.duration })
      return [header] + group.entries.map { .entry($0) }
    }
  }

  /// How long a playlist plays.
  func total(of id: PlaylistID) throws -> PlayTotal { PlayingTime.total(try entries(of: id)) }

  /// The playlists with crossfades, whose times are no mere sums.
  private func overlappingPlaylists() throws -> Set<PlaylistID> {
    let found = try Int64.fetchAll(
      self, sql: "SELECT DISTINCT playlist FROM entries WHERE crossfade > 0")
    return Set(found.map { PlaylistID($0) })
  }

  func entries(of id: PlaylistID) throws -> [PlaylistEntry] {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT e.id, e.track, \(Database.partDuration), e.title IS NOT NULL,
          coalesce(e.crossfade, 0), t.missing
        FROM entries e JOIN tracks t ON t.id = e.track
        WHERE e.playlist = ? ORDER BY e.position, e.id
        """, arguments: [id.rawValue])
    var entries: [PlaylistEntry] = []
    while let row = try rows.next() {
      entries.append(
        PlaylistEntry(
          id: row[0], track: row[1], duration: row[2] ?? 0, isUnknown: row.hasNull(atIndex: 2),
          crossfade: row[4], isMissing: row[5], place: entries.count + 1, isPiece: row[3]))
    }
    return entries
  }
}

extension [UInt8] {
  func precedes(_ other: [UInt8]) -> Bool { lexicographicallyPrecedes(other) }
}

extension Duration {
  /// Microseconds, fractions cut off.
  var wholeMicroseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
