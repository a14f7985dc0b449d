/// The indexed colours of a terminal, and the search for the nearest one.
package struct ColorPalette: Sendable {
  struct Entry: Sendable {
    let index: Int
    let color: Color
    let lab: LabColor

    init(_ index: Int) {
      self.index = index
      color = ColorPalette.color(index)
      lab = LabColor(color)
    }
  }

  /// The colours 16...255 of xterm, which are the same everywhere.
  static let fixed = ColorPalette(entries: (16...255).map(Entry.init), isFixed: true)
  static let sixteen = ColorPalette(entries: (0...15).map(Entry.init), isFixed: false)
  static let eight = ColorPalette(entries: (0...7).map(Entry.init), isFixed: false)

  let entries: [Entry]
  /// Whether every terminal shows the entries in these colours.
  let isFixed: Bool

  /// The nearest entry among those that leave text on `background` readable.
  func nearest(to color: Color, on background: Color? = nil, contrast: Double = 1) -> Entry {
    let lab = LabColor(color)
    var best: (entry: Entry, distance: Double)?
    for entry in entries {
      if let background, entry.color.contrast(with: background) < contrast { continue }
      let distance = isFixed ? distance(color, lab, entry) : distance(lab, entry.lab)
      if distance < best?.distance ?? .infinity { best = (entry, distance) }
    }
    return best?.entry ?? mostReadable(on: background ?? color)
  }

  private func mostReadable(on background: Color) -> Entry {
    entries.max { $0.color.contrast(with: background) < $1.color.contrast(with: background) }
      ?? entries[0]
  }

  /// The redmean distance, which suits dark colours better than CIELAB; a grey for a colour, or
  /// the other way round, counts as further away than it is: navy is blue before it is dark.
  private func distance(_ wanted: Color, _ lab: LabColor, _ offered: Entry) -> Double {
    let red = Double(wanted.red) - Double(offered.color.red)
    let green = Double(wanted.green) - Double(offered.color.green)
    let blue = Double(wanted.blue) - Double(offered.color.blue)
    let mean = (Double(wanted.red) + Double(offered.color.red)) / 512
    let squares =
      (2 + mean) * red * red + 4 * green * green + (2 + 255 / 256 - mean) * blue * blue
    return squares.squareRoot() * (lab.isColorful == offered.lab.isColorful ? 1 : 1.5)
  }

  /// With few colours the entry nearest in lightness is mostly a grey, so the hue decides: entry 1
  /// is red, whatever red the terminal has.
  private func distance(_ wanted: LabColor, _ offered: LabColor) -> Double {
    guard wanted.isColorful == offered.isColorful else {
      return 1000 + wanted.distance(to: offered)
    }
    let light = abs(wanted.lightness - offered.lightness)
    return wanted.isColorful ? wanted.hueDifference(to: offered) + light : light
  }

  /// xterm's colour for an index, 0...255.
  package static func color(_ index: Int) -> Color {
    switch index {
    case 0..<16: return basic[index]
    case 16..<232:
      let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
      let cube = index - 16
      return Color(red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
    default:
      let level = UInt8(clamping: 8 + 10 * (index - 232))
      return Color(red: level, green: level, blue: level)
    }
  }

  private static let basic: [Color] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map(Color.init)
}
