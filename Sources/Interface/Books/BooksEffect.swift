package import Music

/// Effects on audiobooks. Errors come as `Event.refused`.
package enum BooksEffect: Equatable, Sendable {
  /// Asks for rows; `BooksEvent.listed` follows with the serial.
  case list(BookListRequest, serial: Int)
  /// Asks for the book of a track that begins; `BooksEvent.playing` follows.
  case find(TrackID)
  /// Asks for a book; `BooksEvent.loaded` follows with the serial.
  case load(BookID, serial: Int)
  /// Stores where one has heard to. It is finished or not as before where `isFinished` is nil: only
  /// a place that crosses the line changes that.
  case keepPlace(BookID, Duration, isFinished: Bool?)
  /// Stores the places before the last jumps, the newest last.
  case keepJumps(BookID, [Duration])
  case setFinished(BookID, Bool)
  case setHidden(BookID, Bool)
  /// Of all episodes of a selection; `BooksEvent.episodesMarked` follows.
  case markEpisodes(Selection, EpisodeMark)
  /// Nil for the default of books.
  case setSpeed(BookID, Double?)
  /// Makes books of tracks and of all tracks in folders, or music again; `BooksEvent.marked`
  /// follows.
  case mark(Selection, isBook: Bool)
  /// Makes the tracks of a book music; `BooksEvent.marked` follows.
  case makeMusic(BookID)
  /// `BooksEvent.bookmarked` follows changes of bookmarks, which the library's history undoes.
  case addBookmark(BookID, Duration, note: String)
  case editBookmark(Int64, of: BookID, note: String)
  case removeBookmark(Int64, of: BookID)
  /// Writes them as text, or as M3U by the name of the file; `BooksEvent.exported` follows.
  case exportBookmarks(BookID, to: String)
}

/// The marks that the user gives episodes of podcasts.
package enum EpisodeMark: Equatable, Sendable {
  case finished, unfinished
  /// As an effect also shown again, where all are hidden.
  case hidden
  case shown
}
