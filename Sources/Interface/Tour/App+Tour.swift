import Music

// The tour of hints: what shows of it, and what ends it.
extension App {
  /// A hint on the last line, in front of the keys of the pane.
  struct TourLine: Equatable, Sendable {
    var label: String
    var command: Command
    var text: String
  }

  /// The hint that shows; nil where none of those left makes sense.
  var tourLine: TourLine? {
    // Below a window and without music there is nothing to try.
    guard overlays.isEmpty, library.count > 0 || player.item != nil else { return nil }
    if tour == .ending {
      return TourLine(label: "End of tour:", command: .help, text: "has the rest")
    }
    return tour.left.first(where: isUseful).map { hint in
      let all = TourHint.allCases.count
      return TourLine(
        label: "Hint \(all - tour.left.count + 1) of \(all):", command: hint.command,
        text: hint.text)
    }
  }

  /// Whether the command of a hint does now what the hint says.
  private func isUseful(_ hint: TourHint) -> Bool {
    switch hint {
    case .play: playsOnEnter
    case .mix: focus != .mix && selection != nil
    case .fits: (focusedTrack ?? playing.track)?.mixPoint.isKnown ?? false
    case .fullScreen: player.item != nil && browsing.fullScreen == nil
    case .skin, .help: true
    }
  }

  private var playsOnEnter: Bool {
    guard let row = focusedList?.selectedRow else {
      // The first track that a scan finds plays.
      return focus == .library && tasks.scan != nil
    }
    return row.track != nil
  }

  /// The hint that a command is going to use; nil where it would do something else.
  func hint(usedBy command: Command) -> TourHint? {
    tour.left.first { $0.isUsed(by: command) && isUseful($0) }
  }

  mutating func use(_ hint: TourHint) {
    tour.use(hint)
    saving.need()
  }

  /// The first start of a library begins the tour, unless the tour was left before.
  mutating func beginTour() {
    guard tour == .none else { return }
    tour.begin()
    saving.need()
  }

  mutating func showHints(_ isOn: Bool) {
    if isOn { tour.begin() } else { tour.end() }
    saving.need()
    if !isOn {
      say("No more hints; :hints on brings them back")
    } else if tourLine == nil {
      say("Hints show here, one at a time, once there is something to try")
    }
  }

  /// A key or press after the end of the tour was seen ends it for good.
  mutating func leaveTour() {
    guard tour == .ending, tourLine != nil, message == nil, terminal.pendingKeys.isEmpty else {
      return
    }
    tour.end()
  }
}
