import Music
import Screen

extension Canvas {
  /// Writes the dot of a track or playlist that has a colour.
  func putDot(_ color: String?, at column: Int = 0, hasColors: Bool) {
    switch color.flatMap(MarkedColor.init) {
    case .skin(let color): put("●", color.face, at: column)
    case .rgb(let value):
      put(
        "●", .text, at: column,
        colors: hasColors ? CellColors(foreground: Color(value)) : nil)
    case nil: break
    }
  }
}

extension TrackColor {
  var face: Face {
    switch self {
    case .red: .slot1
    case .blue: .slot2
    case .gold: .slot3
    case .green: .success
    case .orange: .warning
    case .pink: .reaction
    }
  }
}
