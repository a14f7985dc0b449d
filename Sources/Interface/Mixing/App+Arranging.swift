import Music
import Screen

// A better order for the open playlist: the search, its window, and the edit.
extension App {
  mutating func findArrangement() -> [Effect] {
    if let smart = openSmart { return refuseSmart(smart) }
    guard let openPlaylist, !showsQueue else {
      say("Open a playlist first: an order is proposed for its entries")
      return []
    }
    say("Looking for an order…")
    windows.expect(.arrangement)
    return findArrangement(of: openPlaylist, keepingFirst: true, opensWindow: true)
  }

  /// - Parameter opensWindow: False where one is open for the playlist.
  mutating func findArrangement(
    of playlist: PlaylistID, keepingFirst: Bool, opensWindow: Bool
  ) -> [Effect] {
    tasks.arrangingStarted(playlist, opensWindow: opensWindow)
    return [.arrangement(.find(playlist, keepingFirst: keepingFirst))]
  }

  /// - Parameter staysAsItIs: False where an order is applied at the same time.
  mutating func cancelArranging(staysAsItIs: Bool = true) -> [Effect] {
    guard let arranging = tasks.arranging else { return [] }
    tasks.arrangingEnded(arranging.playlist)
    if staysAsItIs { say("Stopped: the order stays as it is") }
    return [.arrangement(.cancel)]
  }

  mutating func receive(_ arrangement: Arrangement) {
    let request = windows.answered(.arrangement)
    if message?.kind == .plain { messages.clear() }
    let isAwaited =
      tasks.arranging?.playlist == arrangement.playlist && tasks.arranging?.opensWindow == true
    tasks.arrangingEnded(arrangement.playlist)
    let known = arrangement.entries.count { $0.track.mixPoint.isKnown }
    if case .arrangement(let panel) = overlays.last,
      panel.arrangement.playlist == arrangement.playlist
    {
      return windows.replaceTop(.arrangement(ArrangementPanel(arrangement)))
    }
    guard isAwaited else { return }
    guard known > 1 else {
      let isAnalysed = arrangement.entries.allSatisfy {
        $0.track.findings.isAnalysed || $0.track.findings.fault != nil
      }
      say(
        isAnalysed
          ? "No tempo and no key was found in its tracks: set them with :bpm and :key"
          : "Neither tempo nor key of its tracks is known: the analysis finds them", .bad)
      return
    }
    guard arrangement.isChanged else {
      say("No better order was found: \(arrangement.name) stays as it is", .good)
      return
    }
    // Arranging thousands of entries takes seconds: an Enter meant for a list by then must not
    // reorder anything.
    open(
      .arrangement(ArrangementPanel(arrangement)), askedFor: request,
      orSay: "An order for \(arrangement.name) was found: \(key(.mixing(.arrange))) shows it")
  }
}

extension ArrangementPanel: CursorWindow {
  var kind: WindowKind { .reading }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = ArrangementView.height(of: panel, in: app.size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.scroll(by: -3, height: height)
      case .wheelDown: panel.scroll(by: 3, height: height)
      case .press, .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: ArrangementKey.self) {
      case .accept:
        app.windows.closeTop()
        let stopped = app.cancelArranging(staysAsItIs: !arrangement.isChanged)
        guard arrangement.isChanged else { return stopped }
        return stopped + [
          .edit(.entries(.arrange(arrangement.arranged.map(\.id), of: arrangement.playlist)))
        ]
      case .close:
        app.windows.closeTop()
        // Closing the window cancels a pending search.
        return app.cancelArranging()
      case .own(.keepFirst):
        return app.findArrangement(
          of: arrangement.playlist, keepingFirst: !arrangement.isFirstKept, opensWindow: false)
      case .move(let move): panel.scroll(by: move.step(page: height), height: height)
      case nil: return []
      }
    }
    app.windows.replaceTop(.arrangement(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: ArrangementView.rows(of: self, in: app.size), count: arrangement.entries.count,
      top: cursor.top)
  }

  var overlay: Overlay { .arrangement(self) }

  func draw(into frame: inout Frame, of app: App) {
    ArrangementView(panel: self, app: app).draw(into: &frame)
  }
}

extension ListState {
  /// The mixing clash between an entry and the one before it in the list.
  func clash(at index: Int) -> MixClash? {
    guard content != .queue, query.filter.isEmpty,
      case .entry(let entry) = window[index]
    else { return nil }
    guard let previous = self.entry(before: index) else { return nil }
    return MixClash(from: previous.track.mixPoint, to: entry.track.mixPoint)
  }
}
