import FoundationEssentials
import Screen

/// The images that are drawn over the cells of the screen, by sixels or iTerm2's images.
///
/// Their cells hold blanks that do not change, so that ncurses writes nothing there. Written cells
/// erase an image.
struct DrawnImages {
  private var drawn: [PlacedImage] = []

  var isEmpty: Bool { drawn.isEmpty }

  /// Forgets all images: the screen was cleared.
  mutating func forget() { drawn.removeAll() }

  /// The blank for the cells of an image. It is another one than that of no image and of the next
  /// image, so that ncurses writes the cells when the image is gone.
  static func blank(ofImage id: UInt32) -> Unicode.Scalar { id & 1 == 0 ? "\u{A0}" : "\u{2007}" }

  /// Forgets the images that are gone or covered.
  ///
  /// - Returns: The rows to be written whole, since their cells have the same blanks as before.
  mutating func forgetStale(for frame: Frame) -> [Range<Int>] {
    let stale = drawn.filter { !frame.images.contains($0) || !frame.isWhole($0) }
    let rows = stale.filter { old in
      frame.images.contains { new in
        new != old && new.rect.overlaps(old.rect) && (new.image.id ^ old.image.id) & 1 == 0
      }
    }.map { $0.rect.row..<$0.rect.bottom }
    drawn.removeAll { placed in
      stale.contains { $0.rect.overlaps(placed.rect) }
        || rows.contains { $0.overlaps(placed.rect.row..<placed.rect.bottom) }
    }
    return rows
  }

  /// The sequences that draw what is not drawn yet.
  mutating func sequences(for frame: Frame) -> String {
    var text = ""
    for placed in frame.images {
      // An image in the last row may scroll the screen.
      guard !placed.image.imageProtocol.usesCells, placed.rect.bottom < frame.size.rows,
        !drawn.contains(placed), frame.isWhole(placed)
      else { continue }
      drawn.append(placed)
      let place = "\u{1B}[\(placed.position.row + 1);\(placed.position.column + 1)H"
      text += "\u{1B}7" + place + Self.sequence(of: placed.image) + "\u{1B}8"
    }
    return text
  }

  private static func sequence(of image: TerminalImage) -> String {
    switch image.imageProtocol {
    case .kitty: return ""
    case .sixel: return String(decoding: image.bytes, as: UTF8.self)
    case .iterm2:
      let (size, data) = (image.size, Data(image.bytes).base64EncodedString())
      return "\u{1B}]1337;File=inline=1;size=\(image.bytes.count);width=\(size.columns);"
        + "height=\(size.rows);preserveAspectRatio=1;doNotMoveCursor=1:\(data)\u{7}"
    }
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    row < other.bottom && other.row < bottom && column < other.right && other.column < right
  }
}
