import Music
import Screen

// Lists: what is asked of the library, and moving about in what it gives.
extension App {
  var layout: Layout { Layout(size: size, focus: focus) }

  func height(of slot: ListSlot) -> Int {
    layout.listHeight(of: slot == .library ? .library : .playlists)
  }

  subscript(slot: ListSlot) -> ListState {
    get {
      switch slot {
      case .library: library
      case .playlists: playlists[playlists.count - 1]
      case .queue: queueList
      }
    }
    set {
      switch slot {
      case .library: library = newValue
      case .playlists: playlists[playlists.count - 1] = newValue
      case .queue: queueList = newValue
      }
    }
  }

  var visibleSlots: [ListSlot] {
    let panes = layout.panes
    var slots: [ListSlot] = []
    if panes[.library] != nil { slots.append(.library) }
    if panes[.playlists] != nil { slots.append(showsQueue ? .queue : .playlists) }
    return slots
  }

  /// Whether a frame drawn now would show rows that are about to make room for others.
  package var awaitsChange: Bool {
    visibleSlots.contains { self[$0].isChanging(height: height(of: $0)) }
  }

  /// Asks for what shows and is not at hand.
  mutating func missingLoads() -> [Effect] {
    var effects: [Effect] = []
    for slot in visibleSlots {
      var list = self[slot]
      let height = height(of: slot)
      let isWanted = !list.isLoading && !list.hasFailed && list.lacksRows(height: height)
      // A list that was left for another one while its rows were on their way gets no answer.
      let isForgotten = list.isLoading && listSerials[slot] != list.serial
      guard list.isStale || isWanted || isForgotten else { continue }
      loadSerial += 1
      listSerials[slot] = loadSerial
      list.request(loadSerial, afterEdits: editsUnderWay == 0)
      let range = list.wantedRange(height: height)
      switch list.content {
      case .library(let query):
        effects.append(
          .list(.load(slot, query, range, anchor: list.anchor, serial: list.serial)))
      case .queue:
        let range = range.clamped(to: 0..<queue.tracks.count)
        effects.append(
          .list(
            .loadQueue(
              range.map { queue.item(at: $0) }, start: range.lowerBound, count: queue.tracks.count,
              anchorIndex: anchorInQueue, serial: list.serial)))
      }
      self[slot] = list
    }
    return effects
  }

  mutating func take(_ window: ListWindow, for slot: ListSlot, serial: Int) -> [Effect] {
    guard isAnswer(serial, for: slot) else { return [] }
    self[slot].take(window, height: height(of: slot))
    guard slot == .library, let pressed = playsWhenFound else { return [] }
    guard pressed == inputs else {
      playsWhenFound = nil
      return []
    }
    guard let first = window.rows.first else {
      // Nothing came of the scan: what was asked for then is not played hours later.
      if tasks.scan == nil { playsWhenFound = nil }
      return []
    }
    playsWhenFound = nil
    if first.track != nil {
      return findTracksToPlay(.rows([], window.query), start: first.id)
    }
    return findTracksToPlay(.rows([first.id], window.query), start: nil)
  }

  /// Whether an answer is for the list that shows; the last request of its place is over with it.
  private mutating func isAnswer(_ serial: Int, for slot: ListSlot) -> Bool {
    if listSerials[slot] == serial { listSerials[slot] = nil }
    return self[slot].serial == serial
  }

  /// Rows could not be read: asking again at once would go on without end.
  mutating func loadFailed(_ slot: ListSlot, serial: Int) {
    guard isAnswer(serial, for: slot) else { return }
    self[slot].isLoading = false
    self[slot].hasFailed = true
    self[slot].edited = nil
  }

  mutating func retryFailedLoads() {
    for slot in visibleSlots where self[slot].hasFailed {
      self[slot].hasFailed = false
      self[slot].isStale = true
    }
  }

  mutating func markListsStale() {
    for mode in BrowseMode.allCases {
      for index in (stacks[mode] ?? []).indices { stacks[mode]?[index].isStale = true }
    }
    for index in playlists.indices { playlists[index].isStale = true }
    queueList.isStale = true
  }

  /// After a resize every list scrolls so that its cursor shows.
  mutating func settleLists() {
    library.scroll(height: height(of: .library))
    side.scroll(height: height(of: .playlists))
  }

  var focusedSlot: ListSlot? {
    switch focus {
    case .library: .library
    case .playlists: showsQueue ? .queue : .playlists
    case .nowPlaying, .mix: nil
    }
  }

  mutating func move(by step: Int) {
    if focus == .mix { return moveSlot(by: step) }
    guard let slot = focusedSlot else { return }
    self[slot].move(to: self[slot].selected + step, height: height(of: slot))
  }

  mutating func move(toRow index: Int) {
    if focus == .mix { return moveSlot(by: index < 1 ? -3 : 3) }
    guard let slot = focusedSlot else { return }
    self[slot].move(to: index, height: height(of: slot))
  }

  var pageHeight: Int { focusedSlot.map { max(1, height(of: $0) - 1) } ?? 3 }

  private mutating func moveSlot(by step: Int) {
    let number = max(1, min(3, selectedSlot.rawValue + step))
    selectedSlot = MixSlot(rawValue: number) ?? selectedSlot
  }

  mutating func changeQuery(_ change: (inout ListQuery) -> Void) {
    guard let slot = focusedSlot, case .library(var query) = self[slot].content else { return }
    change(&query)
    guard .library(query) != self[slot].content else { return }
    self[slot].content = .library(query)
    self[slot].isStale = true
  }

  /// Filters the list by a query, unless that is none: then the list stays as it was.
  ///
  /// - Returns: What is wrong with the text.
  @discardableResult
  mutating func setFilter(_ text: String) -> QueryError? {
    do throws(QueryError) {
      _ = try TrackQuery(parsing: text)
    } catch {
      return error
    }
    filterList(by: text)
    return nil
  }

  private mutating func filterList(by text: String) {
    guard let slot = focusedSlot else { return }
    let wasFiltered = !self[slot].query.filter.isEmpty
    changeQuery { $0.filter = text }
    // While typing the first match is the best; with no filter left the cursor's row is kept.
    if !text.isEmpty || !wasFiltered {
      self[slot].anchor = nil
      self[slot].selected = 0
      self[slot].top = 0
    }
    self[slot].marks = Marks()
  }

  mutating func push(_ query: ListQuery) {
    let query = groups.applied(to: sorts.applied(to: query))
    switch focus {
    case .library: stacks[mode]?.append(ListState(query))
    case .playlists: playlists.append(ListState(query))
    case .nowPlaying, .mix: break
    }
  }

  /// Leaves the list that shows for the one it was opened from; false at the first.
  mutating func pop() -> Bool {
    switch focus {
    case .library:
      guard (stacks[mode]?.count ?? 0) > 1 else { return false }
      stacks[mode]?.removeLast()
      library.isStale = true
    case .playlists:
      guard !showsQueue, playlists.count > 1 else { return false }
      playlists.removeLast()
      side.isStale = true
    case .nowPlaying, .mix: return false
    }
    return true
  }

  /// The tracks a command is about: what is selected in the focused pane.
  var selection: Selection? {
    switch focus {
    case .nowPlaying:
      return heard.map { .tracks([$0]) }
    case .mix:
      return mix[selectedSlot].map { .rows([.playlist($0.id)], ListQuery(.playlists)) }
    case .library, .playlists:
      guard let list = focusedList else { return nil }
      if list.content == .queue {
        let indices = chosenOfQueue
        return indices.isEmpty ? nil : .tracks(indices.map { queue[$0] })
      }
      if list.marks.isInverted {
        return .all(list.query, except: list.marks.rows.sorted { "\($0)" < "\($1)" })
      }
      let rows = list.chosen
      guard !rows.isEmpty else { return nil }
      return .rows(rows, list.query)
    }
  }

}

extension App {
  mutating func receive(_ event: ListEvent) -> [Effect] {
    switch event {
    case .loaded(let slot, let window, let serial):
      if slot != .queue { tasks.readingEnded() }
      return take(window, for: slot, serial: serial)
    case .failed(let slot, let serial, let text):
      loadFailed(slot, serial: serial)
      say(text, .bad)
      return []
    case .readingStarted:
      tasks.readingStarted(hasRows: library.hasLoaded)
      return []
    case .readingEnded:
      tasks.readingEnded()
      return []
    }
  }
}
