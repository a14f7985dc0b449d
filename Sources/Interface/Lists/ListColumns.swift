import Music

/// The columns chosen for each kind of list of tracks.
package struct ListColumns: Equatable, Sendable {
  private var chosen: [String: [ChosenColumn]] = [:]

  package init() {}

  subscript(kind kind: String) -> [ChosenColumn]? {
    get { chosen[kind] }
    set { chosen[kind] = newValue }
  }

  /// Nil for the columns that go with the width.
  subscript(list: ListState) -> [ChosenColumn]? {
    get { ListColumns.kind(of: list).flatMap { chosen[$0] } }
    set { if let kind = ListColumns.kind(of: list) { chosen[kind] = newValue } }
  }

  /// The kind of a list of tracks; nil for lists of other rows.
  static func kind(of list: ListState) -> String? {
    guard list.content != .queue else { return "queue" }
    return switch list.query.source {
    case .playlist: "playlist"
    case .duplicates: "duplicates"
    case .artists, .albums, .genres, .categories, .artist, .lists, .playlists: nil
    case .folder, .songs, .album, .genre, .category, .smart: ListSorts.view(list.query.source)
    }
  }
}

extension App {
  /// The columns of a list at a width that go with it, none of them in a second line.
  func automaticColumns(of list: ListState, width: Int) -> [TrackColumns.Kind] {
    TrackColumns(width: width, numbered: list.query.source.isAlbum).columns.map(\.kind)
  }

  /// The columns of a list at a width.
  func columns(of list: ListState, width: Int) -> TrackColumns {
    let rowDigits = ListView.rowDigits(of: list, skins.shape)
    let hasNamesBelow = browsing.rowHeight(of: list) > 1
    let indent = coverIndent(of: list, width: width)
    if let chosen = browsing.columns[list] {
      let chosen =
        hasNamesBelow ? chosen.filter { $0.kind != .artist && $0.kind != .album } : chosen
      return TrackColumns(width: width, chosen: chosen, rowDigits: rowDigits, indent: indent)
    }
    return TrackColumns(
      width: width, numbered: list.query.source.isAlbum, rowDigits: rowDigits,
      hasNamesBelow: hasNamesBelow, indent: indent)
  }
}
