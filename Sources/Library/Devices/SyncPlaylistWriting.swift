import FoundationEssentials
internal import GRDB
internal import Music

/// Changes a playlist as a sync wants it; entries that stay keep their rows, and with them their
/// crossfades, cuts and notes.
struct SyncPlaylistWriting {
  private let db: Database
  private let id: PlaylistID
  private let device: DeviceID

  init(_ db: Database, _ id: PlaylistID, _ device: DeviceID) {
    (self.db, self.id, self.device) = (db, id, device)
  }

  enum Outcome {
    case changed, unchanged
    /// Left alone, with the reason in words for the user.
    case left(String)
  }

  /// - Parameter after: The tracks as they shall be, all in the library.
  func apply(
    _ change: PlaylistChange, _ after: [TrackID], _ names: inout PlaylistNames
  ) throws -> Outcome {
    guard let playlist = try db.uncounted(id) else { return .left("is gone") }
    if playlist.smart != nil { return .left("is filled by a query") }
    let entries = try Row.fetchAll(
      try db.cachedStatement(
        sql: "SELECT id, track FROM entries WHERE playlist = ? ORDER BY position, id"),
      arguments: [id.rawValue]
    ).map { row in (id: try row.value(0) as Int64, track: try row.value(1) as Int64) }
    guard try entries.map(\.track) == db.current(change.before) else {
      return .left("was changed meanwhile")
    }
    let isRenamed = try rename(
      playlist.name, from: change.nameBefore, to: change.name, &names)
    let isFilled = try db.fill(id, entries, after)
    guard isRenamed || isFilled else { return .unchanged }
    try db.touch(id)
    return .changed
  }

  /// Renames it where it still has the name that it had in the plan; without that one, the name of
  /// the last sync.
  private func rename(
    _ name: String, from before: String?, to wanted: String, _ names: inout PlaylistNames
  ) throws -> Bool {
    let synced =
      try before
      ?? String.fetchOne(
        db, sql: "SELECT name FROM device_playlists WHERE device = ? AND playlist = ?",
        arguments: [device.rawValue, id.rawValue])
    guard synced == name, wanted != name, let new = PlaylistNames.tidied(wanted), new != name else {
      return false
    }
    names.remove(name)
    // Where another one has the name, this one keeps its own.
    let isFree = names.free(new) == new
    let result = isFree ? new : name
    names.insert(result, id.rawValue)
    guard isFree else { return false }
    try db.execute(
      sql: "UPDATE playlists SET name = ? WHERE id = ?", arguments: [new, id.rawValue])
    return true
  }

  /// Makes a playlist with a free name.
  static func make(
    _ change: PlaylistChange, _ after: [TrackID], _ names: inout PlaylistNames, _ db: Database
  ) throws -> PlaylistID {
    let name = names.free(PlaylistNames.tidied(change.name) ?? "Playlist")
    let now = Date.now.unixSeconds
    try db.execute(
      sql: "INSERT INTO playlists (name, created, modified) VALUES (?, ?, ?)",
      arguments: [name, now, now])
    let id = PlaylistID(db.lastInsertedRowID)
    names.insert(name, id.rawValue)
    let insertion = try db.cachedStatement(
      sql: "INSERT INTO entries (playlist, track, position) VALUES (?, ?, ?)")
    for (index, track) in after.enumerated() {
      try insertion.execute(
        arguments: [id.rawValue, track.rawValue, Int64(index + 1) * Database.gap])
    }
    return id
  }
}

extension Database {
  /// The current ids of tracks that are in the library, in their order.
  func existingTracks(_ tracks: [TrackID]) throws -> [TrackID] {
    let all = try current(tracks)
    var known: Set<Int64> = []
    try inSlices(Array(Set(all))) { slice in
      known.formUnion(
        try Int64.fetchAll(
          self, sql: "SELECT id FROM tracks WHERE id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice)))
    }
    return all.filter(known.contains).map { TrackID($0) }
  }

  /// Gives a playlist with some entries other tracks; false where they are the same.
  func fill(
    _ id: PlaylistID, _ entries: [(id: Int64, track: Int64)], _ after: [TrackID]
  ) throws -> Bool {
    // The n-th entry of a track stays for its n-th place.
    var rest: [Int64: [Int64]] = [:]
    for entry in entries.reversed() { rest[entry.track, default: []].append(entry.id) }
    let kept = after.map { track in (track, rest[track.rawValue]?.popLast()) }
    let removal = try cachedStatement(sql: "DELETE FROM entries WHERE id = ?")
    let leaving = Set(rest.values.joined())
    for entry in entries where leaving.contains(entry.id) {
      try removal.execute(arguments: [entry.id])
    }
    var position = try lastPosition(of: id)
    let insertion = try cachedStatement(
      sql: "INSERT INTO entries (playlist, track, position) VALUES (?, ?, ?)")
    var order: [Int64] = []
    for (track, entry) in kept {
      if let entry {
        order.append(entry)
        continue
      }
      position += Database.gap
      try insertion.execute(arguments: [id.rawValue, track.rawValue, position])
      order.append(lastInsertedRowID)
    }
    guard order != entries.map(\.id) else { return false }
    try setOrder(order, of: id)
    return true
  }
}
