import Music
import Screen

/// The bookmarks in a window: place, note, and the chapter they are in.
struct BookmarksView {
  let panel: BookmarksPanel
  let app: App

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows >= 20 ? min(size.rows - 6, 20) : size.rows,
      columns: size.columns >= 60 ? min(size.columns - 6, 90) : size.columns, title: "Bookmarks")
  }

  static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(bottom: size.rows >= 14 ? 2 : 1)
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  var bookmarks: [Bookmark] { app.books.current?.bookmarks ?? [] }

  var windowList: WindowList {
    WindowList(
      rect: BookmarksView.list(in: app.size), count: bookmarks.count, scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  static func emptyText(_ app: App) -> String {
    "No bookmark yet. \(app.key(.bookmarks(.add), in: .bookmarks)) sets one at the place."
  }

  func draw(into frame: inout Frame) {
    BookmarksView.box(in: app.size).draw(into: &frame) { inside in
      let list = inside.part(BookmarksView.list(in: app.size))
      if bookmarks.isEmpty {
        list.markSelection()
        let lines = LyricsView.wrapped(BookmarksView.emptyText(app), columns: max(1, list.columns))
        list.put(lines: lines.map { String($0) }, .text)
      }
      let times = bookmarks.map { $0.place.clockText.count }.max() ?? 0
      for row in 0..<min(list.rows, max(0, bookmarks.count - top)) {
        draw(
          bookmarks[top + row], times,
          on: list.line(row, isSelected: top + row == panel.cursor.selected))
      }
      let hints = hints.shown(app.keymap, in: .bookmarks)
      inside.lastLine.put(hints.dropLast(), gap: inside.columns >= 56 ? 3 : 1, last: hints.last)
    }
  }

  private func draw(_ bookmark: Bookmark, _ times: Int, on line: Canvas) {
    var line = line
    line.write("◆ ", .accent)
    line.write(bookmark.place.clockText.padded(to: times) + "  ", .dimmed)
    let chapter = BookmarksView.chapter(of: bookmark, in: app)
    guard !bookmark.note.isEmpty else { return _ = line.put(chapter, .dimmed) }
    if line.columns >= 50 { line.writeRight(chapter, .dimmed, upTo: line.columns / 3, gap: 2) }
    line.put(bookmark.note, .text)
  }

  static func chapter(of bookmark: Bookmark, in app: App) -> String {
    guard let book = app.books.current?.book, let index = book.chapter(at: bookmark.place) else {
      return ""
    }
    return book.title(ofChapter: index)
  }

  private var hints: [Hint] {
    guard !bookmarks.isEmpty else {
      return [Hint(.bookmarks(.add), does: "set one"), Hint(.close, does: "close")]
    }
    return [
      Hint(.accept, does: "go there"), Hint(.bookmarks(.edit), does: "note"),
      Hint(.bookmarks(.delete), does: "delete"), Hint(.bookmarks(.add), does: "set one"),
      Hint(.close, does: "close"),
    ]
  }
}
