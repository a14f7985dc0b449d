internal import Catalog
internal import GRDB
internal import Music

extension ListBuilder {
  /// The query with its group template, `.none` where it has none.
  func resolved(_ query: ListQuery) throws -> ListQuery {
    var query = query
    if !query.source.isGroupable {
      query.template = GroupTemplate.none
    } else if query.template == nil {
      query.template = try stored(query.source)
    }
    if query.template?.isEmpty ?? true { query.collapsed = CollapsedGroups() }
    return query
  }

  /// The stored grouping of a playlist.
  private func stored(_ source: ListSource) throws -> GroupTemplate {
    guard case .playlist(let id) = source else { return .none }
    let statement = try db.cachedStatement(sql: "SELECT template FROM playlists WHERE id = ?")
    return try String.fetchOne(statement, arguments: [id.rawValue]).map(Database.template)
      ?? GroupTemplate.none
  }

  /// The list of a resolved query under headers; nil for one without headers.
  ///
  /// Built from the cached list without headers, so that another template costs only the grouping.
  func grouped(_ query: ListQuery) throws -> OpenList? {
    guard let template = query.template, !template.isEmpty else { return nil }
    var plain = query
    if !query.collapsed.isEmpty {
      plain.collapsed = CollapsedGroups()
      var list = try self.list(plain)
      if case .grouped(let groups) = list.content {
        list.content = .grouped(groups.collapsing(query.collapsed))
      }
      return list
    }
    plain.template = GroupTemplate.none
    var list = try self.list(plain)
    let grouped: GroupedList?
    switch list.content {
    case .rows(let heads, let tracks):
      grouped = try grouping(tracks, template).map {
        GroupedList(.tracks(tracks), $0, by: template, heads: heads)
      }
    case .folder(let folders, let heads, let tracks):
      grouped = try grouping(tracks, template).map {
        GroupedList(.tracks(tracks), $0, by: template, folders: folders, heads: heads)
      }
    case .playlist(let entries): grouped = try grouping(entries, template)
    case .groups, .grouped, .duplicates, .playlists: grouped = nil
    }
    if let grouped { list.content = .grouped(grouped) }
    return list
  }

  private func grouping(_ tracks: TrackList, _ template: GroupTemplate) throws -> TrackGroups? {
    try use { catalog in
      catalog.ordinals(of: tracks).map { catalog.groups(of: $0, by: template) }
    }
  }

  private func grouping(_ entries: EntryList, _ template: GroupTemplate) throws -> GroupedList? {
    let (tracks, durations) = (entries.map(\.track), entries.map(\.duration))
    return try use { catalog in
      catalog.ordinals(of: tracks).map { ordinals in
        let grouping = catalog.groups(of: ordinals, by: template) { durations[$0] }
        return GroupedList(.entries(entries), grouping, by: template)
      }
    }
  }
}
