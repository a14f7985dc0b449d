/// What became of the next step of the history, by its name.
enum HistoryMove: Equatable, Sendable {
  case none
  case done(String)
  /// It could not be applied, and is no longer in the history; nothing else was changed.
  case lost(String, HistoryFault)
}
