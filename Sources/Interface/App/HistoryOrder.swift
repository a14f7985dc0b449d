/// Undo and redo of the edit that was made last, of the library or of the queue.
package enum HistoryOrder: Equatable, Sendable {
  case undo, redo
  /// The queue was edited, which undo takes back by this number.
  case noteQueueEdit(Int)
  /// An edit of the queue that was to be undone stands, since others were made meanwhile.
  case keepQueueEdit(EditOrder.Edit)
}
