package import Screen

/// The rectangles of the screen's parts, for drawing, the mouse and paging.
package struct Layout: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// All panes at once.
    case full
    /// The focused pane alone, with the mix slots in one line below it.
    case column
    /// The current track in a few lines, with a short list below.
    case strip
    case tooSmall
  }

  package static let minimumSize = Size(rows: 6, columns: 30)

  package let form: Form
  package let size: Size
  package private(set) var panes: [Pane: Rect] = [:]
  /// The line of tabs, where only one pane shows.
  package private(set) var tabs: Rect?
  /// The strip's own view of the current track.
  package private(set) var strip: Rect?
  /// The mix slots in one line.
  package private(set) var slots: Rect?
  package private(set) var bar: Rect?
  package private(set) var message: Rect

  package init(size: Size, focus: Pane) {
    self.size = size
    let (rows, columns) = (size.rows, size.columns)
    message = Rect(row: rows - 1, column: 0, rows: 1, columns: columns)
    switch (rows, columns) {
    case (24..., 100...): form = .full
    case (14..., 46...): form = .column
    case (Layout.minimumSize.rows..., Layout.minimumSize.columns...): form = .strip
    default: form = .tooSmall
    }
    switch form {
    case .full: layOutFull()
    case .column: layOutColumn(focus)
    case .strip: layOutStrip(focus)
    case .tooSmall: break
    }
  }

  private mutating func layOutFull() {
    let right = max(38, min(72, size.columns * 36 / 100))
    let left = size.columns - right - 1
    let height = size.rows - 2
    let mix = 5
    // Now Playing needs room for its details and bar; more rows would be empty.
    let nowPlaying = max(11, min(15, height * 34 / 100))
    panes[.library] = Rect(row: 0, column: 0, rows: height - mix - 1, columns: left)
    panes[.mix] = Rect(row: height - mix, column: 0, rows: mix, columns: left)
    panes[.nowPlaying] = Rect(row: 0, column: left + 1, rows: nowPlaying, columns: right)
    panes[.playlists] = Rect(
      row: nowPlaying + 1, column: left + 1, rows: height - nowPlaying - 1, columns: right)
    bar = Rect(row: size.rows - 2, column: 0, rows: 1, columns: size.columns)
  }

  private mutating func layOutColumn(_ focus: Pane) {
    tabs = Rect(row: 0, column: 0, rows: 1, columns: size.columns)
    panes[focus] = Rect(row: 1, column: 0, rows: size.rows - 5, columns: size.columns)
    slots = Rect(row: size.rows - 3, column: 0, rows: 1, columns: size.columns)
    bar = Rect(row: size.rows - 2, column: 0, rows: 1, columns: size.columns)
  }

  private mutating func layOutStrip(_ focus: Pane) {
    let height = size.rows >= 9 ? 4 : 3
    strip = Rect(row: 0, column: 0, rows: height, columns: size.columns)
    panes[focus] = Rect(
      row: height, column: 0, rows: size.rows - height - 1, columns: size.columns)
  }

  /// The cells of the visible panes and of the lines between them.
  var paneArea: Rect {
    let rects = panes.values
    let (top, left) = (rects.map(\.row).min() ?? 0, rects.map(\.column).min() ?? 0)
    return Rect(
      row: top, column: left, rows: (rects.map(\.bottom).max() ?? 0) - top,
      columns: (rects.map(\.right).max() ?? 0) - left)
  }

  /// The lines of a pane above its list: title and headings.
  package var headerRows: Int { form == .strip ? 1 : 2 }

  /// The rectangle of a pane's rows.
  package func list(of pane: Pane) -> Rect? {
    panes[pane].map { $0.inset(top: headerRows) }
  }

  package func listHeight(of pane: Pane) -> Int { list(of: pane)?.rows ?? 0 }
}
