import Music
import Screen

/// A cover, or the initials of the album in its place.
struct CoverView {
  let picture: Picture?
  let track: Track

  /// A cell is about twice as high as wide.
  private static let cellRatio = 2.0

  func draw(on canvas: Canvas) {
    guard let picture else { return drawInitials(on: canvas) }
    let size = Self.size(of: picture, in: canvas.rect)
    let rect = canvas.rect
    canvas.part(
      Rect(
        row: rect.row + (rect.rows - size.rows) / 2,
        column: rect.column + (rect.columns - size.columns) / 2, rows: size.rows,
        columns: size.columns)
    ).put(BlockArt(picture, size: size, ground: canvas.ground))
  }

  /// The largest size within a rectangle in which a picture keeps its proportions.
  private static func size(of picture: Picture, in rect: Rect) -> Size {
    let (width, height) = (Double(picture.width), Double(picture.height) / cellRatio)
    let scale = min(Double(rect.columns) / width, Double(rect.rows) / height)
    return Size(
      rows: min(rect.rows, max(1, Int((height * scale).rounded()))),
      columns: min(rect.columns, max(1, Int((width * scale).rounded()))))
  }

  private func drawInitials(on canvas: Canvas) {
    let tile = canvas.filled(.field)
    tile.line((tile.rows - 1) / 2).put(Self.initials(of: track), .heading, align: .center)
  }

  /// The first letters of the album's first two words, or of the title's.
  static func initials(of track: Track) -> String {
    let words = (track.tags.album ?? track.title).split { !$0.isLetter && !$0.isNumber }
    return words.prefix(2).compactMap(\.first).map { $0.uppercased() }.joined()
  }
}
