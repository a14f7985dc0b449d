import Music

// An entry that the mouse moves among the others of its list.
extension Browsing {
  struct Drag: Equatable, Sendable {
    var row: RowID
    var origin: Int
    /// Whether all that is marked goes along.
    var takesMarked: Bool
    /// Where it would land; nil until the mouse has moved to another row.
    var over: Int?

    var isDownward: Bool { (over ?? origin) > origin }
  }

  /// A press on a row of the focused list: the first of a double click, and on an entry of a drag.
  mutating func press(onRow index: Int) {
    move(toRow: index)
    let row = focusedList?.selectedRow?.id
    lastClick?.row = row
    guard focus == .playlists, showsQueue || openPlaylist != nil,
      let row = playlistsList.window[index],
      row.sound != nil
    else { return }
    let isMarked =
      !showsQueue && !playlistsList.marks.isEmpty && playlistsList.marks.contains(row.id)
    drag = Drag(row: row.id, origin: index, takesMarked: isMarked)
  }

  /// The mouse holds the entry over another row; nil over the same one as before.
  mutating func drag(over index: Int) -> Drag? {
    guard var held = drag, index != held.over ?? held.origin else { return nil }
    held.over = index
    drag = held
    // A press that became a drag is no half of a double click.
    lastClick = nil
    move(toRow: index)
    return held
  }

  /// Ends the drag and puts the cursor back; false where it was not moved.
  mutating func cancelDrag() -> Bool {
    guard let held = drop(), held.over != nil else { return false }
    focus = .playlists
    move(toRow: held.origin)
    return true
  }

  @discardableResult
  mutating func drop() -> Drag? {
    defer { drag = nil }
    return drag
  }

  /// The cursor goes along with an entry that moves.
  mutating func follow(_ row: RowID) { playlistsList.anchor = row }

  mutating func follow(_ item: QueueItemID, to index: Int) {
    move(toRow: index)
    queueList.anchor = .queueItem(item)
  }

  /// Where an entry lands in its playlist: behind the row that it was let go on when it came from
  /// above, before it otherwise.
  func landing(of held: Drag, over: Int) -> EntryPosition? {
    func entry(_ rows: some Sequence<Int>) -> EntryID? {
      for index in rows { if case .entry(let id) = playlistsList.window[index]?.id { return id } }
      return nil
    }
    switch playlistsList.window[over]?.id {
    case .entry(let id): return held.isDownward ? .after(id) : .before(id)
    // On a header: what is dragged down becomes the first of its group, what is dragged up the
    // last of the one above.
    case .group where held.isDownward:
      return entry(over..<playlistsList.count).map { .before($0) } ?? .bottom
    case .group: return entry((0..<over).reversed()).map { .after($0) } ?? .top
    case .track, .folder, .artist, .album, .genre, .list, .playlist, .playlistFolder, .queueItem,
      nil:
      return nil
    }
  }
}
