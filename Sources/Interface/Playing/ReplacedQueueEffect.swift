package import Music

/// Archiving and restoring of replaced queues.
package enum ReplacedQueueEffect: Equatable, Sendable {
  /// Archives a queue before its replacement, with the title of its current track.
  case keep(PlayQueue, title: String?)
  case list
  case load(Int64, serial: Int)
}
