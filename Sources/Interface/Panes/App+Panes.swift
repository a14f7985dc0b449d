import Music
import Screen

// Navigation between panes, and into rows.
extension App {
  /// The same state with the other one of playlists and queue in their pane, without the focus.
  var showingOtherList: App {
    var other = self
    if focus == .playlists { other.browsing.focus = .library }
    other.browsing.showQueue(!showsQueue)
    return other
  }

  mutating func performPane(_ command: PaneCommand) -> [Effect] {
    switch command {
    case .next: cycleFocus(by: 1)
    case .previous: cycleFocus(by: -1)
    case .nextTab where browsing.largeMix != nil: changeLargeSlot(by: 1)
    case .previousTab where browsing.largeMix != nil: changeLargeSlot(by: -1)
    case .nextTab: focus.content.changeTab(by: 1, in: &browsing)
    case .previousTab: focus.content.changeTab(by: -1, in: &browsing)
    case .focus(let pane):
      dropMessage()
      focus = pane
    case .browse(let mode): browsing.browse(mode)
    case .view(let view):
      browsing.browse(.albums)
      browsing.albumView = view
    case .activate: return focus.content.activate(in: &self)
    case .back where browsing.fullScreen != nil, .fullScreen: toggleFullScreen()
    case .back: browsing.goBack()
    case .goToPlaying: goToPlaying()
    case .lyrics: return openLyrics()
    case .menu: return openMenu()
    case .layout(let form): choose(form)
    case .screenReader(let isOn): setScreenReader(isOn)
    case .resetLayout:
      browsing.resetLayout()
      saving.need()
      say("Panes have the sizes that go with the screen")
    case .moveBorder(let move):
      guard browsing.move(move) else {
        say("Panes have sizes only where all of them show")
        return []
      }
      saving.need()
    }
    return []
  }

  private mutating func choose(_ form: LayoutChoice.Form) {
    browsing.choose(form)
    if let wanted = form.form, layout.form != wanted {
      let least = Layout.minimumSize(of: wanted)
      say("This layout needs \(least.columns) × \(least.rows) cells, and waits for them")
    } else {
      say(form == .auto ? "The layout goes with the size" : "Layout: \(form.rawValue)")
    }
  }

  private mutating func cycleFocus(by step: Int) {
    dropMessage()
    browsing.cycleFocus(by: step)
  }

  /// Clears another pane's message for this pane's hints, unless it is an error.
  private mutating func dropMessage() {
    if let message, message.kind != .bad { messages.clear() }
  }

  /// Enter in a list: opens a row with contents, and plays a track.
  mutating func activateRow() -> [Effect] {
    guard let list = focusedList, let row = list.selectedRow else { return [] }
    switch row {
    case .folder(let folder): browsing.push(ListQuery(.folder(folder.path)))
    case .artist(let artist): browsing.push(ListQuery(.artist(artist.name)))
    case .album(let album): browsing.push(ListQuery(.album(album.key)))
    case .genre(let genre): browsing.push(ListQuery(.genre(genre.name)))
    case .category(let row): browsing.push(ListQuery(.category(row.category.rawValue)))
    case .list(let builtIn):
      let list = builtIn.list
      browsing.push(ListQuery(.smart(list), sort: list.sort, isDescending: list.isDescending))
    case .playlist(let node): browsing.open(node.playlist)
    case .playlistFolder(let folder, _): return toggle(folder)
    case .track, .entry, .queueItem:
      return findTracksToPlay(.rows([], list.query), start: row.id)
    case .group:
      return findTracksToPlay(.rows([row.id], list.query), start: nil)
    }
    return []
  }

  /// Plays the library's selection from another pane, which keeps the focus.
  mutating func playLibraryRow() -> [Effect] {
    if browsing.isShelf { return activateBook() }
    if browsing.isSharedShelf { return activateShared() }
    guard library.isCursorFinal || !library.isLoading else { return refuseTyped(App.stillLoading) }
    guard let row = library.selectedRow else {
      say("Nothing is selected in the library")
      return []
    }
    return play(row, of: library.query)
  }

  private mutating func goToPlaying() {
    guard let track = player.item?.track else { return say("Nothing plays") }
    browsing.show(track)
  }
}
