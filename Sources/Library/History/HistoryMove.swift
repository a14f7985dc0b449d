/// The result of undoing or redoing a step, by its name.
enum HistoryMove: Equatable, Sendable {
  case none
  case done(String)
  /// The step failed and was removed from the history; no data changed.
  case lost(String, HistoryFault)
}
