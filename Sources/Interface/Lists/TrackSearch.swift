package import Music

/// Searches for tracks to play or queue. Each one is answered, even without a result: later
/// requests wait for it.
package enum TrackSearch: Equatable, Sendable {
  case toPlay(Selection, start: RowID?, serial: Int)
  case toQueue(Selection, next: Bool, serial: Int)
  /// A stream, which is added to the library.
  case stream(StreamAddress, serial: Int)
  /// A CUE sheet, a file or a folder.
  case path(FilePath, serial: Int)
}
