/// What a user should know of the opening of a library.
package enum OpeningNotice: Equatable, Sendable {
  /// A backup before the tables are changed takes longer than a moment.
  case backingUp
  case backupFailed(LibraryError)
  /// The fraction of the tables that is brought up to date, where that takes longer than a moment.
  case upgrading(Double)
  /// Something was found broken before, and all of the file is looked at.
  case checking
  /// The file is damaged, and its backups are looked through.
  case recovering
  case recovered(Recovery)
}
