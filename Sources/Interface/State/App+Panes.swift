import Music

// Ways from pane to pane, and into what a row stands for.
extension App {
  mutating func performPane(_ command: PaneCommand) -> [Effect] {
    switch command {
    case .next: cycleFocus(by: 1)
    case .previous: cycleFocus(by: -1)
    case .nextTab: return changeTab(by: 1)
    case .previousTab: return changeTab(by: -1)
    case .focus(let pane):
      dropMessage()
      focus = pane
    case .browse(let mode):
      focus = .library
      self.mode = mode
    case .activate: return activate()
    case .back: goBack()
    case .goToPlaying: goToPlaying()
    }
    return []
  }

  private mutating func cycleFocus(by step: Int) {
    dropMessage()
    let index = Pane.allCases.firstIndex(of: focus) ?? 0
    focus = Pane.allCases[(index + step + Pane.allCases.count) % Pane.allCases.count]
  }

  private mutating func changeTab(by step: Int) -> [Effect] {
    switch focus {
    case .library:
      let index = BrowseMode.allCases.firstIndex(of: mode) ?? 0
      let count = BrowseMode.allCases.count
      mode = BrowseMode.allCases[(index + step + count) % count]
      settleLists()
    case .playlists:
      showsQueue.toggle()
      settleLists()
    case .nowPlaying, .mix: break
    }
    return []
  }

  /// What was said of another pane makes room for the keys of this one, unless it went wrong.
  private mutating func dropMessage() {
    if let message, message.kind != .bad { messages.clear() }
  }

  /// Enter: goes into what has something inside, and plays what is a track.
  private mutating func activate() -> [Effect] {
    switch focus {
    case .nowPlaying: return performPlaying(.playPause)
    case .mix:
      guard let playlist = mix[selectedSlot] else {
        return chooseList(for: selectedSlot, adding: nil)
      }
      open(playlist)
      return []
    case .playlists where showsQueue: return playFromQueue()
    case .library, .playlists:
      guard let list = focusedList else { return [] }
      guard let row = list.selectedRow else {
        if focus == .library, tasks.scan != nil { playsWhenFound = inputs }
        return []
      }
      switch row {
      case .folder(let folder): push(ListQuery(.folder(folder.path)))
      case .artist(let artist): push(ListQuery(.artist(artist.name)))
      case .album(let album): push(ListQuery(.album(album.key)))
      case .genre(let genre): push(ListQuery(.genre(genre.name)))
      case .list(let builtIn):
        let list = builtIn.list
        push(ListQuery(.smart(list), sort: list.sort, isDescending: list.isDescending))
      case .playlist(let node): open(node.playlist)
      case .playlistFolder(let folder, _): return toggle(folder)
      case .track, .entry, .queueItem:
        return findTracksToPlay(.rows([], list.query), start: row.id)
      case .group:
        return findTracksToPlay(.rows([row.id], list.query), start: nil)
      }
      return []
    }
  }

  /// Plays what is selected in the library from another pane, which keeps the focus.
  mutating func playLibraryRow() -> [Effect] {
    guard library.isSettled || !library.isLoading else { return refuseTyped(App.unsettled) }
    guard let row = library.selectedRow else {
      say("Nothing is selected in the library")
      return []
    }
    if row.track != nil {
      return findTracksToPlay(.rows([], library.query), start: row.id)
    }
    return findTracksToPlay(.rows([row.id], library.query), start: nil)
  }

  private mutating func goBack() {
    if isFiltered {
      setFilter("")
      return
    }
    if !pop(), focus != .library { focus = .library }
  }

  /// Shows the track that plays in the library's songs, whatever was shown before.
  private mutating func goToPlaying() {
    guard let track = player.item?.track else { return say("Nothing plays") }
    focus = .library
    mode = .songs
    while library.query.source != .songs, pop() {}
    if !library.query.filter.isEmpty { setFilter("") }
    library.anchor = .track(track)
    library.isStale = true
  }
}
