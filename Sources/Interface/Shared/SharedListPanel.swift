import Music
import Screen

/// The list of shared playlists: one's own, those of others, and invitations.
package struct SharedListPanel: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    case heading(String)
    case playlist(SharedPlaylist)
  }

  package internal(set) var cursor = ListCursor()
  package private(set) var search = WindowSearch()

  init() { cursor.select(1) }

  func rows(in app: App) -> [Row] {
    let playlists = (app.shared.playlists ?? []).filter {
      search.matches([$0.name, $0.details, $0.owner.shownName, $0.server])
    }
    return SharedPlaylist.Standing.inOrder.flatMap { standing -> [Row] in
      let rows = playlists.filter { $0.standing == standing }
      return rows.isEmpty ? [] : [.heading(standing.title)] + rows.map { .playlist($0) }
    }
  }

  func playlist(in app: App) -> SharedPlaylist? {
    let rows = rows(in: app)
    guard rows.indices.contains(cursor.selected),
      case .playlist(let playlist) = rows[cursor.selected]
    else { return nil }
    return playlist
  }

  mutating func move(by step: Int, in app: App) {
    let rows = rows(in: app)
    cursor.move(by: step, of: rows.count) { rows[$0].isHeading }
    scroll(in: app, rows.count)
  }

  /// Leads back to a playlist after a change of the list.
  mutating func select(_ id: SharedPlaylistID?, in app: App) {
    let rows = rows(in: app)
    let index = rows.firstIndex { row in
      if case .playlist(let playlist) = row { playlist.id == id } else { false }
    }
    cursor.move(to: index ?? cursor.selected, of: rows.count) { rows[$0].isHeading }
    scroll(in: app, rows.count)
  }

  private mutating func scroll(in app: App, _ count: Int) {
    let height = SharedListView.height(in: app.size)
    cursor.scroll(height: height, of: count)
    // The heading above the first playlist shows with it.
    if cursor.selected == 1, height > 1 { cursor.scrollToTop() }
  }
}

extension SharedListPanel.Row {
  var isHeading: Bool { if case .heading = self { true } else { false } }
}

extension SharedPlaylist.Standing {
  /// The order of the sections of the list.
  static let inOrder: [Self] = [.invited, .own, .shared, .gone]

  var title: String {
    switch self {
    case .own: "My playlists"
    case .shared: "Shared with me"
    case .invited: "Invitations"
    case .gone: "No longer shared with me"
    }
  }
}

extension SharedListPanel: CursorWindow {
  var kind: WindowKind { .sharedList }
  var overlay: Overlay { .sharedList(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    switch input {
    case .paste: if panel.search.type(input) { panel.select(nil, in: app) }
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, in: app)
      case .wheelDown: panel.move(by: 3, in: app)
      case .press:
        guard let row = SharedListView(panel: self, app: app).windowList.row(at: mouse.position)
        else { return [] }
        if row == cursor.selected { return app.open(playlist(in: app)) }
        panel.move(by: row - cursor.selected, in: app)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: SharedListKey.self, typing: search.typing) {
      case .close where search.isActive:
        let id = playlist(in: app)?.id
        panel.search.clear()
        panel.select(id, in: app)
      case .close: return app.windows.closeTop()
      case .accept where search.isOpen: panel.search.leave()
      case .accept: return app.open(playlist(in: app))
      case .move(let move):
        panel.move(by: move.step(page: SharedListView.height(in: app.size)), in: app)
      case .own where search.isOpen: if panel.search.type(input) { panel.select(nil, in: app) }
      case .own(.search): panel.search.open()
      case .own(.accept): return app.accept(playlist(in: app))
      case .own(.share): return app.showShares(of: playlist(in: app))
      case .own(.waiting): return app.showSharedChanges()
      case nil: if panel.search.type(input) { panel.select(nil, in: app) }
      }
    }
    app.windows.replaceTop(.sharedList(panel))
    return []
  }

  func list(in app: App) -> WindowList? { SharedListView(panel: self, app: app).windowList }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var panel = self
    let rows = rows(in: app)
    panel.cursor.scroll(to: top, of: list) { rows[$0].isHeading }
    app.windows.replaceTop(.sharedList(panel))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    SharedListView(panel: self, app: app).draw(into: &frame)
  }
}
