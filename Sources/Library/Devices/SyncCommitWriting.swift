internal import GRDB
internal import Music

/// Writes a sync's commit, inside one transaction.
struct SyncCommitWriting {
  let db: Database
  private let commit: LibraryCommit
  private let device: DeviceID
  private var outcome: SyncCommitOutcome
  private let isDone: Bool
  /// How far the logs are read after the commit that the journal holds.
  private let journaledLogs: String?
  /// Ids on the device of playlists that were left alone: their state stays.
  private var left: Set<String> = []
  /// Playlists that were written, by their ids on the device.
  private var written: [String: (id: PlaylistID, tracks: [TrackID])] = [:]

  init(_ db: Database, _ commit: LibraryCommit, _ device: DeviceID) throws {
    (self.db, self.commit, self.device) = (db, commit, device)
    let row = try Row.fetchOne(
      db, sql: "SELECT name, sync_id, journal, journal_logs FROM devices WHERE id = ?",
      arguments: [device.rawValue])
    guard let row else { throw LibraryError.noSuchDevice }
    outcome = SyncCommitOutcome(deviceName: try row.value(0))
    isDone = try row.value(1) as String? == commit.syncID
    let journal: JournalHead? = try (row.value(2) as String?).map { try StoredJSON.read($0) }
    journaledLogs = journal?.syncID == commit.syncID ? try row.value(3) : nil
  }

  /// The part of a journal that tells which sync it is of; the rest may be 100 MB.
  private struct JournalHead: Decodable {
    var syncID: String
  }

  mutating func run(logs: String?) throws -> SyncCommitOutcome {
    guard !isDone else {
      // Files that were removed after the commit itself.
      if commit.syncedTracks.isEmpty { try removeTracks() }
      try db.set("journal = NULL, journal_logs = NULL", [], of: device)
      return outcome
    }
    for (change, track) in zip(commit.marks, try db.current(commit.marks.map(\.track))) {
      try apply(change, to: track)
    }
    if outcome.tracks > 0 { try db.bumpRevision(.marks) }
    try writePlaylists()
    try writeState(logs: logs)
    return outcome
  }

  // MARK: Marks

  /// Adds plays; rating and favourite change where they still are as in the plan. Favourites are the
  /// loved ones: one that is none any more is liked, and the lower reactions stay.
  private mutating func apply(_ change: MarksChange, to track: Int64) throws {
    let row = try Row.fetchOne(
      try db.cachedStatement(
        sql: """
          SELECT coalesce(m.rating, 0), coalesce(m.reaction, 0), coalesce(m.plays, 0), m.last_played
          FROM tracks t LEFT JOIN marks m ON m.track = t.id WHERE t.id = ?
          """), arguments: [track])
    guard let row else { return }
    let (rating, reaction): (Int, Int) = (try row.value(0), try row.value(1))
    let (plays, lastPlayed): (Int64, Int64?) = (try row.value(2), try row.value(3))
    var (newRating, newReaction) = (rating, reaction)
    if rating == change.before.rating { newRating = Rating(stars: change.after.rating).stars }
    let isFavorite = reaction == Reaction.loved.rawValue
    if isFavorite == change.before.isFavorite, isFavorite != change.after.isFavorite {
      newReaction = (isFavorite ? Reaction.liked : .loved).rawValue
    }
    let added = Int64(min(max(0, change.plays), SyncCommitWriting.maximumPlays))
    let newPlays = min(plays.plus(added), max(plays, Database.lastNumber))
    let times = change.times.filter(SyncCommitWriting.times.contains).prefix(Int(added))
    let heard = ([change.after.lastPlayed].compactMap(\.self) + times)
      .filter(SyncCommitWriting.times.contains).max()
    let newLast = heard.map { max($0, lastPlayed ?? 0) } ?? lastPlayed
    guard
      (newRating, newReaction) != (rating, reaction) || newPlays != plays || newLast != lastPlayed
    else { return }
    try db.makeMarks(of: track)
    try db.cachedStatement(
      sql: "UPDATE marks SET rating = ?, reaction = ?, plays = ?, last_played = ? WHERE track = ?"
    ).execute(arguments: [newRating, newReaction, newPlays, newLast, track])
    let insertion = try db.cachedStatement(sql: "INSERT INTO plays (track, time) VALUES (?, ?)")
    for time in times.sorted() { try insertion.execute(arguments: [track, time]) }
    outcome.tracks += 1
    outcome.plays += Int(newPlays - plays)
  }

  /// Plays that one sync adds to a track.
  private static let maximumPlays = 1 << 31

  /// Times of plays: from 1970 to the year 9999.
  private static let times: ClosedRange<Int64> = 1...253_402_300_799

  // MARK: Playlists

  private mutating func writePlaylists() throws {
    guard !commit.playlists.isEmpty else { return }
    var names = try PlaylistNames(db)
    for change in commit.playlists {
      let after = try db.existingTracks(change.after)
      guard let id = change.id else {
        let id = try SyncPlaylistWriting.make(change, after, &names, db)
        written[change.deviceID] = (id, after)
        outcome.playlists += 1
        continue
      }
      switch try SyncPlaylistWriting(db, id, device).apply(change, after, &names) {
      case .changed:
        outcome.playlists += 1
        written[change.deviceID] = (id, after)
      case .unchanged: written[change.deviceID] = (id, after)
      case .left(let reason):
        left.insert(change.deviceID)
        outcome.left.append(SyncNote(name: change.name, reason: reason))
      }
    }
  }

  // MARK: State

  private func removeTracks() throws {
    let removal = try db.cachedStatement(
      sql: "DELETE FROM device_tracks WHERE device = ? AND uuid = ?")
    for uuid in commit.removedTracks {
      try removal.execute(arguments: [device.rawValue, uuid.text])
    }
  }

  private func writeState(logs: String?) throws {
    try removeTracks()
    try db.keep(commit.syncedTracks, of: device)
    let playlistRemoval = try db.cachedStatement(
      sql: "DELETE FROM device_playlists WHERE device = ? AND device_id = ?")
    for id in commit.removedPlaylists {
      try playlistRemoval.execute(arguments: [device.rawValue, id])
    }
    let kept = commit.syncedPlaylists.filter { !left.contains($0.deviceID) }.map { playlist in
      var playlist = playlist
      if let known = written[playlist.deviceID] {
        (playlist.id, playlist.ours) = known
      }
      return playlist
    }
    try db.keep(kept, of: device)
    try db.set(
      """
      sync_id = ?, last_sync = ?, journal = NULL, journal_logs = NULL, logs = coalesce(?, logs)
      """, [commit.syncID, commit.time, logs ?? journaledLogs], of: device)
  }
}
