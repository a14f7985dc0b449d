package import Music

/// Results of edits of the library's tracks and folders.
package enum LibraryOutcome: Equatable, Sendable {
  case missingForgotten(Int, isUndoable: Bool)
  case rootsRemoved([RemovedRoot])
  /// The services after an order, at a time in Unix seconds.
  case listens(ListensOrder, [ListenService], now: Int64)
  /// Other files are being added.
  case addingRefused

  var notice: Notice {
    switch self {
    case .addingRefused: return "Other files are on their way; \(key: .cancel) stops that"
    case .missingForgotten(0, _): return "No file is missing there"
    case .missingForgotten(let count, isUndoable: false):
      return "Forgot \(count) missing tracks, which is more than undo can bring back"
    case .missingForgotten(1, _): return "Forgot a missing track; \(key: .undo) brings it back"
    case .missingForgotten(let count, _):
      return "Forgot \(count) missing tracks; \(key: .undo) brings them back"
    case .listens(let order, let services, let now):
      return order.notice(services, now: now)
    case .rootsRemoved(let roots):
      let what = roots.count == 1 ? roots[0].path.text : roots.count.counted("folder", .plain)
      let tracks = roots.reduce(0) { $0 + $1.tracks }.counted("track", one: "a")
      let took = "Took \(what) with \(tracks) out of the library"
      return roots.allSatisfy(\.isUndoable)
        ? "\(took); \(key: .undo) brings it back"
        : "\(took), which is more than undo can bring back"
    }
  }
}
