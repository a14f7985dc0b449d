import Music
import Screen

// Another order for the open playlist: asking for it, looking at it, taking it.
extension App {
  mutating func findArrangement() -> [Effect] {
    if let smart = openSmart { return refuseSmart(smart) }
    guard let openPlaylist, !showsQueue else {
      say("Open a playlist first: an order is proposed for its entries")
      return []
    }
    say("Looking for an order…")
    expect(.arrangement)
    tasks.arrangingStarted(openPlaylist, opensWindow: true)
    return [.findArrangement(openPlaylist, keepingFirst: true)]
  }

  /// - Parameter staysAsItIs: False where an order is taken over at the same time.
  mutating func cancelArranging(staysAsItIs: Bool = true) -> [Effect] {
    guard let arranging = tasks.arranging else { return [] }
    tasks.arrangingEnded(arranging.playlist)
    if staysAsItIs { say("Stopped: the order stays as it is") }
    return [.cancelArrangement]
  }

  mutating func take(_ arrangement: Arrangement) {
    let request = answered(.arrangement)
    if message?.kind == .plain { messages.clear() }
    let isAwaited =
      tasks.arranging?.playlist == arrangement.playlist && tasks.arranging?.opensWindow == true
    tasks.arrangingEnded(arrangement.playlist)
    let known = arrangement.entries.count { $0.track.mixPoint.isKnown }
    if case .arrangement(let panel) = overlays.last,
      panel.arrangement.playlist == arrangement.playlist
    {
      return replaceTop(.arrangement(ArrangementPanel(arrangement)))
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
    // Arranging thousands of entries takes seconds: an Enter that is meant for a list by then must
    // not reorder anything.
    open(
      .arrangement(ArrangementPanel(arrangement)), askedFor: request,
      orSay: "An order for \(arrangement.name) was found: \(key(.mixing(.arrange))) shows it")
  }

  mutating func take(_ input: Input, in panel: ArrangementPanel) -> [Effect] {
    var panel = panel
    let height = ArrangementView.height(of: panel, in: size)
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.scroll(to: panel.top - 3, height: height)
      case .wheelDown: panel.scroll(to: panel.top + 3, height: height)
      case .press, .drag, .release: return []
      }
    case .key(let key):
      let arrangement = panel.arrangement
      switch (key.code, key.modifiers) {
      case (.enter, _):
        overlays.removeLast()
        let stopped = cancelArranging(staysAsItIs: !arrangement.isChanged)
        guard arrangement.isChanged else { return stopped }
        return stopped + [.arrange(arrangement.arranged.map(\.id), of: arrangement.playlist)]
      case (.escape, _), (.character("q"), []), (.character("c"), .control),
        (.character("g"), .control):
        overlays.removeLast()
        // Nobody looks at what is still on its way.
        return cancelArranging()
      case (.character("f"), []):
        tasks.arrangingStarted(arrangement.playlist, opensWindow: false)
        return [
          .findArrangement(arrangement.playlist, keepingFirst: !arrangement.isFirstKept)
        ]
      case (.down, _), (.character("j"), []): panel.scroll(to: panel.top + 1, height: height)
      case (.up, _), (.character("k"), []): panel.scroll(to: panel.top - 1, height: height)
      case (.pageDown, _), (.character(" "), []), (.character("d"), .control):
        panel.scroll(to: panel.top + height, height: height)
      case (.pageUp, _), (.character("u"), .control):
        panel.scroll(to: panel.top - height, height: height)
      case (.home, _), (.character("g"), []): panel.scroll(to: 0, height: height)
      case (.end, _), (.character("G"), _):
        panel.scroll(to: arrangement.entries.count, height: height)
      default: return []
      }
    }
    replaceTop(.arrangement(panel))
    return []
  }
}

extension ListState {
  /// What is wrong between an entry of a playlist and the one before it, as both stand in the list.
  func clash(at index: Int) -> MixClash? {
    guard content != .queue, query.filter.isEmpty,
      case .entry(_, _, let track, _, _) = window[index]
    else { return nil }
    // A header may stand between them.
    for before in [index - 1, index - 2] {
      switch window[before] {
      case .entry(_, _, let previous, _, _):
        return MixClash(from: previous.mixPoint, to: track.mixPoint)
      case .group: continue
      default: return nil
      }
    }
    return nil
  }
}
