import Screen

/// All playlists, the entries of the open one, or the queue.
struct PlaylistsPane: PaneContent {
  let pane = Pane.playlists
  let title = "Playlists"

  func slot(in browsing: Browsing) -> ListID? {
    browsing.showsQueue ? .queue : .playlists
  }

  func heading(in app: App) -> String {
    app.showsQueue && app.layout.otherList != nil ? "Queue" : title
  }

  func tabs(in app: App) -> Tabs {
    let isFocused = app.focus == pane
    // Side by side each of the two has a box of its own.
    if app.layout.otherList != nil {
      return Tabs(names: [heading(in: app)], active: isFocused ? 0 : -1, isFocused: isFocused)
    }
    return Tabs(
      names: ["Playlists", "Queue"], active: app.showsQueue ? 1 : 0, isFocused: isFocused)
  }

  func command(ofTab index: Int, in app: App) -> Command {
    let isShown = app.layout.otherList != nil || (index == 1) == app.showsQueue
    return .pane(isShown ? .focus(pane) : .nextTab)
  }

  func hints(in app: App) -> [(Command, String)] {
    if app.showsQueue {
      return [
        (.pane(.activate), "play"), (.row(.remove), "remove"), (.row(.moveDown), "move"),
        (.playing(.shuffle), "shuffle"), (.playing(.cycleRepeat), "repeat"),
        (.pane(.nextTab), "playlists"), (.help, "help"),
      ]
    }
    if app.openPlaylist != nil {
      return [
        (.pane(.activate), "play"), (.row(.remove), "remove"), (.row(.moveDown), "move"),
        (.template(.choose), "group"), (.pane(.back), "back"), (.undo, "undo"), (.help, "help"),
      ]
    }
    return [
      (.pane(.activate), "open"), (.playlist(.new), "new"), (.playlist(.rename), "rename"),
      (.row(.remove), "delete"), (.pane(.nextTab), "queue"), (.help, "help"),
    ]
  }

  func status(in app: App, columns: Int, room: Int) -> (text: String, face: Face)? {
    PlaylistsView.totals(of: app.playlistsList, in: app, columns: columns, room: room)
      .map { ($0, .dimmed) }
  }

  func openedName(in app: App) -> String? {
    app.showsQueue || app.openPlaylist == nil ? nil : app.openPlaylistName
  }

  func emptyPane(in app: App) -> EmptyPane {
    PlaylistsView(app: app, layout: app.layout).emptyPane(app.playlistsList)
  }

  func changeTab(by step: Int, in browsing: inout Browsing) {
    browsing.showQueue(!browsing.showsQueue)
    browsing.scrollToCursors()
  }

  func activate(in app: inout App) -> [Effect] {
    app.showsQueue ? app.playFromQueue() : app.activateRow()
  }

  func remove(in app: inout App) -> [Effect] { app.removeRows() }

  func draw(into frame: inout Frame, in rect: Rect, of app: App) {
    PlaylistsView(app: app, layout: app.layout).draw(into: &frame, in: rect)
  }
}
