package import Music

/// The signed-in user, with all progress and bookmarks.
package struct AudiobookshelfAccount: Equatable, Sendable {
  package var id: String
  package var name: String
  /// Whether files may be downloaded; playing is always allowed.
  package var mayDownload: Bool
  package var progress: [ServerProgress]
  package var bookmarks: [ServerBookmark]
  /// Whether these are all: false where the answer has no list of them, or one cannot be read.
  package var hasBookmarks: Bool

  package init(
    id: String, name: String, mayDownload: Bool, progress: [ServerProgress] = [],
    bookmarks: [ServerBookmark] = [], hasBookmarks: Bool = true
  ) {
    self.id = id
    self.name = name
    self.mayDownload = mayDownload
    self.progress = progress
    self.bookmarks = bookmarks
    self.hasBookmarks = hasBookmarks
  }
}
