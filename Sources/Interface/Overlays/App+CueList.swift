import Music
import Screen

// The window of a track's cues: opening it, its keys, and the mouse in it.
extension App {
  /// The cues of the row under the cursor, or of what plays.
  mutating func listCues() -> [Effect] {
    if let list = rowCueList {
      return show(list)
    } else if let list = playingCueList {
      return show(list)
    }
    say("Select a track, or play one, to see its cues")
    return []
  }

  private mutating func show(_ list: CueList) -> [Effect] {
    overlays.append(.cues(list))
    return [.loadCueList(list.track), .loadAnalysis(list.track)]
  }

  private var playingCueList: CueList? {
    heard.map {
      CueList(
        $0.track, title: playing.track?.title ?? "", origin: .queued($0, playing.requested?.item))
    }
  }

  /// That of the row under the cursor, where it is of another track than what plays.
  private var rowCueList: CueList? {
    guard let list = focusedList, let row = list.selectedRow, let track = row.track,
      track.id != player.item?.track, !track.isStream
    else { return nil }
    if list.content == .queue {
      guard case .queueItem(let item, _, _, _) = row else { return nil }
      return CueList(track.id, title: track.title, origin: .queued(item.queued, item.id))
    }
    var part = EntrySound()
    if let sound = row.sound { part = sound }
    return CueList(track.id, title: track.title, origin: .row(row.id, list.query), part: part)
  }

  // MARK: What the library says

  var hasCueList: Bool { overlays.contains { if case .cues = $0 { true } else { false } } }

  mutating func updateCueLists(of track: TrackID, _ change: (inout CueList) -> Void) {
    for index in overlays.indices {
      guard case .cues(var list) = overlays[index], list.track == track else { continue }
      change(&list)
      list.scroll(height: CueListView.height(of: list, in: size))
      overlays[index] = .cues(list)
    }
  }

  mutating func take(_ cues: [Cue], of track: Track?, in id: TrackID) {
    guard let track else {
      guard
        overlays.contains(where: {
          if case .cues(let list) = $0 { list.track == id } else { false }
        })
      else { return }
      overlays.removeAll { if case .cues(let list) = $0 { list.track == id } else { false } }
      return say("That track is no longer in the library", .bad)
    }
    let passed = player.item?.track == id ? positionInFile : nil
    updateCueLists(of: id) { list in
      let isFirst = !list.isLoaded
      list.title = track.title
      list.length = track.audio.duration
      list.take(cues)
      // It opens where the music is.
      if isFirst, let passed, let index = cues.lastIndex(where: { $0.time <= passed }) {
        list.move(to: index)
      }
    }
  }

  func staleCueLists() -> [Effect] {
    overlays.compactMap { if case .cues(let list) = $0 { .loadCueList(list.track) } else { nil } }
  }

  // MARK: Keys

  mutating func take(_ input: Input, in list: CueList) -> [Effect] {
    switch input {
    case .paste: return []
    case .mouse(let mouse): return take(mouse, in: list)
    case .key(let key):
      if closes(key) {
        overlays.removeLast()
        return []
      }
      if steer(list, with: key) { return [] }
      return edit(list, with: key) ?? pass(key, in: list)
    }
  }

  private func closes(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.escape, _), (.character("q"), []), (.character("c"), .control),
      (.character("g"), .control):
      true
    default: false
    }
  }

  private mutating func steer(_ list: CueList, with key: Key) -> Bool {
    let page = max(1, CueListView.height(of: list, in: size) - 1)
    switch (key.code, key.modifiers) {
    case (.up, _), (.character("k"), []): select(list.selected - 1, in: list)
    case (.down, _), (.character("j"), []): select(list.selected + 1, in: list)
    case (.pageUp, _), (.character("u"), .control): select(list.selected - page, in: list)
    case (.pageDown, _), (.character("d"), .control): select(list.selected + page, in: list)
    case (.home, _), (.character("g"), []): select(0, in: list)
    case (.end, _), (.character("G"), []): select(list.rowCount - 1, in: list)
    default: return false
    }
    return true
  }

  private mutating func select(_ index: Int, in list: CueList) {
    var list = list
    list.move(to: index)
    list.scroll(height: CueListView.height(of: list, in: size))
    replaceTop(.cues(list))
  }

  /// Keys that do something with a cue; nil for all others.
  private mutating func edit(_ list: CueList, with key: Key) -> [Effect]? {
    if case .character("a") = key.code, key.modifiers == [] { return addCue(in: list) }
    let isAny: Bool
    switch (key.code, key.modifiers) {
    case (.enter, _), (.tab, _), (.delete, _): isAny = true
    case (.character(let letter), []): isAny = "RPeEd,.[]{}".contains(letter)
    default: isAny = false
    }
    guard isAny else { return nil }
    if let proposal = list.proposal {
      if key.code == .enter { return [.addCue(proposal, to: list.track)] }
      say("This cue is only proposed: Enter sets it")
      return []
    }
    guard let cue = list.cue else {
      say("No cue is selected; a sets one where it plays")
      return []
    }
    switch (key.code, key.modifiers) {
    case (.enter, _): return jump(to: cue, in: list)
    case (.tab, .shift): return adjust(cue, .kind(by: -1))
    case (.tab, _): return adjust(cue, .kind(by: 1))
    case (.delete, _), (.character("d"), _):
      cueing.adjusted = nil
      updateCueLists(of: list.track) { $0.leave() }
      return [.removeCues([cue.id])]
    case (.character("R"), _), (.character("P"), _):
      cueing.adjusted = nil
      editCue(cue, length: list.length)
      return []
    case (.character("e"), _): return endHere(cue, in: list)
    case (.character("E"), _): return cue.end == nil ? [] : adjust(cue, .end(nil))
    case (.character(let letter), _):
      return App.nudges[letter].map { adjust(cue, .move(by: .milliseconds($0))) }
    default: return nil
    }
  }

  /// Milliseconds.
  private static let nudges: [Character: Int] = [
    ",": -10, ".": 10, "[": -100, "]": 100, "{": -1000, "}": 1000,
  ]

  /// What the keys do everywhere, as far as it goes with what is in the window.
  private mutating func pass(_ key: Key, in list: CueList) -> [Effect] {
    guard case .command(let command) = keymap.match([key], in: focus) else { return [] }
    switch command {
    case .undo, .redo:
      cueing.adjusted = nil
      return perform(command)
    case .playPause, .seek, .seekTo, .changeVolume, .mute, .dropCue, .redraw, .quit,
      .cue(.next), .cue(.previous):
      return perform(command)
    case .listCues:
      overlays.removeLast()
      // From another track's cues to those of what plays, and from there back to the panes.
      guard list.track != player.item?.track, let playing = playingCueList else { return [] }
      return show(playing)
    default: return []
    }
  }

  // MARK: What the keys do

  private mutating func jump(to cue: Cue, in list: CueList) -> [Effect] {
    if player.item?.track == list.track, player.clock != nil {
      guard let position = placeInPart(cue) else { return refuseOutside(cue) }
      return seek(to: position)
    }
    let position = cue.time - (list.part.start ?? .zero)
    guard position >= .zero, list.part.end.map({ cue.time <= $0 }) ?? true else {
      return refuseOutside(cue)
    }
    if case .queued(_, let item?) = list.origin, let index = queue.index(of: item) {
      return apply(playing.choose(itemAt: index, from: position))
    }
    playing.cueStart = Playing.CueStart(
      track: list.track, position: position, until: now.advanced(by: .seconds(10)))
    switch list.origin {
    case .row(let row, let query): return findTracksToPlay(.rows([], query), start: row)
    case .queued(let queued, _): return findTracksToPlay(.tracks([queued]), start: nil)
    }
  }

  private mutating func refuseOutside(_ cue: Cue) -> [Effect] {
    say("\(cue.title) is outside of the part that plays")
    return []
  }

  private mutating func addCue(in list: CueList) -> [Effect] {
    guard isHeard(list) else { return [] }
    cueing.adjusted = nil
    return dropCue(.marker)
  }

  private mutating func endHere(_ cue: Cue, in list: CueList) -> [Effect] {
    guard isHeard(list), let place = heardPlace else { return [] }
    guard place > cue.time else {
      say(CueFault.endBeforeStart(cue.time).message, .bad)
      return []
    }
    return adjust(cue, .end(place))
  }

  private mutating func isHeard(_ list: CueList) -> Bool {
    if player.item?.track == list.track { return true }
    say("This is set where it is heard: Enter on a cue, or on its row, plays it")
    return false
  }

  /// How soon one adjustment has to follow another to be one step with it.
  private static let adjustingPatience: Duration = .milliseconds(1500)

  private mutating func adjust(_ cue: Cue, _ adjustment: CueAdjustment) -> [Effect] {
    let isContinued =
      cueing.adjusted.map {
        $0.cue == cue.id && $0.adjustment.isLike(adjustment)
          && now - $0.at < App.adjustingPatience
      } ?? false
    cueing.adjusted = Cueing.Adjusted(cue: cue.id, adjustment: adjustment, at: now)
    return [.adjustCue(cue.id, adjustment, isContinued: isContinued)]
  }

  // MARK: The mouse

  private mutating func take(_ mouse: Mouse, in list: CueList) -> [Effect] {
    switch mouse.action {
    case .wheelUp: select(list.selected - 1, in: list)
    case .wheelDown: select(list.selected + 1, in: list)
    case .press:
      guard let index = CueListView.row(at: mouse.position, of: list, in: size) else { return [] }
      let isDouble = lastClick.map { $0.isDoubled(by: mouse.position, at: now) } ?? false
      lastClick = isDouble ? nil : Click(position: mouse.position, at: now)
      select(index, in: list)
      guard isDouble else { return [] }
      if list.cues.indices.contains(index) { return jump(to: list.cues[index], in: list) }
      return [.addCue(list.proposals[index - list.cues.count], to: list.track)]
    case .drag, .release: break
    }
    return []
  }
}

extension App.Click {
  func isDoubled(by position: Position, at now: ContinuousClock.Instant) -> Bool {
    self.position.row == position.row && now - at < .milliseconds(400)
  }
}
