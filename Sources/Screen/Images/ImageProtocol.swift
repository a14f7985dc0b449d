/// A protocol by which a terminal shows images in its own pixels.
package enum ImageProtocol: String, Sendable, CaseIterable {
  /// Unicode placeholders of kitty's graphics protocol: ordinary cells, which text can cover.
  case kitty
  /// DEC's sixels, drawn over the cells.
  case sixel
  /// The inline images of iTerm2, drawn over the cells.
  case iterm2

  /// Whether an image consists of cells, so that drawing cells is all it takes to cover it, move it
  /// and take it away.
  package var usesCells: Bool { self == .kitty }
}

/// Width and height in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Limits beyond any font and screen: terminals and their answers are not trusted.
  private static let cells = (4...64, 6...128)

  /// Whether a cell of a terminal can have this size.
  package var isPlausibleCell: Bool {
    PixelSize.cells.0.contains(width) && PixelSize.cells.1.contains(height)
  }
}

/// An image encoded for one protocol, at its size on the screen.
package struct TerminalImage: Equatable, Sendable {
  /// No other image of this process has the same.
  package let serial: Int
  /// The terminal's name for the image, of 24 bits and never 0 to 7: the foreground colour of a
  /// placeholder carries it.
  package let id: UInt32
  package let size: Size
  package let imageProtocol: ImageProtocol
  /// A PNG file, or for sixels the whole control string.
  package let bytes: [UInt8]

  package init(
    serial: Int, id: UInt32, size: Size, imageProtocol: ImageProtocol, bytes: [UInt8]
  ) {
    self.serial = serial
    self.id = id
    self.size = size
    self.imageProtocol = imageProtocol
    self.bytes = bytes
  }

  package static func == (left: Self, right: Self) -> Bool { left.serial == right.serial }
}

/// An image and the cell of its top left corner.
package struct PlacedImage: Equatable, Sendable {
  package let image: TerminalImage
  package let position: Position

  package init(_ image: TerminalImage, at position: Position) {
    self.image = image
    self.position = position
  }

  package var rect: Rect {
    Rect(
      row: position.row, column: position.column, rows: image.size.rows,
      columns: image.size.columns)
  }
}
