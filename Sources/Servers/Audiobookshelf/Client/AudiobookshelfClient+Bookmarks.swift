internal import HTTP
package import Music

/// Bookmarks of books; the server has none of episodes.
extension AudiobookshelfClient {
  private func path(_ item: String) throws(ServerError) -> [String] {
    ["api", "me", "item", try valid(item, "the book"), "bookmark"]
  }

  /// Makes a bookmark, or gives the one at this second another title.
  package func add(_ bookmark: ServerBookmark) async throws(ServerError) {
    try await response(
      to: Call(
        method: .post, path: try path(bookmark.book), body: try body(bookmark.body),
        what: "the bookmark"))
  }

  /// - Throws: `.notFound` where it has been removed meanwhile.
  package func rename(_ bookmark: ServerBookmark) async throws(ServerError) {
    try await response(
      to: Call(
        method: .patch, path: try path(bookmark.book), body: try body(bookmark.body),
        what: "the bookmark"))
  }

  /// Removes a bookmark; one that is gone already is removed.
  package func remove(_ bookmark: ServerBookmark) async throws(ServerError) {
    do throws(ServerError) {
      try await response(
        to: Call(
          method: .delete, path: try path(bookmark.book) + [String(bookmark.second)],
          what: "the bookmark"))
    } catch {
      guard case .notFound = error else { throw error }
    }
  }
}

extension ServerBookmark {
  /// A title for a bookmark without a note: the server takes none without.
  package static func title(atSecond second: Int64) -> String {
    "\(second / 3600):\((second / 60 % 60).zeroPadded()):\((second % 60).zeroPadded())"
  }

  /// The user's note: empty for a title that is only the time.
  package var note: String { title == Self.title(atSecond: second) ? "" : title }

  fileprivate var body: Titled {
    Titled(time: second, title: note.isEmpty ? Self.title(atSecond: second) : title)
  }
}

/// A bookmark as the server takes it.
private struct Titled: Encodable {
  var time: Int64
  var title: String
}
