internal import GRDB
package import Music

extension Library {
  /// Changes details of entries, as one step; all get the same ones, but times of cues follow their
  /// own tracks.
  package func change(_ entries: [EntryID], _ details: EntryDetails) async throws(LibraryError) {
    let fields = details.fieldNames
    _ = try await edit(name: { (what: String) in "changed \(fields) of \(what)" }) { db in
      let ids = entries.map(\.rawValue)
      try db.inSlices(ids) { slice in
        var touched: Set<Int64> = []
        for assignment in details.assignments {
          touched.formUnion(try db.assign(assignment, to: slice))
        }
        for playlist in touched { try db.touch(PlaylistID(playlist)) }
      }
      return try db.name(of: ids)
    }
  }

  /// Facts about entries, in this order; those that are gone are left out.
  package func facts(of entries: [EntryID]) async throws(LibraryError) -> [EntryFacts] {
    try await read { db in
      let ids = entries.map(\.rawValue)
      var found: [Int64: EntryFacts] = [:]
      try db.inSlices(ids) { slice in
        for facts in try db.facts(of: slice) { found[facts.id.rawValue] = facts }
      }
      return ids.compactMap { found[$0] }
    }
  }
}

/// A column of entries, and the expression for its new value.
private struct Assignment {
  var column: String
  var expression = "?"
  var value: (any DatabaseValueConvertible)?
  var isOfPieces = false
}

extension EntryDetails {
  fileprivate var assignments: [Assignment] {
    func time(_ column: String, _ time: Duration?) -> Assignment {
      Assignment(column: column, value: time?.wholeMicroseconds)
    }
    func bound(_ column: String, _ bound: EntryBound?) -> Assignment {
      switch bound {
      case nil: return time(column, nil)
      case .at(let index): return time(column, index)
      case .cue(let kind):
        let cue = """
          coalesce((SELECT c.time FROM cues c WHERE c.track = entries.track AND c.type = ?
            ORDER BY c.time, c.id LIMIT 1), \(column))
          """
        return Assignment(column: column, expression: cue, value: kind.rawValue)
      }
    }
    var all: [Assignment] = []
    if case .set(let length) = crossfade { all.append(time("crossfade", length)) }
    if case .set(let index) = start { all.append(bound("start_offset", index)) }
    if case .set(let index) = end { all.append(bound("end_offset", index)) }
    if case .set(let gain) = gain { all.append(Assignment(column: "gain", value: gain)) }
    if case .set(let text) = notes { all.append(Assignment(column: "notes", value: text)) }
    if case .set(let text) = title {
      all.append(Assignment(column: "title", value: text, isOfPieces: true))
    }
    if case .set(let text) = artist {
      all.append(Assignment(column: "artist", value: text, isOfPieces: true))
    }
    return all
  }

  /// "the crossfade, gain and note"
  fileprivate var fieldNames: String {
    var names: [String] = []
    if crossfade != .keep { names.append("crossfade") }
    if start != .keep { names.append("start") }
    if end != .keep { names.append("end") }
    if gain != .keep { names.append("gain") }
    if notes != .keep { names.append("note") }
    if title != .keep { names.append("title") }
    if artist != .keep { names.append("artist") }
    guard let last = names.popLast() else { return "nothing" }
    return "the " + (names.isEmpty ? last : names.joined(separator: ", ") + " and " + last)
  }
}

extension Database {
  /// Sets a column where it differs; returns the playlists it changed.
  fileprivate func assign(_ assignment: Assignment, to entries: ArraySlice<Int64>) throws
    -> Set<Int64>
  {
    let rows = try Int64.fetchAll(
      self,
      sql: """
        UPDATE entries SET \(assignment.column) = \(assignment.expression)
        WHERE id IN \(Database.marks(entries.count))
          AND \(assignment.column) IS NOT \(assignment.expression)
          \(assignment.isOfPieces ? "AND title IS NOT NULL" : "")
        RETURNING playlist
        """,
      arguments: [assignment.value] + StatementArguments(entries) + [assignment.value])
    return Set(rows)
  }

  /// The subject of an edit of entries: the title of a single one, or their number.
  func name(of entries: [Int64]) throws -> String {
    guard entries.count == 1, let only = entries.first else {
      return entries.count.counted("entry", .plain)
    }
    let title = try overrides(of: [only])[only]?.title
    let track = try Int64.fetchOne(
      self, sql: "SELECT track FROM entries WHERE id = ?", arguments: [only])
    return try title ?? track.flatMap { try tracks([$0])[$0]?.title } ?? "an entry"
  }

  fileprivate func facts(of entries: ArraySlice<Int64>) throws -> [EntryFacts] {
    func cue(_ kind: Cue.Kind) -> String {
      "(SELECT min(c.time) FROM cues c WHERE c.track = e.track AND c.type = '\(kind.rawValue)')"
    }
    let rows = try Row.fetchAll(
      self,
      sql: """
        SELECT e.id, e.track, p.name, e.notes, \(cue(.mixIn)), \(cue(.mixOut))
        FROM entries e JOIN playlists p ON p.id = e.playlist
        WHERE e.id IN \(Database.marks(entries.count))
        """, arguments: StatementArguments(entries))
    let overrides = try overrides(of: Array(entries))
    let tracks = try tracks(rows.map { try $0.value(1) })
    return try rows.compactMap { row in
      let id: Int64 = try row.value(0)
      guard let resolved = overrides[id], let track = tracks[try row.value(1)] else { return nil }
      return try EntryFacts(
        id: EntryID(id), playlist: row.value(2), track: track, sound: resolved.sound,
        notes: row.value(3),
        title: resolved.title, artist: resolved.artist, mixIn: row.time(4), mixOut: row.time(5))
    }
  }

  /// The notes on entries among some rows.
  func notes(of rows: [ListRow]) throws -> [EntryID: String] {
    var found: [EntryID: String] = [:]
    let entries = rows.compactMap { row in
      if case .entry(let id) = row.id { id.rawValue } else { nil as Int64? }
    }
    try inPaddedSlices(entries) { slice in
      let noted = try Row.fetchCursor(
        try cachedStatement(
          sql: """
            SELECT id, notes FROM entries
            WHERE id IN \(Database.marks(slice.count)) AND notes <> ''
            """), arguments: StatementArguments(slice))
      while let row = try noted.next() { found[EntryID(try row.value(0))] = try row.value(1) }
    }
    return found
  }
}
