package import Music

/// The tracks that a smart playlist would have, found while its query is typed.
package struct SmartMatches: Equatable, Sendable {
  /// The query that was asked for last.
  package var query: ListQuery
  /// The number of its request; answers to others are dropped.
  package var serial: Int
  var isAsking = true
  /// The last answer, of this query or one before it.
  package var window: ListWindow?

  /// Tracks that are shown by name.
  static let shown = 5
}

extension App {
  /// Asks for the tracks of a smart playlist's form; one request at a time, so that typing never
  /// queues up outdated ones.
  mutating func missingMatches() -> [Effect] {
    guard case .form(var form) = overlays.last, case .smart = form.purpose,
      form.matches?.isAsking != true, let query = App.query(of: form), query != form.matches?.query
    else { return [] }
    loadSerial += 1
    form.matches = SmartMatches(query: query, serial: loadSerial, window: form.matches?.window)
    windows.replaceTop(.form(form))
    return [.load(.matches(query, count: SmartMatches.shown, serial: loadSerial))]
  }

  mutating func receiveMatches(_ window: ListWindow?, serial: Int) {
    windows.update { overlay in
      guard case .form(var form) = overlay, form.matches?.serial == serial else { return }
      form.matches?.isAsking = false
      form.matches?.window = window
      overlay = .form(form)
    }
  }
}
