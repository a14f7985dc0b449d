import Music

/// The orders that were chosen last, one for each kind of list.
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

  /// The query in the order that was chosen for its kind of list, if one was.
  func applied(to query: ListQuery) -> ListQuery {
    guard let order = ListSorts.view(query.source).flatMap({ orders[$0] }),
      let sort = SortColumn(rawValue: order.sort), query.sortColumns.contains(sort)
    else { return query }
    var query = query
    query.sort = sort
    query.isDescending = order.isDescending
    return query
  }

  /// All folders are one view, and so are all albums; nil for what keeps an order of its own.
  static func view(_ source: ListSource) -> String? {
    switch source {
    case .folder: "folders"
    case .songs: "songs"
    case .artists: "artists"
    case .albums: "albums"
    case .genres: "genres"
    case .artist: "artist"
    case .album: "album"
    case .genre: "genre"
    case .smart(let list): list.rawValue
    case .lists, .playlists, .playlist, .duplicates: nil
    }
  }
}

extension ListQuery {
  /// What its rows are called, in the plural.
  fileprivate var rowsName: String {
    switch source {
    case .albums, .artist: "Albums"
    case .artists: "Artists"
    case .genres: "Genres"
    case .lists: "These lists"
    case .playlists: "Playlists"
    case .playlist: "Entries"
    case .songs, .genre, .album, .folder, .smart, .duplicates: "Tracks"
    }
  }

  /// What a column is called among its rows.
  func name(of column: SortColumn) -> String {
    switch (source, column) {
    case (.artists, .artist), (.genres, .artist): "name"
    // Albums of one artist have their order in time.
    case (.artist, .artist): "year"
    default: column.rawValue
    }
  }
}

extension App {
  /// Changes the order of the focused list, and remembers it for all of its kind.
  mutating func sort(_ change: (inout ListQuery) -> Void) {
    changeQuery(change)
    if let query = focusedList?.query { sorts.keep(query) }
  }

  mutating func sort(by column: SortColumn) {
    guard let query = focusedList?.query else { return }
    let columns = query.sortColumns
    let names = columns.map(query.name)
    // By what it is called there, as the order in time of an artist's albums.
    let named = names.firstIndex(of: column.rawValue).map { columns[$0] }
    guard let column = columns.contains(column) ? column : named else {
      return say(
        names.isEmpty
          ? "\(query.rowsName) have an order of their own"
          : "\(query.rowsName) are sorted by \(names.joined(separator: ", "))")
    }
    sort { $0.sort = column }
    say("Sorted by \(query.name(of: column))")
  }

  mutating func sortByNext() {
    guard let query = focusedList?.query else { return }
    let columns = query.sortColumns
    guard !columns.isEmpty else { return sort(by: query.sort) }
    let index = columns.firstIndex(of: query.sort) ?? 0
    sort(by: columns[(index + 1) % columns.count])
  }

  mutating func reverseSort() {
    guard let query = focusedList?.query else { return }
    guard !query.sortColumns.isEmpty else { return sort(by: query.sort) }
    sort { $0.isDescending.toggle() }
  }
}
