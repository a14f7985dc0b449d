package import Music

/// A book, or an episode, of a server that somebody listens to.
package struct ListenedBook: Equatable, Sendable, Codable {
  package var item: String
  package var episode: String?
  package var title: String
  package var author: String
  /// Milliseconds of the whole.
  package var length: Int64

  package init(
    item: String, episode: String? = nil, title: String, author: String, duration: Duration
  ) {
    self.item = item
    self.episode = episode
    self.title = title
    self.author = author
    length = Int64(duration / .milliseconds(1))
  }

  package init(_ book: ServerBook) {
    self.init(
      item: book.id, episode: book.episode, title: book.details.title,
      author: book.details.authors.joined(separator: ", "), duration: book.duration)
  }

  package var duration: Duration { .milliseconds(length) }

  var key: ProgressKey { ProgressKey(book: item, episode: episode) }
}
