/// Messages to the user while a library is opened.
package enum OpeningNotice: Equatable, Sendable {
  /// A backup before a migration takes longer than a moment.
  case backingUp
  case backupFailed(LibraryError)
  /// The fraction of the migration that is done, where it takes longer than a moment.
  case upgrading(Double)
  /// Damage was suspected before, and all of the file is checked.
  case checking
  /// The file is damaged, and its backups are searched.
  case recovering
  case recovered(Recovery)
}
