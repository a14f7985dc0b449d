package import Music

/// Restored state, and the first start.
package enum SessionEvent: Equatable, Sendable {
  case restored(Session, PlayQueue)
  /// The saved settings of the sound, and the chosen sink.
  case soundRestored(SoundSettings, device: String?)
  /// The user's keys leave commands without any.
  case keysDisplaced
  /// The library has no folder yet; `proposed` is the system's music folder, if it exists, and
  /// `others` are further folders that may have music.
  case startedWithoutMusic(proposed: FilePath?, others: [FilePath] = [], demo: FilePath)
  /// The first start, with the command line's paths or addresses, which play.
  case startedWithPaths
}
