import Music
import Screen

/// The column headings of a list of artists, albums, genres or categories, with an arrow at the sort column.
struct GroupHeadings {
  let query: ListQuery

  /// Nil for all other lists.
  init?(_ query: ListQuery) {
    switch query.source {
    case .artists, .albums, .genres, .categories: self.query = query
    case .folder, .songs, .artist, .album, .genre, .category, .lists, .smart, .duplicates,
      .playlists, .playlist:
      return nil
    }
  }

  private struct Heading {
    let text: String
    let sort: SortColumn
    /// The column that it begins at, or with `isRight` ends in front of.
    let column: Int
    let isRight: Bool

    var range: Range<Int> {
      let width = TextWidth.columns(of: text) + 1
      return isRight ? column - width..<column : column..<column + width
    }
  }

  /// Each heading is aligned with `RowView`'s column.
  private func headings(_ columns: Int) -> [Heading] {
    var headings: [Heading] = []
    func put(_ name: String, _ sort: SortColumn, from left: Int = 0, upTo right: Int? = nil) {
      headings.append(
        Heading(
          text: name + (sort == query.sort ? query.arrow : ""), sort: sort,
          column: right ?? left, isRight: right != nil))
    }
    let right = columns - 1
    if query.source == .albums {
      put("Album", .album, from: 2)
      if columns >= 60 {
        let room = columns - RowView.albumDetail - 5
        put("Artist", .artist, from: 2 + room - room * 2 / 5)
      }
      if columns > 40 {
        put("Year", .year, upTo: right - 17)
        put("Tracks", .tracks, upTo: right - 9)
        put("Time", .duration, upTo: right)
      }
    } else {
      let name =
        query.source == .artists ? "Artist" : query.source == .genres ? "Genre" : "Category"
      put(name, .artist, from: 2)
      let hasTime = columns >= 50
      if hasTime { put("Time", .duration, upTo: right) }
      put("Tracks", .tracks, upTo: hasTime ? right - 11 : right)
    }
    // A sort column without a heading is shown behind the first heading.
    if !headings.contains(where: { $0.sort == query.sort }) {
      put(query.heading(of: query.sort), query.sort, from: query.source == .albums ? 9 : 10)
    }
    return headings
  }

  func draw(on line: Canvas) {
    for heading in headings(line.columns) {
      let area =
        heading.isRight
        ? line.columns(from: 0, count: heading.column)
        : line.columns(from: heading.column, count: line.columns)
      area.put(
        heading.text, heading.sort == query.sort ? .accent : .dimmed,
        align: heading.isRight ? .right : .left, keep: nil)
    }
  }

  /// The order of the heading at a column.
  func sort(at column: Int, of columns: Int) -> SortColumn? {
    headings(columns).last { $0.range.contains(column) }?.sort
  }
}

extension ListQuery {
  /// The arrow of the sort direction.
  var arrow: String { isDescending ? "▾" : "▴" }

  /// The heading of a sort column.
  func heading(of column: SortColumn) -> String {
    switch column {
    case .bpm: "BPM"
    case .loudness: "LUFS"
    case .duration: "Time"
    case .artist, .title, .album, .year, .key, .rating, .plays, .added, .path, .played, .energy,
      .category, .collection, .mood, .tracks:
      name(of: column).prefix(1).uppercased() + name(of: column).dropFirst()
    }
  }
}
