import Music
import Screen

/// A cover, or the initials of the album in its place.
struct CoverView {
  private let covers: Covers
  private let track: Track
  /// Whether images can be shown: those over the cells would hide a window.
  private let showsImages: Bool
  private let showsBlocks: Bool

  init(_ track: Track, _ app: App) {
    self.track = track
    covers = app.covers
    showsImages =
      if case .image(let found) = app.covers.way {
        found.usesCells || app.overlays.isEmpty
      } else { false }
    showsBlocks = app.hasManyColors
  }

  func draw(on canvas: Canvas) {
    let box = Size(rows: canvas.rows, columns: canvas.columns)
    if showsImages, let image = covers.image(of: track.id, in: box) {
      return canvas.put(image)
    }
    guard showsBlocks, let picture = covers[track.id] else { return drawInitials(on: canvas) }
    let size = Covers.size(
      width: picture.width, height: picture.height, in: box, cell: covers.cell)
    canvas.centered(size).put(BlockArt(picture, size: size, ground: canvas.ground))
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
