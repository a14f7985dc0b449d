/// A track whose sound is to be analysed, and what of it.
package struct AnalysisTask: Equatable, Sendable {
  package var track: TrackID
  package var path: FilePath
  package var parts: Set<AnalysisPart>
  /// As its file says; nil where that is not known.
  package var duration: Duration?
  /// What its file was when the task was handed out: what is found counts for that alone.
  package var file: FileStamp
  package var audioHash: Int64?

  package init(
    track: TrackID, path: FilePath, parts: Set<AnalysisPart>, duration: Duration? = nil,
    file: FileStamp = FileStamp(), audioHash: Int64? = nil
  ) {
    self.track = track
    self.path = path
    self.parts = parts
    self.duration = duration
    self.file = file
    self.audioHash = audioHash
  }
}

/// What came of a task.
package enum AnalysisOutcome: Equatable, Sendable {
  case found(TrackAnalysis)
  /// Why there is nothing to be found; the file is not tried again until it changes.
  case failed(String)
}
