package import Screen

/// The rectangles of the screen's parts, for drawing, the mouse and paging.
package struct Layout: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// Library, playlist, queue and the current track side by side.
    case wide
    /// All panes at once, in boxes, and the seek line over the full width below them.
    case full
    /// The focused pane alone, with the mix slots and the seek line below it.
    case column
    /// The current track in a few lines, with a short list below.
    case strip
    /// The focused pane or window in words, a line for each row, for a screen reader.
    case reader
    case tooSmall
  }

  package static let minimumSize = Size(rows: 6, columns: 30)

  package let form: Form
  package let size: Size
  let shape: Shape
  /// The lines around the panes; a pane that shows alone has a box or none.
  let frame: Shape.Framing
  /// A line above the content, and the content of each visible pane.
  package private(set) var panes = PaneRects()
  /// The panes with their frames and titles; those of a grid share their lines.
  package private(set) var boxes = PaneRects()
  /// The box of the queue, or of the playlists while the pane is the queue's: side by side they are
  /// two halves of one pane.
  package private(set) var otherList: Rect?
  /// The line of tabs, where only one pane shows.
  package private(set) var tabs: Rect?
  /// The strip of the current track, where the panes leave its cover no room.
  package private(set) var strip: Rect?
  /// The small cover at the left of the strip; nil while a pane shows a larger one.
  package private(set) var cover: Rect?
  /// The mix slots, in one line or a row each, where they have no pane.
  package private(set) var slots: Rect?
  /// The join below the large mix.
  package private(set) var join: Rect?
  /// Whether the mix pane has the whole upper part.
  let isMixLarge: Bool
  /// Whether the library's albums have the whole upper part, as a grid.
  let isGrid: Bool
  /// The album at the cursor of the grid, beside it.
  package private(set) var inspector: Rect?
  /// Whether the library shows a list whose tracks others comment on.
  let hasComments: Bool
  /// Whether the current track has the whole screen above the seek line.
  let isFullScreen: Bool
  /// Whether the pane with the focus shows the cover.
  let hasCover: Bool
  /// The layout that the user set, which is clamped here.
  let choice: LayoutChoice
  /// The row of cue names above the seek line.
  package private(set) var cues: Rect?
  /// The seek line over the full width.
  package private(set) var wave: Rect?
  package private(set) var bar: Rect?
  package private(set) var message: Rect

  package init(
    size: Size, focus: Pane, growsPlaylists: Bool, isMixLarge: Bool = false, isGrid: Bool = false,
    hasComments: Bool = false, isFullScreen: Bool = false, showsQueue: Bool = false,
    hasCover: Bool = false,
    shape: Shape = Shape(),
    choice: LayoutChoice = LayoutChoice(), hasScreenReader: Bool = false
  ) {
    self.size = size
    self.isFullScreen = isFullScreen
    self.isMixLarge = isMixLarge
    self.isGrid = isGrid
    self.hasComments = hasComments
    self.hasCover = hasCover
    self.shape = shape
    self.choice = choice
    message = Rect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns)
    let fitting = Layout.form(choice.form, in: size)
    form = hasScreenReader && fitting != .tooSmall ? .reader : fitting
    frame = Layout.frame(shape, in: form)
    if isFullScreen, form != .tooSmall {
      layOutFullScreen()
      return
    }
    switch form {
    case .wide, .full: layOutFull(growsPlaylists, showsQueue)
    case .column: layOutColumn(focus)
    case .strip: layOutStrip(focus)
    case .reader:
      panes[focus] = Rect(row: 0, column: 0, rows: size.rows - 1, columns: size.columns)
    case .tooSmall: break
    }
  }

  /// The least size of a form.
  static func minimumSize(of form: Form) -> Size {
    switch form {
    case .wide: Size(rows: 40, columns: 180)
    case .full: Size(rows: 24, columns: 100)
    case .column: Size(rows: 14, columns: 46)
    case .strip, .reader: minimumSize
    case .tooSmall: Size(rows: 0, columns: 0)
    }
  }

  /// The chosen form where it fits, or else the largest one that does.
  static func form(_ choice: LayoutChoice.Form, in size: Size) -> Form {
    func fits(_ form: Form) -> Bool {
      let least = minimumSize(of: form)
      return size.rows >= least.rows && size.columns >= least.columns
    }
    if let form = choice.form, fits(form) { return form }
    return [.wide, .full, .column, .strip].first(where: fits) ?? .tooSmall
  }

  private static func frame(_ shape: Shape, in form: Form) -> Shape.Framing {
    switch form {
    case .wide, .full: shape.frame
    case .column: [.box, .grid].contains(shape.frame) ? .box : .none
    case .strip, .reader, .tooSmall: .none
    }
  }

  /// From the bottom up: hints, bar, seek line, cue names, mix slots; the rest is for finding.
  private mutating func layOutFull(_ growsPlaylists: Bool, _ showsQueue: Bool) {
    let (rows, columns) = (size.rows, size.columns)
    var foot = rows - 2
    func reserve(_ count: Int) -> Rect {
      foot -= count
      return Rect(row: foot, column: 0, rows: count, columns: columns)
    }
    bar = Rect(row: foot, column: 0, rows: 1, columns: columns)
    wave = reserve(
      shape.wave == .thin ? 1 : rows >= 56 ? 8 : rows >= 46 ? 5 : rows >= 36 ? 3 : 2)
    if rows >= 30, !isGrid { cues = reserve(1) }
    if isMixLarge {
      boxes[.mix] = Rect(row: 0, column: 0, rows: foot, columns: columns)
      reserveJoin(foot >= 29 ? 13 : 9)
      panes = boxes.mapValues { $0.inset(left: 1, bottom: 1, right: 1) }
      return
    }
    if isGrid {
      let inspected = 40
      boxes[.library] = Rect(row: 0, column: 0, rows: foot, columns: columns - inspected)
      for (pane, box) in boxes { panes[pane] = inside(box, of: pane) }
      inspector = Rect(row: 0, column: columns - inspected, rows: foot, columns: inspected)
      return
    }
    // A grid has a line above the row of titles.
    let shared = frame == .grid ? 1 : 0
    // A slot has one, two or three rows.
    let heights = [11, 8, 5].filter { foot - $0 >= 15 }
    let wanted = choice.mix ?? (form == .wide ? 11 : rows >= 30 ? 8 : 5)
    boxes[.mix] = reserve((heights.first { $0 <= max(5, wanted) } ?? 5) + shared)
    if form == .wide { return layOutSideBySide(foot, shared, showsQueue) }
    let share = growsPlaylists ? 54 : 38
    let right =
      choice.right.map { min(columns - 46, max(38, $0)) }
      ?? max(38, min(growsPlaylists ? columns / 2 + 4 : 72, columns * share / 100))
    let left = columns - right
    let nowPlaying =
      choice.nowPlaying.map { min(foot - 5, max(9, $0)) }
      ?? Layout.nowPlayingRows(height: growsPlaylists ? foot - 9 : foot, columns: right)
    boxes[.library] = Rect(row: 0, column: 0, rows: foot + shared, columns: left)
    boxes[.nowPlaying] = Rect(
      row: 0, column: left - shared, rows: nowPlaying + shared, columns: right + shared)
    boxes[.playlists] = Rect(
      row: nowPlaying, column: left - shared, rows: foot - nowPlaying + shared,
      columns: right + shared)
    for (pane, box) in boxes { panes[pane] = inside(box, of: pane) }
  }

  /// Four columns above the mix slots.
  private mutating func layOutSideBySide(_ foot: Int, _ shared: Int, _ showsQueue: Bool) {
    let list = size.columns >= 220 ? 48 : 40
    let right = choice.right.map { max(38, min(size.columns - 2 * list - 46, $0)) } ?? list
    var end = size.columns
    func reserve(_ columns: Int) -> Rect {
      end -= columns
      return Rect(row: 0, column: end - shared, rows: foot + shared, columns: columns + shared)
    }
    boxes[.nowPlaying] = reserve(right)
    let (queue, playlists) = (reserve(list), reserve(list))
    boxes[.playlists] = showsQueue ? queue : playlists
    otherList = showsQueue ? playlists : queue
    boxes[.library] = Rect(row: 0, column: 0, rows: foot + shared, columns: end)
    for (pane, box) in boxes { panes[pane] = inside(box, of: pane) }
  }

  /// The current track, with seek line and bar below it.
  private mutating func layOutFullScreen() {
    let (rows, columns) = (size.rows, size.columns)
    var foot = rows - 1
    func reserve(_ count: Int) -> Rect {
      foot -= count
      return Rect(row: foot, column: 0, rows: count, columns: columns)
    }
    bar = reserve(1)
    wave = reserve(shape.wave == .thin ? 1 : rows >= 36 ? 4 : rows >= 9 ? 2 : 1)
    if [.wide, .full].contains(form), rows >= 30 { cues = reserve(1) }
    panes[.nowPlaying] = Rect(row: 0, column: 0, rows: foot, columns: columns)
  }

  /// A pane's rectangle within its box: of every frame, content takes the same rows.
  private func inside(_ box: Rect, of pane: Pane) -> Rect {
    let inside =
      switch frame {
      case .box: box.inset(left: 1, bottom: 1, right: 1)
      case .grid: box.inset(top: 1, left: 1, bottom: 1, right: 1)
      case .rule where pane == .mix: box.inset(left: 1, bottom: 1, right: 1)
      case .rule: box.inset(top: 1, left: 1, right: 1)
      case .split, .none:
        box.inset(
          top: 1, left: box.column > 0 ? 1 : 0, right: pane == .mix ? 0 : 1)
      }
    return inside.inset(left: shape.padding - 1, right: shape.padding - 1)
  }

  /// Rows of Now Playing's box above another one, by the cover that fits.
  private static func nowPlayingRows(height: Int, columns: Int) -> Int {
    guard height >= 24 else { return 9 }
    return max(8, min(height >= 34 ? 12 : 8, (columns - 28) / 2)) + 7
  }

  private mutating func layOutColumn(_ focus: Pane) {
    // The join below a large mix takes the rows that a high strip would.
    let isHigh = size.rows >= 20 && !isMixLarge
    var foot = size.rows - 1
    func reserve(_ count: Int) -> Rect {
      foot -= count
      return Rect(row: foot, column: 0, rows: count, columns: size.columns)
    }
    let strip = reserve(isHigh ? 4 : 3)
    placeStrip(strip)
    if let beside = besideCover {
      wave = beside.inset(top: 1, bottom: shape.wave == .thin ? beside.rows - 2 : 1)
      bar = beside.line(beside.rows - 1)
    }
    // A blank line sets the strip apart.
    if size.rows >= 24, !isMixLarge { foot -= 1 }
    if focus != .mix { slots = reserve(isHigh ? 3 : 1) }
    let whole = Rect(row: 0, column: 0, rows: foot, columns: size.columns)
    if frame == .box, !isMixLarge {
      tabs = whole.line(0).inset(left: 2, right: 1)
      boxes[focus] = whole
      panes[focus] = inside(whole, of: focus)
    } else {
      tabs = whole.line(0)
      panes[focus] = whole.inset(top: 1)
    }
    if isMixLarge { reserveJoin(9) }
  }

  /// Takes the join's rows from the bottom of the large mix, where that keeps some for its list.
  private mutating func reserveJoin(_ rows: Int) {
    guard let whole = boxes[.mix] ?? panes[.mix], whole.rows >= rows + 10 else { return }
    join = Rect(
      row: whole.bottom - rows, column: whole.column, rows: rows, columns: whole.columns)
    if boxes[.mix] != nil { boxes[.mix] = whole.inset(bottom: rows) }
    if panes[.mix] != nil { panes[.mix] = whole.inset(bottom: rows) }
  }

  private mutating func layOutStrip(_ focus: Pane) {
    if isMixLarge {
      panes[focus] = Rect(row: 0, column: 0, rows: size.rows - 1, columns: size.columns)
      return
    }
    let height = size.rows >= 9 ? 4 : 3
    placeStrip(Rect(row: 0, column: 0, rows: height, columns: size.columns))
    panes[focus] = Rect(
      row: height, column: 0, rows: size.rows - height - 1, columns: size.columns)
  }

  private mutating func placeStrip(_ rect: Rect) {
    strip = rect
    if !hasCover || form == .strip {
      cover = Rect(row: rect.row, column: 1, rows: rect.rows, columns: 2 * rect.rows)
    }
  }

  /// The part of the strip for names, position and states.
  var besideCover: Rect? {
    let gap = form == .strip ? 1 : 2
    return strip?.inset(left: cover.map { $0.right + gap } ?? 1, right: 1)
  }

  /// The border between boxes at a position that nothing else has.
  func border(at position: Position) -> PaneBorder? {
    guard let library = boxes[.library], let playlists = boxes[.playlists], let mix = boxes[.mix],
      position.row < mix.row
    else { return nil }
    if position.row == mix.row - 1 { return .mix }
    if form == .wide {
      let edge = boxes[.nowPlaying]?.column ?? 0
      return edge - 1...edge ~= position.column ? .right : nil
    }
    if position.column == playlists.column || position.column == library.right - 1 {
      return .right
    }
    let isBetween = playlists.row - 1...playlists.row ~= position.row
    return isBetween && position.column > playlists.column ? .nowPlaying : nil
  }

  /// The row of a pane's tabs and totals. On a box it leaves a part of the edge at both ends.
  func title(of pane: Pane) -> Rect? {
    guard let box = boxes[pane] else { return panes[pane]?.line(0) }
    switch frame {
    case .box:
      return box.line(hasTabsBelow ? box.rows - 1 : 0).inset(left: 2, right: 1)
    case .grid: return box.line(1).inset(left: 1, right: 1)
    case .rule: return box.line(pane == .mix ? 0 : 1).inset(left: 1, right: 1)
    case .split, .none: return box.line(0).inset(left: box.column > 0 ? 1 : 0, right: 1)
    }
  }

  /// Whether a pane's tabs are in the lower edge of its box: the upper one may have those of panes.
  var hasTabsBelow: Bool { frame == .box && (shape.tabs == .buttons || tabs != nil) }

  /// The column of a list's scroll thumb.
  func thumb(of pane: Pane) -> Rect? {
    guard let list = list(of: pane) else { return nil }
    let column = boxes[pane].map { $0.right - 1 } ?? list.right - 1
    return Rect(row: list.row, column: column, rows: list.rows, columns: 1)
  }

  /// The lines of a pane above its list: title and headings.
  package var headerRows: Int { [.strip, .reader].contains(form) || isGrid ? 1 : 2 }

  /// The rectangle of a pane's rows.
  package func list(of pane: Pane) -> Rect? {
    panes[pane].map { rect in
      let isLarge = isMixLarge && pane == .mix && form != .reader
      return rect.inset(
        top: isLarge ? LargeMix.Lines(rows: rect.rows).count : headerRows,
        bottom: pane == .library ? comments?.rows ?? 0 : 0)
    }
  }

  /// The comments on the track at the cursor, below the library's list where that keeps enough rows.
  var comments: Rect? {
    guard hasComments, form != .reader, let rect = panes[.library], rect.rows >= 16 else {
      return nil
    }
    return rect.inset(top: rect.rows - max(6, rect.rows * 2 / 5))
  }

  package func listHeight(of pane: Pane) -> Int { list(of: pane)?.rows ?? 0 }
}

extension LayoutChoice.Form {
  /// Nil for the one that goes with the size.
  var form: Layout.Form? {
    switch self {
    case .auto: nil
    case .wide: .wide
    case .full: .full
    case .column: .column
    case .strip: .strip
    }
  }
}
