import Music
import Screen

/// The rectangles of the full screen's parts, for drawing and the mouse.
///
/// Absent parts are empty. Lyrics are beside the cover; below 90 columns they are below it. Without
/// lyrics the cover is in the middle, over the slots with their strips.
struct FullScreenAreas {
  enum Form: Equatable { case columns, stacked, poster }

  let form: Form
  private(set) var head: Rect
  private(set) var cover = FullScreenAreas.none
  /// The rows below the cover, beside one in the middle, or in its place, that a visual may take.
  private(set) var visual = FullScreenAreas.none
  /// Title, artist and album.
  private(set) var names = FullScreenAreas.none
  /// The title in large letters; nil where it does not fit.
  private(set) var letters: LargeLetters?
  private(set) var chips = FullScreenAreas.none
  private(set) var signs = FullScreenAreas.none
  /// With two columns for the edge in front of the heard line.
  private(set) var lyrics = FullScreenAreas.none
  /// The heading over the slots.
  private(set) var caption = FullScreenAreas.none
  /// The button of each slot; in front of its strip, where there is one.
  private(set) var slots: [MixSlot: Rect] = [:]
  /// The row below the buttons for what they have no room for.
  private(set) var places = FullScreenAreas.none
  private(set) var strips = FullScreenAreas.none
  private(set) var next = FullScreenAreas.none
  private(set) var then = FullScreenAreas.none

  private static let none = Rect(row: 0, column: 0, rows: 0, columns: 0)
  /// Columns of lyrics in front of their text, with the edge of the heard line.
  static let edge = 2
  /// Columns beside a cover, and rows of the smallest cover.
  private static let (minimumText, minimumCover) = (21, 4)
  private static let visualRows = 6

  /// The values that the rectangles depend on.
  private struct Facts {
    let pane: Rect
    let screenRows: Int
    let title: String
    let hasLargeLetters: Bool
    /// Whether a cover, or a visual in its place, may show.
    let hasCover: Bool
    let hasLyrics: Bool
    let chips: Int
    /// The columns of the rating and the reaction with its word, and without.
    let signs: Int
    let shortSigns: Int
    let hasStrips: Bool
  }

  init(_ app: App, in pane: Rect) {
    let view = NowPlayingBox(app: app)
    let track = app.player.item == nil ? nil : app.playing.track
    let facts = Facts(
      pane: pane, screenRows: app.size.rows,
      title: track.map { app.playing.title(of: $0) } ?? "",
      hasLargeLetters: app.skins.choice != .ascii,
      hasCover: NowPlayingBox.hasCover(app) || app.hasVisual,
      hasLyrics: app.playingLyrics?.lines.isEmpty == false,
      chips: track.map { view.columns(ofChips: view.chips(of: $0, isLong: true)) } ?? 0,
      signs: track.map(NowPlayingBox.columns(ofSigns:)) ?? 0,
      shortSigns: track.map(NowPlayingBox.columns(ofShortSigns:)) ?? 0,
      hasStrips: !app.mix.playlists.isEmpty)
    let isLow = pane.rows < 16
    form =
      isLow || (facts.hasLyrics && pane.columns < 90)
      ? .stacked
      : facts.hasLyrics ? .columns : .poster
    head = pane.rows < 10 ? FullScreenAreas.none : pane.line(0)
    switch form {
    case .columns: layOutColumns(facts)
    case .stacked: layOutStacked(facts)
    case .poster: layOutPoster(facts)
    }
    // Without a place of its own, a visual has that of the cover.
    if app.hasVisual, visual.isEmpty || !NowPlayingBox.hasCover(app) {
      (visual, cover) = (cover, FullScreenAreas.none)
    }
  }

  // MARK: Cover and lyrics side by side

  private mutating func layOutColumns(_ facts: Facts) {
    let pane = facts.pane
    let (rows, columns) = (pane.rows, pane.columns)
    let isHigh = facts.screenRows >= 30
    var left = pane.column + 4
    if facts.hasCover {
      let side = min(columns * 37 / 100, 2 * (isHigh ? facts.screenRows - 18 : rows - 3)) / 2
      cover = Rect(row: pane.row + 2, column: pane.column + 2, rows: side, columns: 2 * side)
      if isHigh {
        visual = Rect(
          row: pane.bottom - 1 - Self.visualRows, column: cover.column,
          rows: Self.visualRows, columns: cover.columns)
      }
      left = cover.right + 4
    }
    let area = Rect(
      row: pane.row + 2, column: left, rows: rows - 2, columns: pane.right - left - 2)

    // From the bottom up: the tracks that follow, the slots, the lyrics.
    var foot = rows >= 28 ? area.rows - 1 : area.rows
    func take(_ count: Int) -> Rect {
      foot -= count
      return Rect(
        row: area.row + foot, column: area.column, rows: count, columns: area.columns)
    }
    if rows >= 22 { then = take(1) }
    next = take(1)
    places = take(1)
    slots = Self.buttons(in: take(1))
    if rows >= 28 { caption = take(1) }

    letters = rows < 20 ? nil : Self.letters(facts, area.columns)
    let titleRows =
      letters == nil
      ? NowPlayingBox.lines(facts.title, columns: area.columns).count : LargeLetters.rows + 1
    names = Rect(
      row: area.row, column: area.column, rows: titleRows + 1, columns: area.columns)
    let gap = rows < 22 ? 1 : 2
    placeChips(in: area.line(names.rows + gap - 1), facts)
    let top = names.rows + 2 * gap
    lyrics = Rect(
      row: area.row + top, column: area.column - Self.edge, rows: foot - 1 - top,
      columns: area.columns + Self.edge)
  }

  // MARK: Cover on top

  private mutating func layOutStacked(_ facts: Facts) {
    let pane = facts.pane
    let margin = pane.columns < 60 ? 1 : 2
    let whole = pane.inset(left: margin, right: margin)
    var top = head.rows + (pane.rows >= 18 ? 1 : 0)
    var foot = pane.rows
    if pane.rows >= 12 {
      foot -= 1
      next = whole.line(foot)
    }
    foot -= 1
    slots = Self.buttons(in: whole.line(foot))
    if pane.rows >= 14 { foot -= 1 }
    let rows = foot - top
    let hasLyrics = facts.hasLyrics && rows >= 9
    let upper = hasLyrics ? min(max(8, rows * 45 / 100), max(5, rows - 7), rows - 4) : rows

    let side = min(upper, (whole.columns - Self.minimumText - 2) / 2)
    let isShown = facts.hasCover && side >= Self.minimumCover
    if isShown {
      cover = Rect(
        row: pane.row + top, column: whole.column, rows: side, columns: 2 * side)
    }
    let text = Rect(
      row: pane.row + top, column: whole.column, rows: upper, columns: whole.columns
    ).inset(left: isShown ? cover.columns + 2 : 0)
    letters = upper < 8 ? nil : Self.letters(facts, text.columns)
    let hasChips = upper >= 4
    names = text.inset(bottom: hasChips ? 1 : 0)
    if hasChips { placeChips(in: text.line(upper - 1), facts) }
    guard hasLyrics else { return }
    top += upper + 1
    lyrics = Rect(
      row: pane.row + top, column: whole.column, rows: foot - top, columns: whole.columns)
  }

  // MARK: Cover in the middle

  private mutating func layOutPoster(_ facts: Facts) {
    let pane = facts.pane
    let (rows, columns) = (pane.rows, pane.columns)
    let whole = pane.inset(left: 2, right: 2)
    let gap = rows >= 24 ? 1 : 0
    letters = rows < 28 ? nil : Self.letters(facts, whole.columns)
    let titleRows = letters == nil ? 1 : LargeLetters.rows

    var foot = rows - (rows >= 30 ? 1 : 0) - 1
    next = whole.line(foot)
    if columns >= 110 {
      let half = (whole.columns - 4) / 2
      then = next.inset(left: half + 4)
      next = next.inset(right: whole.columns - half)
    }
    foot -= gap
    if facts.hasStrips {
      let height = rows >= 40 ? 6 : 3
      foot -= height
      strips = pane.inset(left: 1, right: 1)
      strips = Rect(
        row: pane.row + foot, column: strips.column, rows: height, columns: strips.columns)
      for slot in MixSlot.allCases {
        let row = strips.line((slot.rawValue - 1) * height / 3)
        slots[slot] = Rect(row: row.row, column: row.column, rows: 1, columns: 20)
      }
    } else {
      foot -= 1
      slots = Self.buttons(in: whole.line(foot))
    }
    foot -= 1

    // The cover takes the rest.
    let top = head.rows + gap
    let text = titleRows + 2
    let limit = min(columns * (columns < 90 ? 60 : 37) / 200, max(10, facts.screenRows - 18))
    let side = min(foot - top - text - 1, limit)
    let hasCover = facts.hasCover && side >= Self.minimumCover
    let used = text + (hasCover ? side + 1 : 0)
    var row = pane.row + top + max(0, foot - top - used) / 2
    if hasCover {
      cover = Rect(
        row: row, column: pane.column + columns / 2 - side, rows: side, columns: 2 * side)
      row += side + 1
      let beside = cover.column - 3 - whole.column
      if side > Self.visualRows, beside >= 20 {
        visual = Rect(
          row: cover.bottom - Self.visualRows, column: whole.column, rows: Self.visualRows,
          columns: beside)
      }
    }
    names = Rect(row: row, column: whole.column, rows: titleRows + 1, columns: whole.columns)
    let line = Rect(row: names.bottom, column: whole.column, rows: 1, columns: whole.columns)
    let width = min(whole.columns, facts.chips + 3 + facts.signs)
    placeChips(in: line.inset(left: (line.columns - width) / 2), facts, columns: width)
  }

  // MARK: Parts

  private static func letters(_ facts: Facts, _ columns: Int) -> LargeLetters? {
    facts.hasLargeLetters ? LargeLetters(facts.title, limit: columns) : nil
  }

  /// The chips at the left of a row, rating and reaction at its right end.
  private mutating func placeChips(in line: Rect, _ facts: Facts, columns: Int? = nil) {
    let line = Rect(
      row: line.row, column: line.column, rows: line.rows, columns: columns ?? line.columns)
    let hasWord = line.columns >= facts.chips + 2 + facts.signs
    let width = min(line.columns, hasWord ? facts.signs : facts.shortSigns)
    signs = line.inset(left: line.columns - width)
    chips = line.inset(right: width == 0 ? 0 : width + 1)
  }

  private static func buttons(in row: Rect) -> [MixSlot: Rect] {
    var slots: [MixSlot: Rect] = [:]
    for slot in MixSlot.allCases {
      let index = slot.rawValue - 1
      let (left, right) = ((row.columns + 1) * index / 3, (row.columns + 1) * (index + 1) / 3)
      slots[slot] = Rect(
        row: row.row, column: row.column + left, rows: row.rows, columns: right - left - 1)
    }
    return slots
  }

  // MARK: Mouse

  /// The command of a click.
  func command(at position: Position, of app: App) -> Command? {
    if let slot = slots.first(where: { $0.value.contains(position) })?.key {
      return .slot(.add(slot))
    }
    if cover.contains(position) { return .pane(.fullScreen) }
    guard signs.contains(position) else { return nil }
    return NowPlayingBox.command(ofSignAt: position.column - signs.column, in: app)
  }
}
