import Music
import Screen

// Moving entries among the others of their list: with keys, and with the mouse.
extension App {
  /// An entry that the mouse has taken hold of.
  struct Drag: Equatable, Sendable {
    var row: RowID
    var origin: Int
    /// Whether all that is marked goes along.
    var takesMarked: Bool
    /// Where it would land; nil until the mouse has moved to another row.
    var over: Int?

    var isDownward: Bool { (over ?? origin) > origin }
  }

  mutating func moveEntries(_ place: EntryPlace) -> [Effect] {
    if case .by(let step) = place, let effects = moveGroups(by: step) {
      if focus == .playlists { return effects }
      say("Groups follow the order of the list here; in a playlist they can be moved")
      return []
    }
    guard focus == .playlists, let list = focusedList, let row = list.selectedRow else { return [] }
    if showsQueue { return moveInQueue(place) }
    if let smart = openSmart { return refuseSmart(smart) }
    guard let playlist = openPlaylist, let selection else { return [] }
    if list.marks.isEmpty {
      guard case .entry = row.id else { return [] }
    }
    return [.edit(.entries(.move(selection, of: playlist, place)))]
  }

  /// Rows of the queue move one by one.
  private mutating func moveInQueue(_ place: EntryPlace) -> [Effect] {
    guard let item = queueCursor, let index = queue.index(of: item) else { return [] }
    let target: Int
    switch place {
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
    // The cursor goes along.
    move(toRow: target)
    queueList.anchor = .queueItem(item)
    return editQueue("moved a track in the queue", moving: item) {
      $0.move(from: index, to: target)
    }
  }

  // MARK: With the mouse

  /// A press on an entry may become a drag.
  mutating func takeHold(ofRow index: Int, in pane: Pane) {
    guard pane == .playlists, showsQueue || openPlaylist != nil, let row = side.window[index],
      row.sound != nil
    else { return }
    let isMarked = !showsQueue && !side.marks.isEmpty && side.marks.contains(row.id)
    drag = Drag(row: row.id, origin: index, takesMarked: isMarked)
  }

  /// The mouse moved with its button held; false when it holds no entry.
  mutating func dragOn(to position: Position) -> Bool {
    guard var held = drag else { return false }
    guard case .row(.playlists, let index) = ScreenTarget.find(at: position, in: self) else {
      cancelDrag()
      return true
    }
    guard index != held.over ?? held.origin else { return true }
    held.over = index
    drag = held
    // A press that became a drag is no half of a double click.
    lastClick = nil
    move(toRow: index)
    let what = held.takesMarked ? "the marked entries" : "it"
    say("Let go to move \(what) here, Esc leaves \(held.takesMarked ? "them" : "it")")
    return true
  }

  mutating func cancelDrag() {
    guard let held = drag else { return }
    drag = nil
    guard held.over != nil else { return }
    focus = .playlists
    move(toRow: held.origin)
    say("Not moved")
  }

  mutating func dropEntries() -> [Effect] {
    guard let held = drag else { return [] }
    drag = nil
    guard let over = held.over, over != held.origin else { return [] }
    messages.clear()
    if case .queueItem(let item) = held.row { return moveInQueue(item, to: over) }
    guard let playlist = openPlaylist, let place = place(of: held, over: over) else { return [] }
    let moved = held.takesMarked ? selection : .rows([held.row], side.query)
    // The cursor goes along.
    side.anchor = held.row
    return moved.map { [.edit(.entries(.move($0, of: playlist, place)))] } ?? []
  }

  /// Behind the row that it was let go on when it came from above, before it otherwise.
  private func place(of held: Drag, over: Int) -> EntryPlace? {
    func entry(_ rows: some Sequence<Int>) -> EntryID? {
      for index in rows { if case .entry(let id) = side.window[index]?.id { return id } }
      return nil
    }
    switch side.window[over]?.id {
    case .entry(let id): return held.isDownward ? .after(id) : .before(id)
    // On a header: what is dragged down becomes the first of its group, what is dragged up the
    // last of the one above.
    case .group where held.isDownward:
      return entry(over..<side.count).map { .before($0) } ?? .bottom
    case .group: return entry((0..<over).reversed()).map { .after($0) } ?? .top
    case .track, .folder, .artist, .album, .genre, .list, .playlist, .playlistFolder, .queueItem,
      nil:
      return nil
    }
  }
}
