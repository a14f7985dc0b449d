internal import Catalog
internal import GRDB
internal import Music

/// The first row of a list whose name begins with a text.
extension ListBuilder {
  typealias Jump = (jump: ListJump, index: Int?)

  /// Only ids and names of the catalog are compared: a list of a million tracks takes twenty steps.
  func find(_ text: String, in list: OpenList, of query: ListQuery) throws -> Jump {
    guard let beginning = NameBeginning(text) else { return (.empty, nil) }
    switch list.content {
    case .groups(let groups):
      let isOfOneArtist = if case .artist = query.source { true } else { false }
      return groups.find(
        beginning, sort: query.sort, isDescending: query.isDescending,
        isOfOneArtist: isOfOneArtist)
    case .folder(let folders, let heads, let tracks):
      return try first(
        folders.find(beginning, isDescending: query.isDescending), of: folders.count,
        find(beginning, heads), of: heads.count, find(beginning, tracks, of: query))
    case .rows(let heads, let tracks):
      return try first(
        (.empty, nil), of: 0, find(beginning, heads), of: heads.count,
        find(beginning, tracks, of: query))
    case .playlists(let playlists):
      return find(beginning, (0..<playlists.count).map { playlists[$0] })
    case .playlist, .duplicates: return (.unsorted, nil)
    case .grouped(let list):
      var found: Jump = (.unsorted, nil)
      if case .tracks(let tracks) = list.items {
        found = try find(beginning, tracks, of: query)
        found.index = found.index.flatMap { list.row(ofItem: $0) }.map { $0 - list.headCount }
      }
      return first(
        list.folders.find(beginning, isDescending: query.isDescending), of: list.folders.count,
        find(beginning, list.heads), of: list.heads.count, found)
    }
  }

  /// Of folders, of the rows behind them and of tracks: the first match, or else the first row.
  private func first(
    _ folder: Jump, of folders: Int, _ head: Jump, of heads: Int, _ track: Jump
  ) -> Jump {
    let parts: [Jump] = [
      folder, (head.jump, head.index.map { $0 + folders }),
      (track.jump, track.index.map { $0 + folders + heads }),
    ]
    return parts.first { $0.jump == .found } ?? parts.first { $0.jump == .next }
      ?? parts.first { $0.jump == .unsorted } ?? (.empty, nil)
  }

  private func find(_ beginning: NameBeginning, _ heads: [OpenList.Group]) -> Jump {
    ListJump.result(
      beginning.find(
        in: heads.map { head in
          switch head.row {
          case .playlist(let node): node.playlist.name
          case .playlistFolder(let folder, _): folder.name
          default: head.folded
          }
        }))
  }

  private func find(_ beginning: NameBeginning, _ tracks: TrackList, of query: ListQuery) throws
    -> Jump
  {
    var (sort, isDescending) = (query.sort, query.isDescending)
    var isOneFolder = false
    switch query.source {
    case .playlist(let id):
      guard let smart = try db.uncounted(id)?.smart else { return (.unsorted, nil) }
      (sort, isDescending) = (smart.sort, smart.isDescending)
    case .folder: isOneFolder = true
    // In an album tracks are by disc and number.
    case .album where sort == .artist || sort == .album: return (.unsorted, nil)
    case .songs, .artists, .albums, .genres, .categories, .artist, .album, .genre, .category,
      .lists, .smart, .duplicates, .playlists:
      break
    }
    return try use {
      $0.find(
        beginning, in: tracks, sort: sort, isDescending: isDescending, isOneFolder: isOneFolder)
    }
  }
}
