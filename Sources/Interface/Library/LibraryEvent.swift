package import Music

/// The library as a whole: its changes, its folders and the work on its files.
package enum LibraryEvent: Equatable, Sendable {
  case changed
  /// The damaged library's new path, and the backup opened in its place, if there was a good one.
  case recovered(setAside: String, backup: String?)
  /// The folders of the library, for their window.
  case rootsLoaded([LibraryRoot])
  /// Music files that cannot be read.
  case unreadableListed([UnreadableFile])
  /// The last entries of the log, the newest last.
  case logRead([LogRecord])
  case statisticsCounted(LibraryStatistics)
  case storageMeasured([StoredPart])
  /// A part of what is stored was cleared.
  case storageCleared(StoredPart.Kind, bytes: Int64)
  case scanProgressed(ScanProgress)
  /// Nil for a failed scan.
  case scanEnded(ScanProgress?)
  case musicCounted(FilePath, MusicCount)
  case demoProgressed(Int, of: Int)
  case demoWritten(FilePath)
  case analysisProgressed(AnalysisProgress)
  case addingProgressed(AddingProgress)
  /// Nil for a failed request.
  case addingEnded(AddingReport?)
  /// The library has several folders, one of which the files go to.
  case addingNeedsFolder(FilePath, AddingMode, among: [FilePath])
}
