import Music
import Screen

// The window of a track's cues: opening it, its keys, and the mouse in it.
extension App {
  /// Opens the cues of the cursor's track, or of the current one.
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
    windows.open(.cues(list))
    return [.load(.cueList(list.track)), .load(.analysis(list.track))]
  }

  private var playingCueList: CueList? {
    audibleItem.map {
      CueList(
        $0.track, title: playing.track?.title ?? "", origin: .queued($0, playing.requested?.item))
    }
  }

  /// The cue list of the cursor's row, where its track is not the current one.
  private var rowCueList: CueList? {
    guard let list = focusedList, let row = list.selectedRow, let track = row.track,
      track.id != player.item?.track, !track.isStream
    else { return nil }
    if list.content == .queue {
      guard case .queueItem(let queued) = row else { return nil }
      return CueList(
        track.id, title: track.title, origin: .queued(queued.item.queued, queued.item.id))
    }
    var part = EntryPlayback()
    if let sound = row.sound { part = sound }
    return CueList(track.id, title: track.title, origin: .row(row.id, list.query), part: part)
  }

  // MARK: Answers of the library

  var hasCueList: Bool { overlays.contains { if case .cues = $0 { true } else { false } } }

  mutating func updateCueLists(of track: TrackID, _ change: (inout CueList) -> Void) {
    let size = size
    windows.update { overlay in
      guard case .cues(var list) = overlay, list.track == track else { return }
      change(&list)
      list.scroll(height: CueListView.height(of: list, in: size))
      overlay = .cues(list)
    }
  }

  mutating func receive(_ cues: [Cue], of track: Track?, in id: TrackID) {
    guard let track else {
      let isClosed = windows.close {
        if case .cues(let list) = $0 { list.track == id } else { false }
      }
      if isClosed { say("That track is no longer in the library", .bad) }
      return
    }
    let passed = player.item?.track == id ? positionInFile : nil
    updateCueLists(of: id) { list in
      let isFirst = !list.isLoaded
      list.title = track.title
      list.length = track.audio.duration
      list.update(cues)
      // The cursor starts at the current cue.
      if isFirst, let passed, let index = cues.lastIndex(where: { $0.time <= passed }) {
        list.move(by: index - list.cursor.selected)
      }
    }
  }

  func staleCueLists() -> [Effect] {
    overlays.compactMap {
      if case .cues(let list) = $0 { .load(.cueList(list.track)) } else { nil }
    }
  }

  // MARK: Keys

  mutating func handle(_ input: Input, in list: CueList) -> [Effect] {
    switch input {
    case .paste: return []
    case .mouse(let mouse): return handle(mouse, in: list)
    case .key(let key):
      switch keymap.windowAction(key, of: CueKey.self) {
      case .close: return windows.closeTop()
      case .move(let move):
        self.move(
          by: move.step(page: CueListView.height(of: list, in: size) - 1), in: list)
        return []
      case .accept:
        if let proposal = list.proposal { return [.edit(.cues(.add(proposal, to: list.track)))] }
        return findCue(in: list).map { jump(to: $0, in: list) } ?? []
      case .own(let key): return edit(list, with: key)
      case nil: return pass(key, in: list)
      }
    }
  }

  private mutating func move(by step: Int, in list: CueList) {
    var list = list
    list.move(by: step)
    list.scroll(height: CueListView.height(of: list, in: size))
    windows.replaceTop(.cues(list))
  }

  /// The cue under the cursor; a message where there is none.
  private mutating func findCue(in list: CueList) -> Cue? {
    if list.proposal != nil {
      say("This cue is only proposed: \(key(.accept, in: .cues)) sets it")
    } else if list.cue == nil {
      say("No cue is selected; \(key(.cues(.add), in: .cues)) sets one where it plays")
    }
    return list.cue
  }

  private mutating func edit(_ list: CueList, with key: CueKey) -> [Effect] {
    guard key != .add else { return addCue(in: list) }
    guard let cue = findCue(in: list) else { return [] }
    switch key {
    case .add: return []
    case .previousKind: return adjust(cue, .kind(by: -1))
    case .nextKind: return adjust(cue, .kind(by: 1))
    case .remove:
      cueEditing.endAdjustment()
      updateCueLists(of: list.track) { $0.leave() }
      return [.edit(.cues(.remove([cue.id])))]
    case .edit:
      cueEditing.endAdjustment()
      editCue(cue, length: list.length)
      return []
    case .end: return endHere(cue, in: list)
    case .unend: return cue.end == nil ? [] : adjust(cue, .end(nil))
    case .move(let milliseconds): return adjust(cue, .move(by: .milliseconds(milliseconds)))
    }
  }

  /// The global meanings of keys, as far as the window leaves them.
  private mutating func pass(_ key: Key, in list: CueList) -> [Effect] {
    guard case .command(let command) = keymap.match([key], in: focus) else { return [] }
    switch command {
    case .undo, .redo:
      cueEditing.endAdjustment()
      return perform(command)
    case .playing(.playPause), .playing(.seek), .playing(.seekTo), .playing(.changeVolume),
      .playing(.mute), .cue(.dropMarker), .redraw, .leave, .quit,
      .cue(.next), .cue(.previous):
      return perform(command)
    case .cue(.list):
      windows.closeTop()
      // From another track's cues to those of the current one, and from there to the panes.
      guard list.track != player.item?.track, let playing = playingCueList else { return [] }
      return show(playing)
    case .playing, .move, .pane, .list, .slot, .queue, .row, .track, .label,
      .variation, .comment, .skin, .library, .sound,
      .playlist, .changeEntry, .template, .mixing, .cue, .finding, .lyrics, .analysis, .exchange,
      .settings, .build, .device, .book, .server, .shared, .hints, .commandLine, .help, .keys,
      .cancel:
      return []
    }
  }

  // MARK: Actions of the keys

  private mutating func jump(to cue: Cue, in list: CueList) -> [Effect] {
    if player.item?.track == list.track, player.clock != nil {
      guard let position = positionInPart(cue) else { return refuseOutside(cue) }
      return seek(to: position)
    }
    let position = cue.time - (list.part.start ?? .zero)
    guard position >= .zero, list.part.end.map({ cue.time <= $0 }) ?? true else {
      return refuseOutside(cue)
    }
    if case .queued(_, let item?) = list.origin, let index = queue.index(of: item) {
      return apply(playing.choose(itemAt: index, from: position))
    }
    playing.begin(
      at: Playing.CueStart(
        track: list.track, position: position, until: now.advanced(by: .seconds(10))))
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
    guard isAudible(list) else { return [] }
    cueEditing.endAdjustment()
    return dropCue(.marker)
  }

  private mutating func endHere(_ cue: Cue, in list: CueList) -> [Effect] {
    guard isAudible(list), let position = findAudiblePosition() else { return [] }
    guard position > cue.time else {
      say(CueFault.endBeforeStart(cue.time).message, .bad)
      return []
    }
    return adjust(cue, .end(position))
  }

  private mutating func isAudible(_ list: CueList) -> Bool {
    if player.item?.track == list.track { return true }
    say(
      "This is set where it is heard: \(key(.accept, in: .cues)) on a cue, or on its row, plays it")
    return false
  }

  private mutating func adjust(_ cue: Cue, _ adjustment: CueAdjustment) -> [Effect] {
    let isContinued = cueEditing.adjust(cue.id, adjustment, at: now)
    return [.edit(.cues(.adjust(cue.id, adjustment, isContinued: isContinued)))]
  }

  // MARK: The mouse

  private mutating func handle(_ mouse: Mouse, in list: CueList) -> [Effect] {
    switch mouse.action {
    case .wheelUp: move(by: -1, in: list)
    case .wheelDown: move(by: 1, in: list)
    case .press:
      guard let index = CueListView.row(at: mouse.position, of: list, in: size) else { return [] }
      let isDouble = browsing.click(at: mouse.position, at: now) != nil
      move(by: index - list.cursor.selected, in: list)
      guard isDouble else { return [] }
      if list.cues.indices.contains(index) { return jump(to: list.cues[index], in: list) }
      return [.edit(.cues(.add(list.proposals[index - list.cues.count], to: list.track)))]
    case .drag, .release: break
    }
    return []
  }
}

extension CueList: Window {
  var kind: WindowKind { .cues }
  func fadesScreen(in app: App) -> Bool { false }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: CueListView.rows(of: self, in: app.size), count: rowCount, top: cursor.top)
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var scrolled = self
    scrolled.scroll(to: top, of: list)
    app.windows.replaceTop(.cues(scrolled))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    CueListView(app: app, list: self).draw(into: &frame)
  }
}
