import Music
import Screen

/// The names above a list of artists, albums or genres, with an arrow at what it is sorted by.
struct GroupHeadings {
  let query: ListQuery

  /// Nil for lists of anything else.
  init?(_ query: ListQuery) {
    switch query.source {
    case .artists, .albums, .genres: self.query = query
    case .folder, .songs, .artist, .album, .genre, .lists, .smart, .duplicates, .playlists,
      .playlist:
      return nil
    }
  }

  /// Each name stands where `RowView` puts what it names.
  func draw(into frame: inout Frame, in rect: Rect) {
    var shown: [SortColumn] = []
    func put(_ name: String, _ sort: SortColumn, from left: Int? = nil, upTo right: Int = 0) {
      shown.append(sort)
      let text = name + (sort == query.sort ? query.arrow : "")
      frame.put(
        text, row: rect.row,
        column: rect.column + (left ?? max(0, right - TextWidth.columns(of: text))),
        limit: max(0, rect.columns - (left ?? 0)),
        face: sort == query.sort ? .accent : .dimmed, ground: .base)
    }
    let right = rect.columns - 1
    if query.source == .albums {
      put("Album", .album, from: 2)
      if rect.columns >= 60 {
        let room = rect.columns - RowView.albumDetail - 5
        put("Artist", .artist, from: 2 + room - room * 2 / 5)
      }
      if rect.columns > 40 {
        put("Year", .year, upTo: right - 17)
        put("Tracks", .tracks, upTo: right - 9)
        put("Time", .duration, upTo: right)
      }
    } else {
      put(query.source == .artists ? "Artist" : "Genre", .artist, from: 2)
      let hasTime = rect.columns >= 50
      if hasTime { put("Time", .duration, upTo: right) }
      put("Tracks", .tracks, upTo: hasTime ? right - 11 : right)
    }
    // What no column shows is said behind the name.
    if !shown.contains(query.sort) {
      put(query.heading(of: query.sort), query.sort, from: query.source == .albums ? 9 : 10)
    }
  }
}

extension ListQuery {
  /// Which way it is sorted.
  var arrow: String { isDescending ? "▾" : "▴" }

  /// What stands above a column that it is sorted by.
  func heading(of column: SortColumn) -> String {
    switch column {
    case .bpm: "BPM"
    case .loudness: "LUFS"
    case .duration: "Time"
    default: name(of: column).prefix(1).uppercased() + name(of: column).dropFirst()
    }
  }
}
