package import Music
package import Screen

/// The track or album of a cover.
package enum CoverSubject: Hashable, Sendable {
  case track(TrackID)
  case album(AlbumKey)
}

/// A cover to be loaded, and the cells that it is for.
package struct CoverRequest: Hashable, Sendable {
  package let subject: CoverSubject
  /// The cells in which the cover keeps its proportions.
  package let box: Size
  package let way: ImageWay
  /// The size of a cell.
  package let cell: PixelSize
  /// Whether an image of it is cut to a disc.
  package let isDisc: Bool

  package init(
    subject: CoverSubject, box: Size, way: ImageWay, cell: PixelSize, isDisc: Bool = false
  ) {
    (self.subject, self.box, self.way, self.cell) = (subject, box, way, cell)
    self.isDisc = isDisc
  }

  /// The pixels of the box that an image can fill: sixels come in bands of six rows.
  package var area: PixelSize {
    let height = box.rows * cell.height
    return PixelSize(
      width: box.columns * cell.width,
      height: way == .image(.sixel) ? max(1, height / 6 * 6) : height)
  }

  /// The pixels that a picture fills in the middle of its box, with its proportions.
  package func pixels(width: Int, height: Int) -> PixelSize {
    let scale = min(Double(area.width) / Double(width), Double(area.height) / Double(height))
    return PixelSize(
      width: min(area.width, max(1, Int((Double(width) * scale).rounded()))),
      height: min(area.height, max(1, Int((Double(height) * scale).rounded()))))
  }
}

/// A cover in the forms in which the terminal can show it.
package struct LoadedCover: Equatable, Sendable {
  /// Some pixels for each quarter of a cell.
  package let picture: Picture
  /// In the terminal's own pixels, where it can show them.
  package let image: TerminalImage?
  /// Nil for a grey picture.
  let hue: CoverHue?

  /// Finds the hue of the picture, too, which takes some milliseconds.
  package init(picture: Picture, image: TerminalImage? = nil) {
    self.picture = picture
    hue = CoverHue(picture)
    self.image = image
  }
}

/// The covers on the screen, and others that were.
package struct Covers: Equatable, Sendable {
  private struct Cover: Equatable {
    /// The file that was asked for its cover, of a track.
    var source: MediaSource?
    var file: FileStamp?
    /// Nil until loaded, and where there is none.
    var picture: Picture?
    var hue: CoverHue?
    var isLoaded = false
    var images: [Size: TerminalImage] = [:]
    /// The boxes for which the cover was asked.
    var asked: Set<Size> = []
    /// When it was last on the screen, as a count.
    var lastUse = 0
  }

  /// The stored choice.
  var choice = ArtChoice.auto
  /// The choice of the command line, which wins until the user makes another one.
  package var option: ArtChoice?
  /// How the terminal shows pictures.
  package private(set) var way = ImageWay.none
  /// The size of a cell.
  private(set) var cell = PixelSize(width: 10, height: 20)
  /// Whether the skin has covers cut to discs.
  private var isDisc = false
  /// Whether blocks can be sixths of a cell.
  var hasSextants = false
  private var known: [CoverSubject: Cover] = [:]
  private var uses = 0
  /// The count of uses at which the last look at the screen began.
  private var start = 0
  /// Requests without an answer.
  private var pending: Set<CoverRequest> = []

  /// The longer side of a picture in pixels.
  package static let side = 96
  /// Some screens full of albums. Images have some 10 to 100 kB.
  static let maximumCovers = 160
  /// The requests at a time; the next ones are made when these are answered.
  static let maximumPending = 32
  /// The sizes of one cover: in a tile, beside it, and in a row.
  private static let maximumSizes = 3

  /// None yet, with the same choice.
  var emptied: Covers {
    var covers = Covers()
    covers.choice = choice
    return covers
  }

  /// Shows pictures in another way, or in cells of another size, from now on.
  package mutating func show(_ way: ImageWay, cell: PixelSize) {
    guard way != self.way || cell != self.cell else { return }
    (self.way, self.cell) = (way, cell)
    if way == .none { known.removeAll() }
    forgetImages()
  }

  /// Has images cut to discs from now on, or left whole.
  mutating func cut(toDiscs isDisc: Bool) {
    guard isDisc != self.isDisc else { return }
    self.isDisc = isDisc
    if case .image = way { forgetImages() }
  }

  private mutating func forgetImages() {
    pending.removeAll()
    for subject in known.keys {
      known[subject]?.images = [:]
      known[subject]?.asked = []
    }
  }

  /// The cover of a track or album; nil until it is loaded, and where there is none.
  subscript(subject: CoverSubject) -> Picture? { known[subject]?.picture }

  /// The hue of a cover; nil where there is none, and for a grey one.
  func hue(of subject: CoverSubject) -> CoverHue? { known[subject]?.hue }

  /// Whether it is known that a cover is there, or that there is none.
  func isLoaded(_ subject: CoverSubject) -> Bool { known[subject]?.isLoaded ?? false }

  /// The cover in the terminal's pixels, for cells of this size.
  func image(of subject: CoverSubject, in box: Size) -> TerminalImage? {
    known[subject]?.images[box]
  }

  /// The cover of which an image was made.
  func subject(of image: TerminalImage) -> CoverSubject? {
    known.first { $0.value.images[image.size] == image }?.key
  }

  /// Loads the cover of a track for cells of this size, unless that of its present file is known.
  mutating func missing(of track: Track, in box: Size) -> [Effect] {
    guard !track.isStream else { return [] }
    let subject = CoverSubject.track(track.id)
    if let cover = known[subject], cover.source != track.source || cover.file != track.file {
      known[subject] = Cover(
        picture: cover.picture, hue: cover.hue, isLoaded: cover.isLoaded)
    }
    let effects = missing(of: subject, in: box)
    if !effects.isEmpty {
      known[subject]?.source = track.source
      known[subject]?.file = track.file
    }
    return effects
  }

  /// Loads a cover for cells of this size, unless it is known.
  mutating func missing(of subject: CoverSubject, in box: Size) -> [Effect] {
    guard way != .none, box.rows > 0, box.columns > 0 else { return [] }
    uses += 1
    var cover = known.removeValue(forKey: subject) ?? Cover()
    defer { known[subject] = cover }
    cover.lastUse = uses
    // Blocks are drawn in every size from the same picture.
    if case .image = way, cover.asked.contains(box) { return [] }
    if way == .blocks, !cover.asked.isEmpty { return [] }
    guard pending.count < Covers.maximumPending else { return [] }
    // Sizes of a screen that was resized since.
    if cover.asked.count >= Covers.maximumSizes { (cover.asked, cover.images) = ([], [:]) }
    cover.asked.insert(box)
    let request = CoverRequest(subject: subject, box: box, way: way, cell: cell, isDisc: isDisc)
    pending.insert(request)
    return [.load(.cover(request))]
  }

  /// Forgets the covers that were on the screen the longest time ago, but none that is there since
  /// the last call.
  mutating func trim() {
    defer { start = uses }
    guard known.count > Covers.maximumCovers else { return }
    let oldest = known.sorted { $0.value.lastUse < $1.value.lastUse }
    for (subject, cover) in oldest.prefix(known.count - Covers.maximumCovers * 3 / 4)
    where cover.lastUse <= start {
      known[subject] = nil
    }
  }

  /// Stores a cover, unless it was forgotten.
  mutating func receive(_ cover: LoadedCover?, for request: CoverRequest) {
    pending.remove(request)
    known[request.subject]?.picture = cover?.picture
    known[request.subject]?.hue = cover?.hue
    known[request.subject]?.isLoaded = true
    guard isCurrent(request) else { return }
    known[request.subject]?.images[request.box] = cover?.image
  }

  /// Whether a request is for images as they are shown now.
  private func isCurrent(_ request: CoverRequest) -> Bool {
    request.way == way && request.cell == cell && request.isDisc == isDisc
  }

  /// Notes that a request was dropped behind newer ones: it is made again when it shows.
  mutating func drop(_ request: CoverRequest) {
    pending.remove(request)
    guard isCurrent(request) else { return }
    known[request.subject]?.asked.remove(request.box)
  }

  /// Has covers that were not found looked for again when they show: a scan may have found files.
  mutating func forgetMissing() {
    for subject in known.keys where known[subject]?.picture == nil {
      known[subject]?.asked = []
    }
  }

  /// The largest size within a box in which a picture keeps its proportions.
  static func size(
    width: Int, height: Int, in box: Size, cell: PixelSize
  ) -> Size {
    let columns = Double(width) / Double(cell.width)
    let rows = Double(height) / Double(cell.height)
    let scale = min(Double(box.columns) / columns, Double(box.rows) / rows)
    return Size(
      rows: min(box.rows, max(1, Int((rows * scale).rounded()))),
      columns: min(box.columns, max(1, Int((columns * scale).rounded()))))
  }
}

extension App {
  /// Whether the terminal, the skin and the user have covers as pictures.
  var showsPictures: Bool {
    guard skins.choice != .ascii else { return false }
    switch covers.way {
    case .none: return false
    case .blocks: return hasManyColors
    case .image: return true
    }
  }

  /// Loads the covers that the screen shows, and that of the next track.
  mutating func missingCovers() -> [Effect] {
    guard covers.way != .none else { return [] }
    covers.cut(toDiscs: skins.shape.extras.contains(.disc))
    var effects: [Effect] = []
    for box in coverBoxes {
      let size = Size(rows: box.rows, columns: box.columns)
      for track in playing.loadedTracks { effects += covers.missing(of: track, in: size) }
    }
    if let grid = browsing.grid {
      let shown = library.top..<min(library.count, library.top + grid.capacity)
      for index in shown {
        guard case .album(let album) = library.window[index] else { continue }
        effects += covers.missing(of: .album(album.key), in: grid.picture)
      }
      if layout.inspector != nil, case .album(let album) = library.selectedRow {
        effects += covers.missing(of: .album(album.key), in: AlbumInspector.picture)
      }
    }
    for subject in subjectsOfRows { effects += covers.missing(of: subject, in: RowCover.size) }
    covers.trim()
    // The newest request is read first: that is to be the one at the top left.
    return effects.reversed()
  }

  /// The rectangles for which the cover of the current track is needed.
  private var coverBoxes: [Rect] {
    let pane = layout.panes[.nowPlaying].map { NowPlayingBox.areas(self, in: $0).cover }
    let shown = fullScreenAreas.map { [$0.cover] } ?? [pane, layout.cover].compactMap(\.self)
    let boxes = shown.filter { !$0.isEmpty }
    // An accent needs the cover also where the screen has no room for it.
    guard boxes.isEmpty, takesAccentFromCover else { return boxes }
    return [Rect(row: 0, column: 0, rows: 1, columns: 1)]
  }
}
