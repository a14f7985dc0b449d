package import Music

/// Edits of the library's tracks and folders themselves, and facts stored with them.
package enum LibraryEdit: Equatable, Sendable {
  case relocate([Relocation.Move])
  /// Of some rows, or of the whole library.
  case forgetMissing(Selection?)
  /// Removes folders and all their tracks from the library.
  case removeRoots([FilePath])
  case recordPlay(TrackID)
  case recordFault(TrackID, String?)
  /// The user has seen that a damaged library was set aside.
  case dismissRecovery
}
