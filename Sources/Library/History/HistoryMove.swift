/// The result of undoing or redoing a step, by its name.
enum HistoryMove: Equatable, Sendable {
  case none
  case done(String)
  /// It failed and left the history; nothing else was changed.
  case lost(String, HistoryFault)
}
