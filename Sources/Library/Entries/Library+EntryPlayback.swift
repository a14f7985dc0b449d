internal import GRDB
package import Music

extension Library {
  /// The playback settings of an entry; nil when it is gone.
  package func sound(of entry: EntryID) async throws(LibraryError) -> EntryPlayback? {
    try await sounds(of: [entry])[entry]
  }

  /// The playback settings of some entries; those that are gone are left out.
  package func sounds(of entries: [EntryID]) async throws(LibraryError) -> [EntryID: EntryPlayback]
  {
    guard !entries.isEmpty else { return [:] }
    return try await read { db in
      let found = try db.overrides(of: entries.map(\.rawValue))
      return Dictionary(uniqueKeysWithValues: found.map { (EntryID($0), $1.sound) })
    }
  }

  /// Changes playback settings of entries, as one step; returns the titles of those changed.
  package func change(_ entries: [EntryID], _ change: EntryChange) async throws(LibraryError) {
    _ = try await edit(name: { (what: String) in "\(change.step) of \(what)" }) { db in
      let ids = entries.map(\.rawValue)
      let (column, value) = change.assignment
      try db.inSlices(ids) { slice in
        let marks = Database.marks(slice.count)
        try db.execute(
          sql: "UPDATE entries SET \(column) = ? WHERE id IN \(marks)",
          arguments: [value] + StatementArguments(slice))
        let touched = try Int64.fetchAll(
          db, sql: "SELECT DISTINCT playlist FROM entries WHERE id IN \(marks)",
          arguments: StatementArguments(slice))
        for playlist in touched { try db.touch(PlaylistID(playlist)) }
      }
      return try db.name(of: ids)
    }
  }
}

extension EntryChange {
  /// The name of the step in the history.
  fileprivate var step: String {
    switch self {
    case .crossfade(let time?): "set the crossfade to \(time.seconds.shortText) s"
    case .crossfade(nil): "took off the crossfade"
    case .start(let time?): "set the start to \(time.clockText)"
    case .start(nil): "took off the start"
    case .end(let time?): "set the end to \(time.clockText)"
    case .end(nil): "took off the end"
    case .gain(let gain?): "set the gain to \(gain.shortText) dB"
    case .gain(nil): "took off the gain"
    }
  }

  /// The column, and microseconds or dB.
  fileprivate var assignment: (String, (any DatabaseValueConvertible)?) {
    switch self {
    case .crossfade(let time): ("crossfade", time?.wholeMicroseconds)
    case .start(let time): ("start_offset", time?.wholeMicroseconds)
    case .end(let time): ("end_offset", time?.wholeMicroseconds)
    case .gain(let gain): ("gain", gain)
    }
  }
}
