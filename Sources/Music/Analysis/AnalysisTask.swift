/// A track to be analysed, with the pending parts.
package struct AnalysisTask: Equatable, Sendable {
  package var track: TrackID
  /// The file; of a server's track its download.
  package var path: FilePath
  /// The server's track whose download is analysed; nil for a file of the library.
  package var address: ServerTrackAddress?
  package var parts: Set<AnalysisPart>
  /// From its file; nil where unknown.
  package var duration: Duration?
  /// The file stamp when the task was handed out: results are valid for that file alone.
  package var file: FileStamp
  package var audioHash: Int64?

  package init(
    track: TrackID, path: FilePath, address: ServerTrackAddress? = nil,
    parts: Set<AnalysisPart>, duration: Duration? = nil, file: FileStamp = FileStamp(),
    audioHash: Int64? = nil
  ) {
    self.track = track
    self.path = path
    self.address = address
    self.parts = parts
    self.duration = duration
    self.file = file
    self.audioHash = audioHash
  }
}

/// The outcome of a task.
package enum AnalysisOutcome: Equatable, Sendable {
  case found(TrackAnalysis)
  /// Why the file cannot be analysed; it is not tried again until it changes.
  case failed(String)
}
