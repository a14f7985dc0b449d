/// Undo and redo of the last edit, of the library or of the queue.
package enum HistoryEffect: Equatable, Sendable {
  case undo, redo
  /// Records an edit of the queue by its number.
  case noteQueueEdit(Int)
  /// An edit of the queue whose undo was refused, since others were made meanwhile.
  case restoreQueueEdit(EditTimeline.Edit)
}
