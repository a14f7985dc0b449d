import Music
import Screen

/// The column headings of a list of artists, albums or genres, with an arrow at the sort column.
struct GroupHeadings {
  let query: ListQuery

  /// Nil for all other lists.
  init?(_ query: ListQuery) {
    switch query.source {
    case .artists, .albums, .genres: self.query = query
    case .folder, .songs, .artist, .album, .genre, .lists, .smart, .duplicates, .playlists,
      .playlist:
      return nil
    }
  }

  /// Each heading is aligned with `RowView`'s column.
  func draw(on line: Canvas) {
    var shown: [SortColumn] = []
    func put(_ name: String, _ sort: SortColumn, from left: Int = 0, upTo right: Int? = nil) {
      shown.append(sort)
      line.columns(from: left, count: right ?? line.columns).put(
        name + (sort == query.sort ? query.arrow : ""), sort == query.sort ? .accent : .dimmed,
        align: right == nil ? .left : .right, keep: nil)
    }
    let right = line.columns - 1
    if query.source == .albums {
      put("Album", .album, from: 2)
      if line.columns >= 60 {
        let room = line.columns - RowView.albumDetail - 5
        put("Artist", .artist, from: 2 + room - room * 2 / 5)
      }
      if line.columns > 40 {
        put("Year", .year, upTo: right - 17)
        put("Tracks", .tracks, upTo: right - 9)
        put("Time", .duration, upTo: right)
      }
    } else {
      put(query.source == .artists ? "Artist" : "Genre", .artist, from: 2)
      let hasTime = line.columns >= 50
      if hasTime { put("Time", .duration, upTo: right) }
      put("Tracks", .tracks, upTo: hasTime ? right - 11 : right)
    }
    // A sort column without a heading is shown behind the first heading.
    if !shown.contains(query.sort) {
      put(query.heading(of: query.sort), query.sort, from: query.source == .albums ? 9 : 10)
    }
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
      .tracks:
      name(of: column).prefix(1).uppercased() + name(of: column).dropFirst()
    }
  }
}
