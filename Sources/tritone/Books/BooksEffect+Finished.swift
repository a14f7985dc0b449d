import Interface
import Music

extension BooksEffect {
  /// The book that is heard to its end by this.
  var finishedBook: BookID? {
    switch self {
    case .keepPlace(let id, _, true), .setFinished(let id, true): id
    case .keepPlace, .setFinished: nil
    case .list, .find, .load, .keepJumps, .setHidden, .markEpisodes, .setSpeed, .mark, .makeMusic,
      .addBookmark, .editBookmark, .removeBookmark, .exportBookmarks:
      nil
    }
  }
}
