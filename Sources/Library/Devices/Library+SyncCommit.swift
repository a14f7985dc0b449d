internal import GRDB
package import Music

/// Changes that a commit has made in the library.
package struct SyncCommitOutcome: Equatable, Sendable {
  package var deviceName: String
  package var plays = 0
  /// Tracks whose marks have changed.
  package var tracks = 0
  package var playlists = 0
  /// Playlists that were left alone, and why.
  package var left: [SyncNote] = []
  package var isUndoable = true
}

extension Library {
  /// Changes the library and the state of a device after a sync: one transaction, and one step of
  /// the history for what is the library's. One that was done before changes nothing.
  ///
  /// Marks and playlists that have changed since the plan was made stay as they are.
  ///
  /// - Parameter logs: How far the device's logs were read for this; nil for as far as was said with
  ///   the journal of the same sync, or as before.
  @discardableResult
  package func commit(
    _ commit: LibraryCommit, to device: DeviceID, logs: String? = nil
  ) async throws(LibraryError) -> SyncCommitOutcome {
    let name = { @Sendable (outcome: SyncCommitOutcome) in "synced with \(outcome.deviceName)" }
    var (outcome, isUndoable) = try await largeEdit(changing: .lists, name: name) { db in
      var writing = try SyncCommitWriting(db, commit, device)
      return try writing.run(logs: logs)
    }
    outcome.isUndoable = isUndoable
    return outcome
  }
}
