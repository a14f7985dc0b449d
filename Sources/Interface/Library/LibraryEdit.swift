package import Music

/// Edits of the library's tracks and folders themselves, and facts that it keeps of them.
package enum LibraryEdit: Equatable, Sendable {
  case relocate([Relocation.Move])
  /// Of some rows, or of all of the library.
  case forgetMissing(Selection?)
  /// Takes folders out of the library, with all tracks in them.
  case removeRoots([FilePath])
  case recordPlay(TrackID)
  case recordFault(TrackID, String?)
  /// The user has seen that a damaged library was set aside.
  case dismissRecovery
}
