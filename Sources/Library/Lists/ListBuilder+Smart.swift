internal import Catalog
internal import GRDB
internal import Music

/// Contents of smart playlists.
extension ListBuilder {
  /// The tracks of a smart playlist in its order, filtered.
  func tracks(of smart: SmartQuery, named name: String, _ filter: TrackQuery = .everything)
    throws -> TrackList
  {
    try use { catalog in
      let set = filter == .everything ? nil : try matching(filter, catalog)
      var asked = ReferencedPlaylists()
      let list = try tracks(of: smart, named: name, catalog, &asked)
      guard let set else { return list }
      return catalog.tracks(in: list, among: set)
    }
  }

  /// The tracks of a smart playlist; nil for one with entries.
  func smartTracks(of id: PlaylistID) throws -> [TrackID]? {
    guard let playlist = try db.uncounted(id), let smart = playlist.smart else { return nil }
    let list = try tracks(of: smart, named: playlist.name)
    return list.ids(0..<list.count).map { TrackID($0) }
  }

  /// The count of tracks of a smart playlist; nil for one with entries.
  func total(of playlist: Playlist) throws -> SmartTotal? {
    guard let smart = playlist.smart else { return nil }
    return try use { catalog in
      var asked = ReferencedPlaylists()
      if let limit = smart.limit {
        let all = try set(of: smart, named: playlist.name, catalog, &asked)
        if all.count > limit {
          let list = try tracks(of: smart, named: playlist.name, catalog, &asked)
          return SmartTotal(tracks: list.count, milliseconds: list.duration)
        }
      }
      let set = try set(of: smart, named: playlist.name, catalog, &asked)
      let total = catalog.total(of: set)
      return SmartTotal(tracks: total.tracks, milliseconds: total.time)
    }
  }

  private func tracks(
    of smart: SmartQuery, named name: String, _ catalog: Catalog, _ asked: inout ReferencedPlaylists
  ) throws -> TrackList {
    let set = try set(of: smart, named: name, catalog, &asked)
    let list = catalog.tracks(
      .songs, sort: smart.sort, isDescending: smart.isDescending, among: set,
      includesMissing: true)
    return smart.limit.map { catalog.tracks(in: list, first: $0) } ?? list
  }

  /// The tracks before the limit; missing ones only where the query asks for them.
  private func set(
    of smart: SmartQuery, named name: String, _ catalog: Catalog, _ asked: inout ReferencedPlaylists
  ) throws -> TrackSet {
    let query: TrackQuery
    do {
      query = try TrackQuery(parsing: smart.text)
    } catch {
      throw LibraryError.query(column: error.column, reason: "\(error.reason) (in \(name))")
    }
    try asked.enter(name)
    var set = try matching(query, catalog, &asked)
    asked.leave()
    if !query.mentions(.missing) { set.formIntersection(catalog.existing) }
    return set
  }

  /// Evaluates the smart playlists that a query refers to.
  func find(_ names: Set<String>, _ catalog: Catalog, _ asked: inout ReferencedPlaylists) throws {
    guard !names.isEmpty else { return }
    for (name, smart) in try db.smartPlaylists() {
      let folded = SortKey.folded(name)
      guard names.contains(folded), asked.tracks[folded] == nil else { continue }
      let list = try tracks(of: smart, named: name, catalog, &asked)
      asked.tracks[folded] = list.ids(0..<list.count)
    }
  }
}

/// Smart playlists in evaluation, each referred to by the one before.
struct ReferencedPlaylists {
  private var path: [String] = []
  /// Results by folded name.
  var tracks: [String: [Int64]] = [:]

  /// Nesting limit of smart playlists.
  private static let maximumDepth = 32

  mutating func enter(_ name: String) throws {
    let folded = SortKey.folded(name)
    if let first = path.firstIndex(where: { SortKey.folded($0) == folded }) {
      throw LibraryError.cycle(path[first...] + [name])
    }
    guard path.count < ReferencedPlaylists.maximumDepth else {
      throw LibraryError.cycle(path + [name])
    }
    path.append(name)
  }

  mutating func leave() { path.removeLast() }
}
