package import Music

/// The library as a whole: its changes, its folders and the work on its files.
package enum LibraryEvent: Equatable, Sendable {
  case changed
  /// The library was damaged: where it is now, and the backup that was opened in its place, if
  /// there was a good one.
  case recovered(setAside: String, backup: String?)
  /// The folders of the library, to be shown.
  case rootsLoaded([LibraryRoot])
  /// Files that should be music and cannot be read.
  case unreadableListed([UnreadableFile])
  case scanProgressed(ScanProgress)
  /// Nil when it could not be done.
  case scanEnded(ScanProgress?)
  case demoProgressed(Int, of: Int)
  case demoWritten(FilePath)
  case analysisProgressed(AnalysisProgress)
}
