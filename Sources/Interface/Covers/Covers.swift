package import Music
package import Screen

/// A cover to be loaded, and the cells that it is for.
package struct CoverRequest: Hashable, Sendable {
  package let track: TrackID
  /// The cells in which the cover keeps its proportions.
  package let box: Size
  package let way: ImageWay
  /// The size of a cell.
  package let cell: PixelSize

  /// The cells that an image of a picture takes. Their rest at two sides shows the ground.
  package func size(width: Int, height: Int) -> Size {
    Covers.size(width: width, height: height, in: box, cell: cell, .up)
  }

  /// The pixels that a picture fills in its cells, with its proportions.
  package func pixels(width: Int, height: Int) -> PixelSize {
    let size = size(width: width, height: height)
    let limit = PixelSize(width: size.columns * cell.width, height: size.rows * cell.height)
    let scale = min(
      Double(limit.width) / Double(width), Double(limit.height) / Double(height))
    return PixelSize(
      width: min(limit.width, max(1, Int((Double(width) * scale).rounded()))),
      height: min(limit.height, max(1, Int((Double(height) * scale).rounded()))))
  }
}

/// A cover in the forms in which the terminal can show it.
package struct LoadedCover: Equatable, Sendable {
  /// Some pixels for each quarter of a cell.
  package let picture: Picture
  /// In the terminal's own pixels, where it can show them.
  package let image: TerminalImage?

  package init(picture: Picture, image: TerminalImage? = nil) {
    self.picture = picture
    self.image = image
  }
}

/// The covers of the current and next tracks.
package struct Covers: Equatable, Sendable {
  private struct Cover: Equatable {
    /// The file that was asked for its cover.
    var source: MediaSource
    var file: FileStamp
    /// Nil until loaded, and where there is none.
    var picture: Picture?
    var images: [Size: TerminalImage] = [:]
    /// The boxes for which the cover was asked.
    var asked: Set<Size> = []
  }

  /// How the terminal shows pictures.
  package private(set) var way = ImageWay.none
  /// The size of a cell.
  private(set) var cell = PixelSize(width: 10, height: 20)
  private var known: [TrackID: Cover] = [:]

  /// The longer side of a picture in pixels.
  package static let side = 96

  /// Shows pictures in another way, or in cells of another size, from now on.
  package mutating func show(_ way: ImageWay, cell: PixelSize) {
    guard way != self.way || cell != self.cell else { return }
    (self.way, self.cell) = (way, cell)
    for id in known.keys {
      known[id]?.images = [:]
      known[id]?.asked = []
    }
  }

  /// The cover of a track; nil until it is loaded, and where there is none.
  subscript(track: TrackID) -> Picture? { known[track]?.picture }

  /// The cover of a track in the terminal's pixels, for cells of this size.
  func image(of track: TrackID, in box: Size) -> TerminalImage? { known[track]?.images[box] }

  /// Forgets the covers of other tracks.
  mutating func keep(_ tracks: Set<TrackID>) {
    if known.keys.allSatisfy(tracks.contains) { return }
    known = known.filter { tracks.contains($0.key) }
  }

  /// Loads the cover of a track for cells of this size, unless that of its present file is known.
  mutating func missing(of track: Track, in box: Size) -> [Effect] {
    guard way != .none, !track.isStream, box.rows > 0, box.columns > 0 else { return [] }
    var cover = known[track.id] ?? Cover(source: track.source, file: track.file)
    if cover.source != track.source || cover.file != track.file {
      cover = Cover(source: track.source, file: track.file, picture: cover.picture)
    }
    // Blocks are drawn in every size from the same picture.
    if case .image = way, cover.asked.contains(box) { return [] }
    if way == .blocks, !cover.asked.isEmpty { return [] }
    cover.asked.insert(box)
    known[track.id] = cover
    return [.load(.cover(CoverRequest(track: track.id, box: box, way: way, cell: cell)))]
  }

  /// Stores a cover, unless its track was forgotten.
  mutating func receive(_ cover: LoadedCover?, for request: CoverRequest) {
    known[request.track]?.picture = cover?.picture
    guard request.way == way, request.cell == cell else { return }
    known[request.track]?.images[request.box] = cover?.image
  }

  /// The largest size within a box in which a picture keeps its proportions.
  static func size(
    width: Int, height: Int, in box: Size, cell: PixelSize,
    _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> Size {
    let columns = Double(width) / Double(cell.width)
    let rows = Double(height) / Double(cell.height)
    let scale = min(Double(box.columns) / columns, Double(box.rows) / rows)
    return Size(
      rows: min(box.rows, max(1, Int((rows * scale - 0.01).rounded(rule)))),
      columns: min(box.columns, max(1, Int((columns * scale - 0.01).rounded(rule)))))
  }
}

extension App {
  /// Loads the covers that the screen shows, and that of the next track.
  mutating func missingCovers() -> [Effect] {
    guard covers.way != .none else { return [] }
    covers.keep(playing.currentTracks)
    guard let box = layout.panes[.nowPlaying].map({ NowPlayingBox.areas(self, in: $0).cover })
    else { return [] }
    let size = Size(rows: box.rows, columns: box.columns)
    return playing.loadedTracks.flatMap { covers.missing(of: $0, in: size) }
  }
}
