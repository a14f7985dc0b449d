internal import Dispatch
internal import GRDB
internal import Glibc
package import Music

// What was found in the sound of tracks.
extension Library {
  /// Keeps what came of some tasks in one transaction, and shows it.
  ///
  /// What was found in a file that is no longer what it was is not kept: it is waiting again.
  ///
  /// - Parameter drawn: Tracks whose waveforms are kept already.
  package func keepAnalyses(
    _ outcomes: [(AnalysisTask, AnalysisOutcome)], drawn: Set<TrackID> = []
  ) async throws(LibraryError) {
    guard !outcomes.isEmpty else { return }
    // First, since what follows says that it is there.
    try await keepWaveforms(
      outcomes.filter { !drawn.contains($0.0.track) && !Library.isAnother($0.0) })
    try await write(changing: .tracks) { try $0.keep(outcomes) }
  }

  /// Keeps waveforms alone, on the calling thread: they are most of what is written, and need not
  /// wait for the rest.
  package func keepWaveformsAtOnce(
    _ outcomes: [(AnalysisTask, AnalysisOutcome)]
  ) throws(LibraryError) {
    let waveforms = Library.waveforms(of: outcomes.filter { !Library.isAnother($0.0) })
    guard !waveforms.isEmpty else { return }
    do {
      try self.waveforms.queue.sync { try self.waveforms.keep(waveforms) }
    } catch {
      throw LibraryError(error, at: self.waveforms.location)
    }
  }

  /// As `keepAnalyses`, on the calling thread, for whoever ends and has no time to wait for others.
  package func keepAnalysesAtOnce(
    _ outcomes: [(AnalysisTask, AnalysisOutcome)], drawn: Set<TrackID> = []
  ) throws(LibraryError) {
    guard !outcomes.isEmpty else { return }
    try keepWaveformsAtOnce(outcomes.filter { !drawn.contains($0.0.track) })
    do {
      try database.write { db in
        try db.keep(outcomes)
        try db.bumpRevision(.tracks)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Whether there is another file by now where the one of a task was: a waveform is kept by the
  /// sound that it is of, and other tracks may have the same.
  private static func isAnother(_ task: AnalysisTask) -> Bool {
    var status = stat()
    return task.path.withCString { stat($0, &status) } == 0 && FileStamp(status) != task.file
  }

  /// What was found in the sound of a track, without its waveform, with the tempo, the key and the
  /// place of the grid that the user set in place of those found; nil where nothing is known yet.
  package func storedAnalysis(of track: TrackID) async throws(LibraryError) -> TrackAnalysis? {
    try await read { db in
      try AnalysisRow.analysis(of: try db.current(track), db)
    }
  }
}

extension Database {
  fileprivate func keep(_ outcomes: [(AnalysisTask, AnalysisOutcome)]) throws {
    var kept: [Int64] = []
    for (task, outcome) in outcomes {
      if let track = try keep(outcome, of: task) { kept.append(track) }
    }
    try stampChange(of: kept)
    try gradeEnergies()
  }
}
