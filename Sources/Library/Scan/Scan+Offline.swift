internal import GRDB
internal import Media
internal import Music

extension Scan {
  /// Stores which walked folders are offline: a root as a whole, and folders within it with their
  /// subtrees. Their tracks stay as they are, and everything else is online.
  func storeOffline(_ target: ScanTarget, _ absent: [FilePath]) throws {
    progress.offline += absent.count { path in
      path == target.rootPath || folders.folders.contains { $0.path == path && $0.id != nil }
    }
    let isWhole = target.path == target.rootPath
    let isRootLost = isWhole && absent.contains(target.path)
    let changed = folders.folders.filter { folder in
      // Nearly always the root was and is online: that is checked first.
      guard folder.id != nil, folder.wasOffline || !absent.isEmpty,
        folder.path.isInside(target.path)
      else { return false }
      return folder.wasOffline
        != (!isRootLost && absent.contains { folder.path.isInside($0) })
    }
    let wasRootLost = try library.database.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT offline FROM roots WHERE id = ?", arguments: [target.root]) ?? false
    }
    // With a part of it found, the root is online.
    let isChanged = isWhole ? wasRootLost != isRootLost : wasRootLost && absent.isEmpty
    guard isChanged || !changed.isEmpty else { return }
    try library.database.write { db in
      if isChanged {
        try db.execute(
          sql: "UPDATE roots SET offline = ? WHERE id = ?", arguments: [isRootLost, target.root])
      }
      // While the root is offline nothing is learned of its folders.
      for folder in changed where !isRootLost {
        try db.execute(
          sql: "UPDATE folders SET offline = ? WHERE id = ?",
          arguments: [!folder.wasOffline, folder.id])
      }
      try db.bumpRevision(.tracks)
    }
    library.notifier.signal()
  }
}

extension Scan {
  /// Merges a track into its successor, where the new file was found before the old one was seen to
  /// be gone.
  ///
  /// - Parameter now: seconds since 1970.
  func transfer(_ lost: [Int64], _ moves: TrackMoves, now: Int64) throws {
    guard !lost.isEmpty else { return }
    let walks = try ScanWalks(moves.db)
    for track in lost {
      guard let successor = try moves.successor(of: track, after: walks, now: now) else { continue }
      try moves.db.merge(successor, into: track, takesPosition: true)
      progress.moved += 1
      progress.missing -= 1
      missed.remove(track)
    }
  }
}

extension Database {
  /// Moves a track to a path; false when another track is there by now.
  func setPath(_ track: Int64, at path: FilePath) throws -> Bool {
    try execute(
      sql: "UPDATE OR IGNORE tracks SET path = ? WHERE id = ?", arguments: [path.data, track])
    guard changesCount > 0 else { return false }
    try stampChange(of: [track])
    return true
  }
}

extension ReadOutcome {
  /// The audio hash of a file that is no track yet.
  var newAudioHash: Int64? {
    guard job.track == nil, case .track(let track) = result else { return nil }
    return track.audioHash
  }
}

extension ScannedTrack {
  /// A hash of the audio alone; nil where none was computed.
  var audioHash: Int64? { facts.audioHash }
}
