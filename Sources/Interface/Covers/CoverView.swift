package import Music
import Screen

/// A cover, or the initials of the album in its place.
struct CoverView {
  private let covers: Covers
  private let subject: CoverSubject
  /// In place of a cover: the initials of these names.
  private let name: String
  /// Whether images can be shown: those over the cells do not fade behind a window.
  private let showsImages: Bool
  private let showsBlocks: Bool
  /// The colour around a cover that is cut to a disc; nil for a whole one.
  private let disc: Color?

  init(_ track: Track, _ app: App) {
    self.init(.track(track.id), named: track.tags.album ?? track.title, app)
  }

  init(_ album: AlbumKey, _ app: App) {
    self.init(.album(album), named: RowView.named(album.name), app)
  }

  /// The cover in a row.
  init(rowOf track: Track, _ app: App) {
    self.init(CoverSubject(rowOf: track), named: track.tags.album ?? track.title, app)
  }

  private init(_ subject: CoverSubject, named name: String, _ app: App) {
    (self.subject, self.name) = (subject, name)
    covers = app.covers
    disc =
      app.skins.shape.extras.contains(.disc)
      ? app.skins.theme.style(of: .base).background : nil
    showsBlocks = app.showsPictures && app.hasManyColors
    showsImages =
      if case .image(let found) = app.covers.way, app.showsPictures {
        found.usesCells || !app.overlays.contains { $0.window.fadesScreen(in: app) }
      } else { false }
  }

  func draw(on canvas: Canvas) {
    let box = Size(rows: canvas.rows, columns: canvas.columns)
    if showsImages, let image = covers.image(of: subject, in: box) {
      return canvas.put(image)
    }
    guard showsBlocks, let picture = covers[subject] else { return drawNothing(on: canvas) }
    drawBlocks(picture, on: canvas)
  }

  private func drawBlocks(_ picture: Picture, on canvas: Canvas) {
    let box = Size(rows: canvas.rows, columns: canvas.columns)
    let size = Covers.size(
      width: picture.width, height: picture.height, in: box, cell: covers.cell)
    canvas.centered(size).put(
      BlockArt(
        picture, size: size, ground: canvas.ground, disc: disc, hasSextants: covers.hasSextants))
  }

  /// Shows blocks in place of the images over the cells of which something is covered: those cannot
  /// be drawn in part.
  static func replaceCoveredImages(in frame: inout Frame, _ app: App) {
    for placed in frame.images
    where !placed.image.imageProtocol.usesCells && !frame.isWhole(placed) {
      var blocks = Frame(size: placed.image.size)
      if let subject = app.covers.subject(of: placed.image), let picture = app.covers[subject] {
        let view = CoverView(subject, named: "", app)
        if view.showsBlocks {
          blocks.draw(in: blocks.bounds) { view.drawBlocks(picture, on: $0) }
        }
      }
      frame.replace(placed, with: blocks)
    }
  }

  private func drawNothing(on canvas: Canvas) {
    // A row has no room for grooves.
    if disc == nil || canvas.rows < 3 { drawInitials(on: canvas) } else { drawRecord(on: canvas) }
  }

  private func drawInitials(on canvas: Canvas) {
    let tile = canvas.filled(.field)
    tile.line((tile.rows - 1) / 2).put(Self.initials(of: name), .heading, align: .center)
  }

  /// Draws the grooves of a record in dots, with the initials on its label.
  private func drawRecord(on canvas: Canvas) {
    let (rows, columns) = (canvas.rows, canvas.columns)
    for row in 0..<rows {
      for column in 0..<columns {
        var dots: UInt32 = 0
        for dot in 0..<8 {
          let across = (Double(2 * column + dot / 4) + 0.5) / Double(columns) - 1
          let down = (Double(4 * row + dot % 4) + 0.5) / Double(2 * rows) - 1
          let radius = (across * across + down * down).squareRoot()
          if CoverView.isGroove(radius) { dots |= CoverView.dots[dot] }
        }
        guard dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) else { continue }
        canvas.cell(row: row, column: column).fill(Character(scalar), .border)
      }
    }
    let label = canvas.line((rows - 1) / 2)
    label.columns(from: columns / 2 - 2, count: 4).put(
      Self.initials(of: name), .heading, align: .center)
  }

  /// - Parameter radius: 1 at the edge.
  private static func isGroove(_ radius: Double) -> Bool {
    (0.42...1).contains(radius) && Int(radius * 14) % 2 == 1
  }

  /// The left column of dots from the top, then the right one.
  private static let dots: [UInt32] = [0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80]

  /// The first letters of the first two words, and a number in full: it tells the volumes of a
  /// series apart. At most four characters.
  static func initials(of name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    var shown = Array(words.prefix(2))
    if !shown.contains(where: isNumber), let last = words.dropFirst(2).last, isNumber(last) {
      shown.append(last)
    }
    let parts = shown.map { word in
      guard isNumber(word) else { return word.prefix(1).uppercased() }
      // Of a year the last two digits.
      return String(word.count > 3 && shown.count > 1 ? word.suffix(2) : word)
    }
    return String(parts.joined().prefix(4))
  }

  private static func isNumber(_ word: Substring) -> Bool { word.allSatisfy(\.isNumber) }
}

extension AlbumKey {
  /// The album of a track.
  package init(_ track: Track) {
    self.init(
      artist: track.albumCredit ?? track.tags.albumArtist ?? track.tags.artist ?? "",
      name: track.tags.album ?? "")
  }
}
