import Music

// Drag and drop of an entry within its list.
extension Browsing {
  struct Drag: Equatable, Sendable {
    var row: RowID
    var origin: Int
    /// Whether all marked rows move with the entry.
    var takesMarked: Bool
    /// The index of the row under the mouse; nil until the mouse has moved to another row.
    var over: Int?

    var isDownward: Bool { (over ?? origin) > origin }
  }

  /// A press on a row of the focused list, which may begin a double click, and on an entry a drag.
  mutating func press(onRow index: Int) {
    move(toRow: index)
    let row = focusedList?.selectedRow?.id
    lastClick?.row = row
    guard focusedSlot == .playlists || focusedSlot == .queue, showsQueue || openPlaylist != nil,
      let row = playlistsList.window[index],
      row.sound != nil
    else { return }
    let isMarked =
      !showsQueue && !playlistsList.marks.isEmpty && playlistsList.marks.contains(row.id)
    drag = Drag(row: row.id, origin: index, takesMarked: isMarked)
  }

  /// The mouse drags the entry to another row; nil for the same row as before.
  mutating func drag(over index: Int) -> Drag? {
    guard var held = drag, index != held.over ?? held.origin else { return nil }
    held.over = index
    drag = held
    // A drag is no half of a double click.
    lastClick = nil
    move(toRow: index)
    return held
  }

  /// Ends the drag and restores the cursor; false for a drag that never left its row.
  mutating func cancelDrag() -> Bool {
    guard let held = drop(), held.over != nil else { return false }
    if largeMix == nil { focus = .playlists }
    move(toRow: held.origin)
    return true
  }

  @discardableResult
  mutating func drop() -> Drag? {
    defer { drag = nil }
    return drag
  }

  /// The cursor follows a moved entry.
  mutating func follow(_ row: RowID) { playlistsList.anchor = row }

  mutating func follow(_ item: QueueItemID, to index: Int) {
    move(toRow: index)
    queueList.anchor = .queueItem(item)
  }

  /// The drop position of an entry: behind the target row when dragged down, before it otherwise.
  func landing(of held: Drag, over: Int) -> EntryPosition? {
    func entry(_ rows: some Sequence<Int>) -> EntryID? {
      for index in rows { if case .entry(let id) = playlistsList.window[index]?.id { return id } }
      return nil
    }
    switch playlistsList.window[over]?.id {
    case .entry(let id): return held.isDownward ? .after(id) : .before(id)
    // On a header: dragged down, the entry becomes the first of the group; dragged up, the last of
    // the group above.
    case .group where held.isDownward:
      return entry(over..<playlistsList.count).map { .before($0) } ?? .bottom
    case .group: return entry((0..<over).reversed()).map { .after($0) } ?? .top
    case .track, .folder, .artist, .album, .genre, .category, .list, .playlist, .playlistFolder,
      .queueItem,
      nil:
      return nil
    }
  }
}
