import Music
import Screen

// Navigation between panes, and the height of each list.
extension Browsing {
  var layout: Layout {
    Layout(
      size: size, focus: focus, growsPlaylists: growsPlaylists, isMixLarge: largeMix != nil,
      isGrid: isGrid, hasComments: openShared != nil,
      isFullScreen: fullScreen != nil && !hasScreenReader, showsQueue: showsQueue,
      hasCover: focus == .nowPlaying && playingTab == .track, shape: shape, choice: layoutChoice,
      hasScreenReader: hasScreenReader)
  }

  func height(of slot: ListID) -> Int {
    if slot == .library, let grid { return grid.capacity }
    return rows(of: slot)
  }

  private func rows(of slot: ListID) -> Int {
    layout.listHeight(of: slot == .library ? .library : largeMix == nil ? .playlists : .mix)
      / rowHeight(of: self[slot])
  }

  var visibleSlots: [ListID] {
    let layout = layout
    let panes = layout.panes
    let slots = Pane.allCases.filter { panes[$0] != nil }.compactMap { $0.content.slot(in: self) }
    return layout.otherList == nil ? slots : slots + [showsQueue ? .playlists : .queue]
  }

  /// Scrolls every visible list to its cursor.
  mutating func scrollToCursors() {
    library.scroll(height: height(of: .library))
    shelf.scrollToCursor(height: shelfHeight)
    sharedShelf.scrollToCursor(height: shelfHeight)
    let height = height(of: .playlists)
    if layout.otherList != nil { self[showsQueue ? .playlists : .queue].scroll(height: height) }
    playlistsList.scroll(height: height)
  }

  mutating func cycleFocus(by step: Int) {
    let hasBothLists = layout.otherList != nil
    // Playlists and queue side by side are visited one after the other.
    if hasBothLists, focus == .playlists, showsQueue == (step < 0) { return showQueue(!showsQueue) }
    let index = Pane.allCases.firstIndex(of: focus) ?? 0
    focus = Pane.allCases[(index + step + Pane.allCases.count) % Pane.allCases.count]
    if hasBothLists, focus == .playlists { showQueue(step < 0) }
  }

  mutating func changeMode(by step: Int) {
    let modes = modes
    let index = modes.firstIndex(of: mode) ?? 0
    mode = modes[(index + step + modes.count) % modes.count]
    scrollToCursors()
  }

  mutating func selectSlot(by step: Int) {
    let index = selectedSlot.rawValue - 1 + step
    selectedSlot = MixSlot.allCases[max(0, min(MixSlot.allCases.count - 1, index))]
  }

  mutating func browse(_ mode: BrowseMode) {
    focus = .library
    self.mode = mode
  }

  mutating func goBack() {
    if isFiltered {
      setFilter("")
      return
    }
    if largeMix != nil { return closeLarge() }
    if isShelfFocused {
      _ = shelf.pop()
      return
    }
    if isSharedShelfFocused { return }
    if !pop() { focus = .library }
  }

  /// Shows a track among the library's songs.
  mutating func show(_ track: TrackID) {
    browse(.songs)
    while library.query.source != .songs, pop() {}
    if isFiltered { setFilter("") }
    library.awaitRow(.track(track))
  }
}
