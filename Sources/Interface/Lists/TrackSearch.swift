package import Music

/// Tracks that are to be played or queued. Each search is answered, also where nothing was found:
/// requests that were made later wait for it.
package enum TrackSearch: Equatable, Sendable {
  case toPlay(Selection, start: RowID?, serial: Int)
  case toQueue(Selection, next: Bool, serial: Int)
  /// A stream, which becomes a track of the library.
  case stream(StreamAddress, serial: Int)
  /// A CUE sheet, a file or a folder.
  case path(FilePath, serial: Int)
}
