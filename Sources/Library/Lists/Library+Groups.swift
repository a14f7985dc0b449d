internal import Catalog
internal import GRDB
package import Music

extension Library {
  /// The headers of a grouped list alone, in a range of groups; none for an ungrouped list.
  package func groups(_ query: ListQuery, range: Range<Int>) async throws(LibraryError)
    -> ListWindow
  {
    await catalog.ready()
    return try await read { db in
      let list = try ListBuilder(db, self).list(query)
      var window = ListWindow(
        query: query, trackCount: list.trackCount, duration: .microseconds(list.duration))
      guard case .grouped(let grouped) = list.content else { return window }
      let shown = range.clamped(to: 0..<grouped.grouping.groups.count)
      window.count = grouped.grouping.groups.count
      window.start = shown.lowerBound
      window.rows = try grouped.headers(shown, db)
      return window
    }
  }

  /// All entries behind some rows of a playlist, duplicates of a track included.
  package func entries(of rows: [RowID], in query: ListQuery) async throws(LibraryError)
    -> [EntryID]
  {
    let entries = rows.compactMap { if case .entry(let id) = $0 { id } else { nil } }
    guard entries.count < rows.count else { return entries }
    await catalog.ready()
    return try await read { db in
      let content = try ListBuilder(db, self).list(query).content
      return rows.flatMap { row -> [EntryID] in
        switch (row, content) {
        case (.entry(let id), _): return [id]
        case (.group(let key), .grouped(let list)):
          guard let entries = list.entries, let group = list.group(key) else { return [] }
          return list.places(group).map { EntryID(entries[Int($0)].id) }
        default: return []
        }
      }
    }
  }

  /// Moves whole groups of a playlist past their neighbours; false where there is none.
  ///
  /// The entries of the groups become contiguous; all others keep their order.
  package func moveGroups(_ keys: [String], in query: ListQuery, by step: Int)
    async throws(LibraryError) -> Bool
  {
    guard case .playlist(let playlist) = query.source else { return false }
    await catalog.ready()
    let found = try await read { db -> (moving: [EntryID], index: Int)? in
      guard case .grouped(let list) = try ListBuilder(db, self).list(query).content else {
        return nil
      }
      let groups = keys.compactMap(list.group).sorted()
      guard let first = groups.first, let last = groups.last else { return nil }
      let neighbor = step < 0 ? first - 1 : last + 1
      guard list.grouping.groups.indices.contains(neighbor) else { return nil }
      guard let entries = list.entries else { return nil }
      func ids(_ group: Int) -> [Int64] { list.places(group).map { entries[Int($0)].id } }
      let moving = groups.flatMap(ids)
      let gone = Set(moving)
      // Groups come in the order of their first entries: the move is past one of these.
      let rest = try ListBuilder(db, self).contents(of: playlist).map(\.id)
        .filter { !gone.contains($0) }
      guard let index = ids(neighbor).first.flatMap({ rest.firstIndex(of: $0) }) else { return nil }
      return (moving.map { EntryID($0) }, step < 0 ? index : index + 1)
    }
    guard let found else { return false }
    try await moveEntries(found.moving, of: playlist, to: found.index)
    return true
  }
}
