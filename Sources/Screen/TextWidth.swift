/// The columns that text takes in a terminal.
///
/// Terminals, multiplexers and ncurses disagree on sequences (families joined by U+200D, flags,
/// skin tones, variation selectors), and one disagreement breaks every column to its right. So a
/// sequence is reduced to the part on whose width all agree: a family to its first member, a flag
/// to its two letters, a toned hand to the plain one.
package enum TextWidth {
  /// One cell's worth of text: a base character with its combining marks, 1 or 2 columns wide.
  package struct Piece: Equatable, Sendable {
    package var cluster: Cluster
    package var columns: Int
  }

  /// The part of a long text that is not cut.
  package enum Kept: Sendable { case start, middle, end }

  /// Cuts text into cells, at most `limit` columns of them; control characters become `·`,
  /// unassigned scalars U+FFFD, and invisible ones are left out.
  package static func pieces(of text: String, limit: Int = .max) -> [Piece] {
    var splitter = CellBuilder(limit: limit)
    for scalar in text.unicodeScalars {
      guard splitter.append(scalar) else { break }
    }
    return splitter.pieces
  }

  /// The whole text as its pieces have it; most text is what it was.
  package static func cleaned(_ text: String) -> String {
    plainCount(of: text, limit: .max) == nil ? joined(pieces(of: text)) : text
  }

  package static func columns(of text: String) -> Int {
    plainCount(of: text, limit: .max) ?? columns(of: pieces(of: text))
  }

  /// The number of pieces, at most `limit`, of text in printable ASCII, which is most text and
  /// needs no splitting; nil for any other text.
  static func plainCount(of text: String, limit: Int) -> Int? {
    var count = 0
    for byte in text.utf8 {
      // The byte behind the last piece may begin a combining mark.
      guard count < limit else { return byte < 0x80 ? count : nil }
      guard byte >= 0x20, byte < 0x7F else { return nil }
      count += 1
    }
    return count
  }

  /// The text in at most this many columns, with one ellipsis in place of the omitted part.
  package static func truncated(_ text: String, to columns: Int, keep: Kept = .start) -> String {
    isPlain(text, within: columns) ? text : joined(fitted(text, to: columns, keep: keep))
  }

  /// Whether a text in printable ASCII has at most this many columns.
  package static func isPlain(_ text: String, within columns: Int) -> Bool {
    plainCount(of: text, limit: columns) == text.utf8.count
  }

  /// The pieces of `truncated`.
  package static func fitted(_ text: String, to columns: Int, keep: Kept = .start) -> [Piece] {
    guard columns > 0 else { return [] }
    // To keep the start, one more piece of 1 or 2 columns is enough to know that text is cut.
    let all = pieces(of: text, limit: keep == .start && columns < .max - 2 ? columns + 2 : .max)
    let width = Self.columns(of: all)
    guard width > columns else { return all }
    let room = columns - 1
    let ellipsis = [Piece(cluster: Cluster("…"), columns: 1)]
    switch keep {
    case .start: return head(all, room) + ellipsis
    case .end: return ellipsis + tail(all, room)
    case .middle:
      let left = head(all, room - room / 2)
      return left + ellipsis + tail(all, room - Self.columns(of: left))
    }
  }

  package static func columns(of pieces: [Piece]) -> Int {
    pieces.reduce(0) { $0 + $1.columns }
  }

  private static func joined(_ pieces: some Sequence<Piece>) -> String {
    String(String.UnicodeScalarView(pieces.lazy.flatMap(\.cluster)))
  }

  /// The first pieces that fit, without a blank before the ellipsis.
  private static func head(_ pieces: [Piece], _ columns: Int) -> [Piece] {
    var (kept, width) = ([Piece](), 0)
    for piece in pieces {
      width += piece.columns
      guard width <= columns else { break }
      kept.append(piece)
    }
    while kept.last?.cluster == .blank { kept.removeLast() }
    return kept
  }

  private static func tail(_ pieces: [Piece], _ columns: Int) -> ArraySlice<Piece> {
    var (start, width) = (pieces.endIndex, 0)
    while start > 0, width + pieces[start - 1].columns <= columns {
      start -= 1
      width += pieces[start].columns
    }
    return pieces[start...].drop { $0.cluster == .blank }
  }
}

extension String {
  /// The text right-aligned in this many columns; a longer one is unchanged.
  package func padded(to columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - TextWidth.columns(of: self))) + self
  }
}
