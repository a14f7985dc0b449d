/// How many columns text takes in a terminal.
package enum TextWidth {
  /// One cell's worth of text: a base character with its combining marks, 1 or 2 columns wide.
  package struct Piece: Equatable, Sendable {
    package var text: String
    package var columns: Int
  }

  package static func pieces(of text: String) -> [Piece] {
    text.map { Piece(text: String($0), columns: 1) }
  }

  package static func columns(of text: String) -> Int {
    pieces(of: text).reduce(0) { $0 + $1.columns }
  }
}
