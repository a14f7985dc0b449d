// The keys of the windows of books.

package enum ChaptersKey: Hashable, Sendable {
  /// The cursor on the chapter that is heard.
  case current
}

package enum BookmarksKey: Hashable, Sendable { case add, edit, delete }

extension ChaptersKey: OwnWindowKey {
  static let kind = WindowKind.chapters

  init?(_ key: WindowKey) {
    guard case .chapters(let own) = key else { return nil }
    self = own
  }
}

extension BookmarksKey: OwnWindowKey {
  static let kind = WindowKind.bookmarks

  init?(_ key: WindowKey) {
    guard case .bookmarks(let own) = key else { return nil }
    self = own
  }
}

extension WindowTable {
  static let bookSection = Section(
    title: "In chapters and bookmarks of a book",
    entries: [
      WindowEntry(
        .chapters(.current), "chapters-current", "Ctrl-O", does: "to the chapter that is heard"),
      WindowEntry(.bookmarks(.add), "bookmarks-add", "a", does: "set a bookmark at the place"),
      WindowEntry(.bookmarks(.edit), "bookmarks-edit", "e", does: "write its note…"),
      WindowEntry(.bookmarks(.delete), "bookmarks-delete", "d", "Del", does: "delete it"),
    ])
}
