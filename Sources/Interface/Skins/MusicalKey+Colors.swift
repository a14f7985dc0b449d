import Music
import Screen

extension MusicalKey {
  private var wheelColor: WheelColor { WheelColor(hour: hour, isMajor: isMajor) }

  /// A filled cell of the key's colour with bold text.
  var blockColors: CellColors {
    CellColors(
      foreground: WheelColor.ink, background: wheelColor.block, attributes: .bold)
  }

  /// A part of a cell in the key's colour, as `▌`.
  var edgeColors: CellColors {
    CellColors(foreground: wheelColor.block, isDecoration: true)
  }

  /// Text in the key's colour; nil for the face's own where that would not be readable.
  func textColors(on ground: Surface, in theme: Theme, isBold: Bool = false) -> CellColors? {
    wheelColor.text(on: theme.style(of: ground).background).map {
      CellColors(foreground: $0, attributes: isBold ? .bold : [])
    }
  }
}
