internal import GRDB
package import Music

extension Library {
  /// Lets entries begin at the first cue of one kind and end at the last of another, each where its
  /// track has such a cue, in one step. Later changes of the cues do not affect them.
  ///
  /// - Parameters:
  ///   - start: nil leaves the beginnings as they are.
  ///   - end: nil leaves the ends as they are.
  package func setParts(of entries: [EntryID], start: Cue.Kind?, end: Cue.Kind?)
    async throws(LibraryError) -> CuedParts
  {
    let what = Library.bounds(start, end)
    return try await edit(name: { "set \(what) of \($0.1) by cues" }) { db -> (CuedParts, String) in
      var parts = CuedParts()
      var touched: Set<Int64> = []
      let rows = try db.bounds(of: entries.map(\.rawValue))
      let cues = try db.cues(of: rows.map(\.track))
      let update = try db.cachedStatement(
        sql: "UPDATE entries SET start_offset = ?, end_offset = ? WHERE id = ?")
      for row in rows {
        let own = cues[row.track] ?? []
        let first = start.flatMap { kind in own.first { $0.kind == kind }?.time }
        let last = end.flatMap { kind in own.last { $0.kind == kind }?.time }
        guard !row.isVirtualTrack, first != nil || last != nil else {
          parts.without += 1
          continue
        }
        let bounds = (first?.wholeMicroseconds ?? row.start, last?.wholeMicroseconds ?? row.end)
        if let end = bounds.1, end <= bounds.0 ?? 0 {
          parts.refused += 1
          continue
        }
        parts.set += 1
        if rows.count == 1 { parts.position = first ?? last }
        if bounds == (row.start, row.end) { continue }
        try update.execute(arguments: [bounds.0, bounds.1, row.id])
        touched.insert(row.playlist)
      }
      for playlist in touched.sorted() { try db.touch(PlaylistID(playlist)) }
      let only = rows.count == 1 ? rows.first : nil
      let title = try only.flatMap { try db.tracks([$0.track])[$0.track]?.title }
      return (parts, title ?? parts.set.counted("entry", .plain))
    }.0
  }

  private static func bounds(_ start: Cue.Kind?, _ end: Cue.Kind?) -> String {
    [start.map { _ in "the start" }, end.map { _ in "the end" }].compactMap(\.self)
      .joined(separator: " and ")
  }
}

/// The part of its file that an entry plays, in microseconds.
private struct EntryBounds {
  var id, track, playlist: Int64
  var start, end: Int64?
  var isVirtualTrack: Bool
}

extension Database {
  fileprivate func bounds(of entries: [Int64]) throws -> [EntryBounds] {
    var found: [EntryBounds] = []
    try inSlices(entries) { slice in
      found += try Row.fetchAll(
        self,
        sql: """
          SELECT id, track, playlist, start_offset, end_offset, title IS NOT NULL FROM entries
          WHERE id IN \(Database.marks(slice.count))
          """, arguments: StatementArguments(slice)
      ).map {
        try EntryBounds(
          id: $0.value(0), track: $0.value(1), playlist: $0.value(2), start: $0.value(3),
          end: $0.value(4), isVirtualTrack: $0.value(5))
      }
    }
    return found
  }
}
