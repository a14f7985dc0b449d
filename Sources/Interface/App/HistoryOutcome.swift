/// The name of a step in the library's history; nil for none.
package enum HistoryOutcome: Equatable, Sendable {
  case undone(String?)
  case redone(String?)

  var notice: Notice {
    switch self {
    case .undone(let step?): "Undid: \(step)"
    case .undone(nil): "Nothing to undo"
    case .redone(let step?): "Redid: \(step)"
    case .redone(nil): "Nothing to redo"
    }
  }
}
