internal import GRDB
internal import Music

/// Lists of artists, albums and genres.
extension Database {
  func artists(isDescending: Bool) throws -> [OpenList.Group] {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT t.credit, g.albums, g.tracks, g.duration FROM (
          SELECT min(id) AS id, count(*) AS tracks, coalesce(sum(duration), 0) AS duration,
            count(DISTINCT CASE WHEN album_key <> \(TextKey.noneSQL) THEN album_key END) AS albums
          FROM tracks WHERE missing = 0 GROUP BY credit_key
        ) g JOIN tracks t ON t.id = g.id
        ORDER BY t.credit_key = \(TextKey.noneSQL), t.credit_key \(isDescending ? "DESC" : "")
        """)
    var groups: [OpenList.Group] = []
    while let row = try rows.next() {
      let name: String = row[0]
      groups.append(
        OpenList.Group(
          row: .artist(
            name, albums: row[1], tracks: row[2], duration: .microseconds(row[3] as Int64)),
          folded: SortKey.folded(name),
          tracks: row[2], duration: row[3]))
    }
    return groups
  }

  /// All albums, or those of one artist: these oldest first, unless another order is asked for.
  func albums(of artist: String?, sort: SortColumn, isDescending: Bool) throws -> [OpenList.Group] {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT t.credit, coalesce(t.album, ''), g.year, g.tracks, g.duration FROM (
          SELECT min(id) AS id, min(year) AS year, count(*) AS tracks,
            coalesce(sum(duration), 0) AS duration
            \(albumExtras(sort))
          FROM tracks WHERE missing = 0 \(artist == nil ? "" : "AND credit_key = ?")
          GROUP BY credit_key, album_key
        ) g JOIN tracks t ON t.id = g.id
        ORDER BY \(albumOrder(sort, ofOneArtist: artist != nil, isDescending: isDescending))
        """, arguments: artist.map { [TextKey.data($0)] } ?? [])
    var groups: [OpenList.Group] = []
    while let row = try rows.next() {
      let key = AlbumKey(artist: row[0], name: row[1])
      let year: Int? = row[2]
      groups.append(
        OpenList.Group(
          row: .album(key, year: year, tracks: row[3], duration: .microseconds(row[4] as Int64)),
          folded: SortKey.folded("\(key.name)\n\(key.artist)\n\(year.map(String.init) ?? "")"),
          tracks: row[3], duration: row[4]))
    }
    return groups
  }

  private func albumExtras(_ sort: SortColumn) -> String {
    switch sort {
    case .added: ", max(added) AS extra"
    case .plays: ", sum(plays) AS extra"
    case .rating: ", max(rating) AS extra"
    default: ""
    }
  }

  private func albumOrder(_ sort: SortColumn, ofOneArtist: Bool, isDescending: Bool) -> String {
    let down = isDescending ? " DESC" : ""
    let artist = "t.credit_key = \(TextKey.noneSQL), t.credit_key"
    let album = "t.album_key = \(TextKey.noneSQL), t.album_key"
    return switch sort {
    case .artist where ofOneArtist:
      "t.album_key = \(TextKey.noneSQL), g.year\(down) NULLS LAST, t.album_key"
    case .artist: "\(artist)\(down), \(album)"
    case .year: "g.year\(down) NULLS LAST, \(artist), \(album)"
    case .duration: "g.duration\(down), \(artist), \(album)"
    case .added, .plays, .rating: "g.extra\(down), \(artist), \(album)"
    default: "\(album)\(down), \(artist)"
    }
  }

  func genres(isDescending: Bool) throws -> [OpenList.Group] {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT coalesce(t.genre, ''), g.tracks, g.duration FROM (
          SELECT min(id) AS id, count(*) AS tracks, coalesce(sum(duration), 0) AS duration
          FROM tracks WHERE missing = 0 GROUP BY genre_key
        ) g JOIN tracks t ON t.id = g.id
        ORDER BY t.genre_key = \(TextKey.noneSQL), t.genre_key \(isDescending ? "DESC" : "")
        """)
    var groups: [OpenList.Group] = []
    while let row = try rows.next() {
      let name: String = row[0]
      groups.append(
        OpenList.Group(
          row: .genre(name, tracks: row[1], duration: .microseconds(row[2] as Int64)),
          folded: SortKey.folded(name), tracks: row[1],
          duration: row[2]))
    }
    return groups
  }
}
