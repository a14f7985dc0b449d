import CNcurses
import Screen

/// ncurses' attributes and colour pair of a face on a surface; allocates pairs as they are needed.
struct StyleTable {
  struct Style: Equatable {
    var attributes: attr_t
    var pair: Int32
  }

  private struct StyleKey: Hashable {
    let face: Face
    let ground: Surface
    let isBehind: Bool
  }

  private struct OwnKey: Hashable {
    let colors: CellColors
    let ground: Surface
    let isBehind: Bool
  }

  private struct Colors: Hashable {
    let foreground: Int32
    let background: Int32
  }

  private let depth: ColorDepth
  private var theme: Theme
  /// The skin of the screen behind a window.
  private var receding: Theme
  private var styles: [StyleKey: Style] = [:]
  private var pairs: [Colors: Int32] = [:]
  /// Styles of cells with colours of their own.
  private var ownStyles: [OwnKey: Style] = [:]
  private static let maximumOwnStyles = 16_384

  init(depth: ColorDepth, theme: Theme) {
    self.depth = depth
    self.theme = theme
    receding = theme.receding
  }

  /// Switches to a skin; true when it differs from the last, so that everything must be redrawn.
  mutating func use(_ theme: Theme) -> Bool {
    guard theme != self.theme else { return false }
    self.theme = theme
    receding = theme.receding
    styles.removeAll()
    ownStyles.removeAll()
    // Where pairs are few (64 with 8 colours), each skin starts with all of them.
    if pairs.count > Int(tritone_color_pairs()) / 2 { freePairs() }
    return true
  }

  /// Frees all pairs if pictures took most of them; true when everything must be redrawn.
  mutating func reclaimPairs() -> Bool {
    guard pairs.count > Int(tritone_color_pairs()) / 4 * 3 else { return false }
    freePairs()
    return true
  }

  private mutating func freePairs() {
    styles.removeAll()
    ownStyles.removeAll()
    pairs.removeAll()
    reset_color_pairs()
  }

  mutating func style(of cell: Frame.Cell) -> Style {
    cell.colors.map { style($0, on: cell.ground, isBehind: cell.isBehind) }
      ?? style(cell.face, on: cell.ground, isBehind: cell.isBehind)
  }

  /// The style of colours, or of the nearest ones that the terminal has.
  private mutating func style(
    _ colors: CellColors, on ground: Surface, isBehind: Bool
  ) -> Style {
    let key = OwnKey(colors: colors, ground: ground, isBehind: isBehind)
    if let style = ownStyles[key] { return style }
    let recedes = isBehind && mixes
    let shown = recedes ? theme.receding(colors) : colors
    let style = style(
      (recedes ? receding : theme).style(shown, on: ground, depth: depth), isBehind: isBehind)
    if ownStyles.count >= StyleTable.maximumOwnStyles { ownStyles.removeAll() }
    ownStyles[key] = style
    return style
  }

  mutating func style(_ face: Face, on ground: Surface, isBehind: Bool = false) -> Style {
    let position = StyleKey(face: face, ground: ground, isBehind: isBehind)
    if let style = styles[position] { return style }
    let theme = isBehind && mixes ? receding : theme
    let style = style(theme.style(face, on: ground, depth: depth), isBehind: isBehind)
    styles[position] = style
    return style
  }

  /// Whether there are colours between those of a skin and its ground.
  private var mixes: Bool {
    switch depth {
    case .direct, .indexed: true
    case .sixteen, .eight, .none: false
    }
  }

  private mutating func style(_ resolved: ResolvedStyle, isBehind: Bool) -> Style {
    var attributes = resolved.attributes
    if isBehind, !mixes {
      attributes.remove(.bold)
      attributes.insert(.dim)
    }
    return Style(attributes: Self.attributes(attributes), pair: pair(resolved))
  }

  /// The style of the placeholders of an image, whose colour is the image's id.
  mutating func style(ofImage id: UInt32, on ground: Surface) -> Style {
    let background = theme.style(.text, on: ground, depth: depth).background
    let colors = Colors(foreground: Int32(id), background: Self.number(background))
    return Style(attributes: 0, pair: pair(colors))
  }

  private mutating func pair(_ style: ResolvedStyle) -> Int32 {
    guard depth != .none else { return 0 }
    return pair(
      Colors(
        foreground: Self.number(style.foreground), background: Self.number(style.background)))
  }

  private mutating func pair(_ colors: Colors) -> Int32 {
    if let pair = pairs[colors] { return pair }
    let next = Int32(pairs.count + 1)
    // With no pair left, the terminal's default colours: dull, but readable.
    guard next < tritone_color_pairs(),
      init_extended_pair(next, colors.foreground, colors.background) == OK
    else { return 0 }
    pairs[colors] = next
    return next
  }

  private static func number(_ color: TerminalColor) -> Int32 {
    switch color {
    case .default: return -1
    case .indexed(let index): return Int32(index)
    case .rgb(let color):
      let value = Int32(color.red) << 16 | Int32(color.green) << 8 | Int32(color.blue)
      // With direct colour ncurses reads 0...7 as palette indices; one step of green more is still
      // black to the eye.
      return value < 8 ? value | 0x100 : value
    }
  }

  private static func attributes(_ attributes: Theme.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= tritone_bold() }
    if attributes.contains(.dim) { result |= tritone_dim() }
    if attributes.contains(.italic) { result |= tritone_italic() }
    if attributes.contains(.underline) { result |= tritone_underline() }
    if attributes.contains(.reverse) { result |= tritone_reverse() }
    return result
  }
}
