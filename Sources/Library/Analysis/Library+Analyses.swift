internal import Dispatch
internal import GRDB
internal import Glibc
package import Music

// Results of the analysis.
extension Library {
  /// Stores the outcomes of some tasks in one transaction, and notifies lists.
  ///
  /// The outcome for a file that has changed since is dropped: the file is pending again.
  ///
  /// - Parameter drawn: Tracks whose waveforms are stored already.
  package func saveAnalyses(
    _ outcomes: [(AnalysisTask, AnalysisOutcome)], drawn: Set<TrackID> = []
  ) async throws(LibraryError) {
    guard !outcomes.isEmpty else { return }
    // First, since the rows that follow say that the waveforms are there.
    try await saveWaveforms(
      outcomes.filter { !drawn.contains($0.0.track) && !Library.isAnother($0.0) })
    try await write(changing: .tracks) { try $0.keep(outcomes) }
  }

  /// Stores waveforms alone, on the calling thread: they are most of the bytes, and need not wait
  /// for the rest.
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

  /// As `saveAnalyses`, on the calling thread, for a process that ends and cannot wait for others.
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

  /// Whether the file of a task has been replaced: a waveform is stored by its audio hash, which
  /// other tracks may share.
  private static func isAnother(_ task: AnalysisTask) -> Bool {
    var status = stat()
    guard task.path.withCString({ stat($0, &status) }) == 0 else { return false }
    // The time of a download is its own.
    guard task.address == nil else { return task.file.size > 0 && status.st_size != task.file.size }
    return FileStamp(status) != task.file
  }

  /// The analysis of a track without its waveform, with the user's tempo, key and grid offset in
  /// place of those found; nil where nothing is known yet.
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
