import Music

/// Who has asked for an effect, and is told how it ended.
struct Asker: Equatable, Sendable {
  /// The number of the terminal; nil for none.
  var terminal: Int?
  /// The request from beyond the screen; nil for none.
  var ticket: ControlTicket?
  /// Whether the answer is about the terminal alone: others do not take it in.
  var isAlone = false
}
