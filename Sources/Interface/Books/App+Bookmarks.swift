import Music

// Bookmarks of the book that plays.
extension App {
  mutating func addBookmark(_ note: String) -> [Effect] {
    guard let book = book?.book, let place = bookPlace else {
      say("No book plays")
      return []
    }
    return [.books(.addBookmark(book.id, place, note: note))]
  }

  mutating func receive(_ bookmarks: [Bookmark], of id: BookID) {
    guard let before = books.current, before.book.id == id else { return }
    let known = Set(before.bookmarks.map(\.id))
    let new = bookmarks.filter { !known.contains($0.id) }
    books.current?.bookmarks = bookmarks
    windows.update { overlay in
      guard case .bookmarks(var panel) = overlay else { return }
      panel.clamp(to: bookmarks.count)
      overlay = .bookmarks(panel)
    }
    let isListed = overlays.contains { if case .bookmarks = $0 { true } else { false } }
    if new.count == 1, !isListed {
      say("Bookmark at \(new[0].place.clockText); \(key(.book(.bookmarks))) lists them", .good)
    } else if bookmarks.count + 1 == before.bookmarks.count {
      say("Deleted the bookmark; \(key(.undo)) brings it back", .good)
    }
  }

  mutating func openBookmarks() -> [Effect] {
    guard let current = book else {
      say("No book plays")
      return []
    }
    let place = bookPlace ?? .zero
    windows.open(
      .bookmarks(BookmarksPanel(at: current.bookmarks.lastIndex { $0.place <= place } ?? 0)))
    return []
  }

  mutating func exportBookmarks(to path: String) -> [Effect] {
    guard let current = book else {
      say("No book plays")
      return []
    }
    guard !current.bookmarks.isEmpty else {
      say("This book has no bookmarks; \(key(.book(.bookmark("")))) sets one")
      return []
    }
    return [.books(.exportBookmarks(current.book.id, to: path))]
  }

  /// The note of a bookmark was written.
  mutating func finish(_ note: String, ofBookmark id: Int64) -> [Effect] {
    guard let book = books.current?.book else { return [] }
    return [.books(.editBookmark(id, of: book.id, note: note))]
  }
}
