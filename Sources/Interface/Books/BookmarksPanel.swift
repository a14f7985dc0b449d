import Music
import Screen

/// The bookmarks of the book that plays.
package struct BookmarksPanel: Equatable, Sendable {
  package internal(set) var cursor = ListCursor()

  init(at index: Int) { cursor.select(index) }

  func bookmark(in app: App) -> Bookmark? { selected(of: app.books.current?.bookmarks) }

  mutating func clamp(to count: Int) { cursor.move(by: 0, of: count) }
}

extension BookmarksPanel: ListPanel {
  var kind: WindowKind { .bookmarks }
  var overlay: Overlay { .bookmarks(self) }

  func count(in app: App) -> Int { app.books.current?.bookmarks.count ?? 0 }
  func height(in size: Size) -> Int { BookmarksView.height(in: size) }

  func accept(in app: inout App) -> [Effect] {
    guard let bookmark = bookmark(in: app) else { return [] }
    app.windows.closeTop()
    return app.goTo(bookmark.place)
  }

  func perform(_ key: BookmarksKey, in app: inout App) -> [Effect] {
    switch key {
    case .add: return app.addBookmark("")
    case .edit:
      guard let bookmark = bookmark(in: app) else { return [] }
      app.windows.open(.prompt(Prompt(.bookmark(bookmark.id), text: bookmark.note)))
      return []
    case .delete:
      guard let bookmark = bookmark(in: app) else { return [] }
      return [.books(.removeBookmark(bookmark.id, of: bookmark.book))]
    }
  }

  func list(in app: App) -> WindowList? {
    BookmarksView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    BookmarksView(panel: self, app: app).draw(into: &frame)
  }
}
