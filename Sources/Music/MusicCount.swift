/// The audio files of a folder and of all folders in it.
package struct MusicCount: Equatable, Sendable {
  package var files = 0
  /// Folders with such files.
  package var folders = 0
  package var bytes: Int64 = 0
  /// False where there is more than was looked at.
  package var isWhole = true

  package init() {}
}
