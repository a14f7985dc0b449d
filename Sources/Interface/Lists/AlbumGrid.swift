import Screen

/// The tiles of the albums in a rectangle: a cover each, and two lines of names below.
struct AlbumGrid: Equatable {
  private let area: Rect
  /// The cells of a cover.
  let picture: Size
  let columns: Int
  /// Rows of whole tiles.
  let rows: Int

  private static let maximumHeight = 8
  private static let minimumHeight = 3
  /// Lines of names, and the gap below or beside a tile.
  private static let (names, gap) = (2, 3)

  /// Nil where not even a small tile has room.
  init?(_ area: Rect) {
    let height = min(AlbumGrid.maximumHeight, area.rows - AlbumGrid.names)
    let width = 2 * height
    guard height >= AlbumGrid.minimumHeight, area.columns >= width + 2 else { return nil }
    self.area = area
    picture = Size(rows: height, columns: width)
    columns = (area.columns - 2 + AlbumGrid.gap) / (width + AlbumGrid.gap)
    rows = (area.rows + 1) / (height + AlbumGrid.names + 1)
  }

  var capacity: Int { columns * rows }

  /// The rectangle of a visible tile, with its names; `index` counts from the first visible one.
  func tile(_ index: Int) -> Rect {
    let height = picture.rows + AlbumGrid.names
    return Rect(
      row: area.row + index / columns * (height + 1),
      column: area.column + 1 + index % columns * (picture.columns + AlbumGrid.gap), rows: height,
      columns: picture.columns)
  }

  /// The visible tile at a position.
  func index(at position: Position) -> Int? {
    (0..<capacity).first { index in
      tile(index).inset(left: -1, right: -1).contains(position)
    }
  }
}

/// The ways to list albums.
package enum AlbumView: String, Sendable, CaseIterable, Codable { case list, grid }
