import Music
import Screen

/// The cover at the left of a track's row of two lines.
enum RowCover {
  static let size = Size(rows: 2, columns: 4)
  /// The columns in front of those of the track, the blank one behind the cover included.
  static let indent = 5
  /// Narrower lists have no room.
  static let minimumColumns = 40
}

extension CoverSubject {
  /// The cover of a track in a row: rows of the same album share one.
  init(rowOf track: Track) {
    let album = AlbumKey(track)
    self = album.name.isEmpty ? .track(track.id) : .album(album)
  }
}

extension App {
  /// The columns that the covers of a list take from its rows; 0 for none.
  func coverIndent(of list: ListState, width: Int) -> Int {
    showsPictures && browsing.rowHeight(of: list) > 1 && width >= RowCover.minimumColumns
      ? RowCover.indent : 0
  }

  /// The covers of the rows that show.
  var subjectsOfRows: [CoverSubject] {
    guard browsing.density == .twoLine else { return [] }
    let layout = layout
    return browsing.visibleSlots.flatMap { slot -> [CoverSubject] in
      let list = browsing[slot]
      let width = layout.list(of: slot == .library ? .library : .playlists)?.columns ?? 0
      guard coverIndent(of: list, width: width) > 0 else { return [] }
      return (0..<browsing.height(of: slot)).compactMap { row in
        guard let track = list.window[list.top + row]?.track, !track.isStream else { return nil }
        return CoverSubject(rowOf: track)
      }
    }
  }
}
