package import Music

/// Edits of the queue that are undone, and queues that others took the place of.
package enum QueueEvent: Equatable, Sendable {
  /// The edit of the queue that was made last is to be undone.
  case editUndone(EditOrder.Edit)
  /// The edit of the queue that was undone last is to be made again.
  case editRedone(EditOrder.Edit)
  /// Queues that others took the place of, and their times as they are shown.
  case replacedLoaded([ReplacedQueue], times: [String])
  case replacedFound(PlayQueue, serial: Int? = nil)
}
