import Music
import Screen

/// The bookmarks of the book that plays.
package struct BookmarksPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init(at index: Int) { cursor.select(index) }

  func bookmark(in app: App) -> Bookmark? {
    let bookmarks = app.books.current?.bookmarks ?? []
    return bookmarks.indices.contains(cursor.selected) ? bookmarks[cursor.selected] : nil
  }

  mutating func clamp(to count: Int) { cursor.move(by: 0, of: count) }

  mutating func move(by step: Int, in app: App) {
    let count = app.books.current?.bookmarks.count ?? 0
    cursor.move(by: step, of: count)
    cursor.scroll(height: BookmarksView.height(in: app.size), of: count)
  }
}

extension BookmarksPanel: CursorWindow {
  var kind: WindowKind { .bookmarks }
  var overlay: Overlay { .bookmarks(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    switch input {
    case .paste: return []
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3, in: app)
      case .wheelDown: panel.move(by: 3, in: app)
      case .press:
        guard let row = BookmarksView(panel: self, app: app).windowList.row(at: mouse.position)
        else {
          return []
        }
        if row == cursor.selected { return go(in: &app) }
        panel.move(by: row - cursor.selected, in: app)
      case .drag, .release: return []
      }
    case .key(let key):
      switch app.keymap.windowAction(key, of: BookmarksKey.self) {
      case .close: return app.windows.closeTop()
      case .accept: return go(in: &app)
      case .move(let move):
        panel.move(by: move.step(page: BookmarksView.height(in: app.size)), in: app)
      case .own(.add): return app.addBookmark("")
      case .own(.edit):
        guard let bookmark = bookmark(in: app) else { return [] }
        app.windows.open(.prompt(Prompt(.bookmark(bookmark.id), text: bookmark.note)))
        return []
      case .own(.delete):
        guard let bookmark = bookmark(in: app) else { return [] }
        return [.books(.removeBookmark(bookmark.id, of: bookmark.book))]
      case nil: return []
      }
    }
    app.windows.replaceTop(.bookmarks(panel))
    return []
  }

  private func go(in app: inout App) -> [Effect] {
    guard let bookmark = bookmark(in: app) else { return [] }
    app.windows.closeTop()
    return app.goTo(bookmark.place)
  }

  func list(in app: App) -> WindowList? {
    BookmarksView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    BookmarksView(panel: self, app: app).draw(into: &frame)
  }
}
