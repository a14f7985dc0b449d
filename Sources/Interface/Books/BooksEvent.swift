package import Music

/// A book with all that shows while it plays.
package struct LoadedBook: Equatable, Sendable {
  package var book: Book
  /// In the order of their places.
  package var bookmarks: [Bookmark]
  /// The places before the last jumps, the newest last.
  package var jumps: [Duration]
  /// The Unix time in milliseconds at which it was read.
  package var time: Int64

  package init(
    _ book: Book, bookmarks: [Bookmark] = [], jumps: [Duration] = [], time: Int64
  ) {
    self.book = book
    self.bookmarks = bookmarks
    self.jumps = jumps
    self.time = time
  }
}

/// Audiobooks as the library has them.
package enum BooksEvent: Equatable, Sendable {
  case listed(BookListWindow, serial: Int)
  /// The book of a track; nil for a track that belongs to none. Also unasked after changes of the
  /// book that plays, for any of its tracks.
  case playing(LoadedBook?, of: TrackID)
  /// Nil for a book that is gone.
  case loaded(LoadedBook?, serial: Int)
  /// The bookmarks of a book have changed.
  case bookmarked([Bookmark], of: BookID)
  /// Books came, went or changed.
  case changed
  /// So many tracks belong to books now, or are music.
  case marked(tracks: Int, isBook: Bool)
  case episodesMarked(Int, EpisodeMark)
  /// The text is the path of the file.
  case exported(bookmarks: Int, to: String)
}
