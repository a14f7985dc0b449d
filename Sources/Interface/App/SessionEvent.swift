package import Music

/// State that was kept, and the first start.
package enum SessionEvent: Equatable, Sendable {
  case restored(Session, PlayQueue)
  /// The settings of the sound that were kept, and the sink that was chosen.
  case soundRestored(SoundSettings, device: String?)
  /// The library has no folder yet; the proposed one, if the system names one that exists.
  case startedWithoutMusic(proposed: FilePath?, demo: FilePath)
}
