package import Screen

/// Renders a frame with a skin as an SVG picture, cell by cell as a terminal would.
package struct SVGPicture: Sendable {
  /// The size of a cell in the picture's units; the font is 15 high.
  private static let cell = (width: 9, height: 19)
  private static let fonts =
    "'JetBrains Mono','DejaVu Sans Mono','Noto Sans Mono','Noto Sans Mono CJK JP',"
    + "Menlo,Consolas,monospace"

  private let frame: Frame
  private let theme: Theme
  /// The skin of the screen behind a window.
  private let receding: Theme
  private let hasTitleBar: Bool

  /// - Parameter hasTitleBar: Draws a window frame with the title around the cells.
  package init(_ frame: Frame, theme: Theme, hasTitleBar: Bool = false) {
    self.frame = frame
    self.theme = theme
    receding = theme.receding
    self.hasTitleBar = hasTitleBar
  }

  private var margin: Int { hasTitleBar ? 12 : 0 }
  private var top: Int { hasTitleBar ? 36 : 0 }

  /// The picture as the text of an SVG file.
  package var text: String {
    let width = frame.size.columns * Self.cell.width + 2 * margin
    let height = frame.size.rows * Self.cell.height + top + margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" font-family=\"\(Self.fonts)\" font-size=\"15\">",
      "<title>\(Self.escaped(frame.title))</title>",
      "<rect width=\"\(width)\" height=\"\(height)\" rx=\"\(hasTitleBar ? 10 : 0)\" "
        + "fill=\"\(theme.style(of: .base).background.hex)\"/>",
    ]
    if hasTitleBar { lines += titleBar(width: width) }
    for row in 0..<frame.size.rows { lines += self.row(row) }
    if let cursor = frame.cursor { lines.append(self.cursor(cursor)) }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func titleBar(width: Int) -> [String] {
    let dots = ["#ff5f57", "#febc2e", "#28c840"].enumerated().map { index, color in
      "<circle cx=\"\(20 + 18 * index)\" cy=\"18\" r=\"6\" fill=\"\(color)\"/>"
    }
    let title =
      "<text x=\"\(width / 2)\" y=\"23\" text-anchor=\"middle\" font-size=\"13\" "
      + "fill=\"\(theme.style(of: .dimmed).foreground.hex)\">\(Self.escaped(frame.title))</text>"
    return dots + [title]
  }

  // MARK: Rows

  /// Adjacent cells of one style.
  private struct Run {
    var column: Int
    var columns: Int
    var text: String
    /// The first cell of the run.
    var cell: Frame.Cell
    /// A wide character is drawn alone, since fonts disagree on its width.
    var isWide: Bool
  }

  private func row(_ row: Int) -> [String] {
    let runs = runs(row)
    return runs.compactMap { background($0, row) } + runs.compactMap { text($0, row) }
  }

  private func runs(_ row: Int) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in frame.line(row).enumerated() {
      if cell.isContinuation, let last = runs.indices.last {
        runs[last].columns += 1
        runs[last].isWide = true
      } else if let last = runs.indices.last, runs[last].cell.hasStyle(of: cell),
        !runs[last].isWide, !startsWide(row, column),
        cell.text.unicodeScalars.count == 1, !Self.isLine(cell.text),
        !Self.isLine(runs[last].text)
      {
        runs[last].columns += 1
        runs[last].text += cell.text
      } else {
        runs.append(
          Run(column: column, columns: 1, text: cell.text, cell: cell, isWide: false))
      }
    }
    return runs
  }

  private func startsWide(_ row: Int, _ column: Int) -> Bool {
    column + 1 < frame.size.columns && frame[row, column + 1].isContinuation
  }

  /// Lines and blocks have to meet their neighbours exactly, so each is drawn alone.
  private static func isLine(_ text: String) -> Bool {
    guard let scalar = text.unicodeScalars.first else { return false }
    return (0x2500...0x259F).contains(scalar.value)
  }

  private func look(
    of cell: Frame.Cell
  ) -> (foreground: Color, background: Color, attributes: Theme.Attributes) {
    var look = (cell.isBehind ? receding : theme).colors(cell.face, on: cell.ground)
    if let own = cell.colors {
      let colors = cell.isBehind ? theme.receding(own) : own
      (look.foreground, look.attributes) = (colors.foreground, colors.attributes)
      if let background = colors.background { look.background = background }
    }
    return look
  }

  private func background(_ run: Run, _ row: Int) -> String? {
    let background = look(of: run.cell).background
    guard background != theme.style(of: .base).background else { return nil }
    // Slightly wider, so that no gap shows between two runs of the same colour.
    return "<rect x=\"\(x(run.column))\" y=\"\(y(row))\" "
      + "width=\"\(run.columns * Self.cell.width).3\" height=\"\(Self.cell.height).3\" "
      + "fill=\"\(background.hex)\"/>"
  }

  private func text(_ run: Run, _ row: Int) -> String? {
    guard !run.text.allSatisfy({ $0 == " " }) else { return nil }
    let look = look(of: run.cell)
    if let shape = BlockShape(run.text) {
      return shape.rects(
        x: x(run.column), y: y(row), width: Self.cell.width, height: Self.cell.height,
        fill: look.foreground.hex)
    }
    if let corner = corner(run, row) {
      return "<path d=\"\(corner)\" fill=\"none\" stroke=\"\(look.foreground.hex)\" "
        + "stroke-width=\"1.24\"/>"
    }
    var style = ""
    if look.attributes.contains(.bold) { style += " font-weight=\"bold\"" }
    if look.attributes.contains(.italic) { style += " font-style=\"italic\"" }
    if look.attributes.contains(.underline) { style += " text-decoration=\"underline\"" }
    if look.attributes.contains(.dim) { style += " opacity=\"0.7\"" }
    // An explicit length keeps every font on the grid.
    let length = run.columns * Self.cell.width
    return "<text x=\"\(x(run.column))\" y=\"\(y(row) + 14)\" xml:space=\"preserve\" "
      + "textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\" "
      + "fill=\"\(look.foreground.hex)\"\(style)>\(Self.escaped(run.text))</text>"
  }

  /// A round corner as a path between the middles of two sides.
  private func corner(_ run: Run, _ row: Int) -> String? {
    let (left, right) = (x(run.column), x(run.column) + Self.cell.width)
    let (top, bottom) = (y(row), y(row) + Self.cell.height)
    let (middle, center) = (Double(left) + 4.5, Double(top) + 9.5)
    let (side, end): (Int, Int)
    switch run.text {
    case "╭": (side, end) = (right, bottom)
    case "╮": (side, end) = (left, bottom)
    case "╯": (side, end) = (left, top)
    case "╰": (side, end) = (right, top)
    default: return nil
    }
    let before = end > top ? center + 4 : center - 4
    return "M\(side) \(center)Q\(middle) \(center) \(middle) \(before)L\(middle) \(end)"
  }

  private func cursor(_ cursor: Position) -> String {
    "<rect x=\"\(x(cursor.column))\" y=\"\(y(cursor.row))\" width=\"2\" "
      + "height=\"\(Self.cell.height)\" fill=\"\(theme.style(of: .accent).foreground.hex)\"/>"
  }

  private func x(_ column: Int) -> Int { column * Self.cell.width + margin }
  private func y(_ row: Int) -> Int { row * Self.cell.height + top }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for piece in TextWidth.pieces(of: text) {
      switch piece.cluster.text {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result += piece.cluster.text
      }
    }
    return result
  }
}
