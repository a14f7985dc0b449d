import Music
import Screen

// Moving entries among the others of their list: with keys, and with the mouse.
extension App {
  mutating func moveEntries(_ position: EntryPosition) -> [Effect] {
    if case .by(let step) = position, let effects = moveGroups(by: step) {
      if focusedPlaylist != nil { return effects }
      say("Groups follow the order of the list here; in a playlist they can be moved")
      return []
    }
    guard let list = focusedList, let row = list.selectedRow else { return [] }
    if browsing.focusedSlot == .queue { return moveInQueue(position) }
    if let smart = openSmart { return refuseSmart(smart) }
    guard let playlist = focusedPlaylist, let selection else { return [] }
    if list.marks.isEmpty {
      guard case .entry = row.id else { return [] }
    }
    return [.edit(.entries(.move(selection, of: playlist, position)))]
  }

  /// Rows of the queue move one by one.
  private mutating func moveInQueue(_ position: EntryPosition) -> [Effect] {
    guard let item = queueCursor, let index = queue.index(of: item) else { return [] }
    let target: Int
    switch position {
    case .by(let step): target = index + step
    case .top: target = 0
    case .bottom: target = queue.tracks.count - 1
    case .before, .after: return []
    }
    return moveInQueue(item, to: target)
  }

  private mutating func moveInQueue(_ item: QueueItemID, to target: Int) -> [Effect] {
    guard let index = queue.index(of: item), queue.tracks.indices.contains(target), target != index
    else { return [] }
    browsing.follow(item, to: target)
    return editQueue("moved a track in the queue", moving: item) {
      $0.move(from: index, to: target)
    }
  }

  // MARK: With the mouse

  /// The mouse moved with its button held; false when no entry is dragged.
  mutating func dragOn(to position: Position) -> Bool {
    guard browsing.drag != nil else { return false }
    guard case .row(let pane, let index) = ScreenTarget.find(at: position, in: self),
      pane == .playlists || pane == .mix
    else {
      cancelDrag()
      return true
    }
    guard let held = browsing.drag(over: index) else { return true }
    let what = held.takesMarked ? "the marked entries" : "it"
    say("Let go to move \(what) here, Esc leaves \(held.takesMarked ? "them" : "it")")
    return true
  }

  mutating func cancelDrag() {
    if browsing.cancelDrag() { say("Not moved") }
  }

  mutating func dropEntries() -> [Effect] {
    guard let held = browsing.drop(), let over = held.over, over != held.origin else { return [] }
    messages.clear()
    if case .queueItem(let item) = held.row { return moveInQueue(item, to: over) }
    guard let playlist = openPlaylist, let position = browsing.landing(of: held, over: over) else {
      return []
    }
    let moved = held.takesMarked ? selection : .rows([held.row], playlistsList.query)
    browsing.follow(held.row)
    return moved.map { [.edit(.entries(.move($0, of: playlist, position)))] } ?? []
  }
}
