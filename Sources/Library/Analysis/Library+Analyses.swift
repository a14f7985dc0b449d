internal import GRDB
package import Music

// What was found in the sound of tracks.
extension Library {
  /// Keeps what came of some tasks in one transaction, and shows it.
  ///
  /// What was found in a file that is no longer what it was is not kept: it is waiting again.
  package func keepAnalyses(
    _ outcomes: [(AnalysisTask, AnalysisOutcome)]
  ) async throws(LibraryError) {
    guard !outcomes.isEmpty else { return }
    // First, since what follows says that it is there.
    try await keepWaveforms(outcomes)
    try await write(changing: .tracks) { db in
      var kept: [Int64] = []
      for (task, outcome) in outcomes {
        if let track = try db.keep(outcome, of: task) { kept.append(track) }
      }
      try db.countChange(of: kept)
      try db.gradeEnergies()
    }
  }

  /// What was found in the sound of a track, without its waveform, with the tempo, the key and the
  /// place of the grid that the user set in place of those found; nil where nothing is known yet.
  package func storedAnalysis(of track: TrackID) async throws(LibraryError) -> TrackAnalysis? {
    try await read { db in
      let survivor = try db.survivors(of: [track.rawValue])[track.rawValue]
      return try AnalysisRow.analysis(of: survivor ?? track.rawValue, db)
    }
  }
}
