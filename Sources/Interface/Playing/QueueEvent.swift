package import Music

/// Undo and redo of the queue's edits, and replaced queues.
package enum QueueEvent: Equatable, Sendable {
  /// The last edit of the queue is to be undone.
  case editUndone(EditTimeline.Edit)
  /// The last undone edit of the queue is to be redone.
  case editRedone(EditTimeline.Edit)
  /// Replaced queues, and their times as texts.
  case replacedLoaded([ReplacedQueue], times: [String])
  case replacedFound(PlayQueue, serial: Int? = nil)
}
