import Music

/// The views of the library.
package enum BrowseMode: String, Sendable, CaseIterable, Codable {
  case folders, songs, artists, albums, genres, categories, books, shared, lists

  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  var source: ListSource {
    switch self {
    case .folders: .folder(nil)
    case .songs: .songs
    case .artists: .artists
    case .albums: .albums
    case .genres: .genres
    case .categories: .categories
    // Books have lists of their own in `Bookshelf`, and shared playlists in `SharedShelf`.
    case .books, .shared, .lists: .lists
    }
  }
}
