import Music
import Screen

/// An album and its tracks.
package struct InspectedAlbum: Equatable, Sendable {
  /// More than a screen has lines.
  package static let maximumTracks = 300

  let key: AlbumKey
  /// Empty until they are loaded.
  var tracks: [ListRow] = []
}

// Albums as a grid of covers.
extension Browsing {
  /// Whether the focused pane is a grid; a small one is a list.
  var isGrid: Bool {
    albumView == .grid && !hasScreenReader && focus == .library && library.query.source == .albums
  }

  /// The tiles that show.
  var grid: AlbumGrid? {
    isGrid ? layout.list(of: .library).flatMap(AlbumGrid.init) : nil
  }

  /// Gives the list the columns that its tiles have now.
  mutating func fitGrid() {
    let columns = grid?.columns ?? 1
    guard library.columns != columns else { return }
    library.columns = columns
    library.scroll(height: height(of: .library))
  }

  /// Moves the cursor by whole rows of tiles, and stays in its column.
  mutating func moveInGrid(byRows step: Int) {
    let columns = library.columns
    let rows = (library.count + columns - 1) / columns
    let row = max(0, min(rows - 1, library.selected / columns + step))
    guard row != library.selected / columns else { return }
    move(.library, toRow: min(library.count - 1, row * columns + library.selected % columns))
  }

  func albumTracks(of key: AlbumKey) -> [ListRow] {
    inspected?.key == key ? inspected?.tracks ?? [] : []
  }

  /// Loads the tracks of the album at the cursor, where they show.
  mutating func missingAlbum() -> [Effect] {
    guard isGrid, layout.inspector != nil, case .album(let album) = library.selectedRow else {
      inspected = nil
      return []
    }
    guard inspected?.key != album.key else { return [] }
    inspected = InspectedAlbum(key: album.key)
    return [.load(.album(album.key))]
  }

  mutating func receive(_ rows: [ListRow], of key: AlbumKey) {
    guard inspected?.key == key else { return }
    inspected?.tracks = rows
  }
}
