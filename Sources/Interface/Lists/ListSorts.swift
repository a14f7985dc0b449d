import Music

/// The last chosen sort order of each kind of list.
package struct ListSorts: Codable, Equatable, Sendable {
  struct Order: Codable, Equatable, Sendable {
    var sort: String
    var isDescending: Bool
  }

  private var orders: [String: Order] = [:]

  package init() {}

  mutating func keep(_ query: ListQuery) {
    guard let view = ListSorts.view(query.source) else { return }
    orders[view] = Order(sort: query.sort.rawValue, isDescending: query.isDescending)
  }

  /// The query with the sort order chosen for its kind of list, if any.
  func applied(to query: ListQuery) -> ListQuery {
    guard let order = ListSorts.view(query.source).flatMap({ orders[$0] }),
      let sort = SortColumn(rawValue: order.sort), query.sortColumns.contains(sort)
    else { return query }
    var query = query
    query.sort = sort
    query.isDescending = order.isDescending
    return query
  }

  /// The kind of a list: all folders are one view; nil for lists with an order of their own.
  static func view(_ source: ListSource) -> String? {
    switch source {
    case .folder: "folders"
    case .songs: "songs"
    case .artists: "artists"
    case .albums: "albums"
    case .genres: "genres"
    case .categories: "categories"
    case .artist: "artist"
    case .album: "album"
    case .genre: "genre"
    case .category: "category"
    case .smart(let list): list.rawValue
    case .lists, .playlists, .playlist, .duplicates: nil
    }
  }
}

extension ListQuery {
  /// The plural name of its rows.
  var rowsName: String {
    switch source {
    case .albums, .artist: "Albums"
    case .artists: "Artists"
    case .genres: "Genres"
    case .categories: "Categories"
    case .lists: "These lists"
    case .playlists: "Playlists"
    case .playlist: "Entries"
    case .songs, .genre, .category, .album, .folder, .smart, .duplicates: "Tracks"
    }
  }

  /// The name of a sort column for its rows.
  func name(of column: SortColumn) -> String {
    guard column == .artist else { return column.rawValue }
    return switch source {
    case .artists, .genres, .categories: "name"
    // Albums of one artist are sorted by year.
    case .artist: "year"
    case .folder: SortColumn.path.rawValue
    case .songs, .albums, .album, .genre, .category, .lists, .smart, .duplicates,
      .playlists, .playlist:
      column.rawValue
    }
  }
}
