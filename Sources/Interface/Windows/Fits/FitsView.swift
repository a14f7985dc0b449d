import Music
import Screen

/// The window of what fits now: a row for each track with its reasons, and below them the keys.
struct FitsView {
  let panel: FitsPanel
  let size: Size
  let keymap: Keymap

  private static func box(of panel: FitsPanel, in size: Size) -> WindowBox {
    let isPlaying = panel.playing == panel.list.from.id
    let title = "What fits after \(panel.list.from.title)\(isPlaying ? ", which plays" : "")"
    return WindowBox(
      size: size, rows: min(size.rows - 1, max(8, min(panel.list.fits.count + 6, size.rows - 4))),
      columns: size.columns >= 60 ? min(size.columns - 4, 120) : size.columns, title: title)
  }

  private static func rows(of panel: FitsPanel, in size: Size) -> Rect {
    let inside = box(of: panel, in: size).inside
    return inside.inset(top: min(1, inside.rows), bottom: hintRows(inside))
  }

  private static func hintRows(_ inside: Rect) -> Int { inside.rows >= 9 ? 2 : 1 }

  /// Tracks that show at once.
  static func height(of panel: FitsPanel, in size: Size) -> Int {
    max(1, rows(of: panel, in: size).rows)
  }

  /// The track at a place of the screen.
  static func row(at position: Position, of panel: FitsPanel, in size: Size) -> Int? {
    let rows = rows(of: panel, in: size)
    guard rows.contains(position) else { return nil }
    let index = panel.cursor.top + position.row - rows.row
    return panel.list.fits.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    let box = FitsView.box(of: panel, in: size)
    box.draw(into: &frame)
    put(about, .dimmed, box.inside.line(0), ground: .overlay, &frame)
    let rows = FitsView.rows(of: panel, in: size)
    if panel.list.fits.isEmpty { drawNothing(in: rows, &frame) }
    for offset in 0..<rows.rows where panel.cursor.top + offset < panel.list.fits.count {
      draw(panel.cursor.top + offset, in: rows.line(offset), &frame)
    }
    drawHints(in: box.inside, &frame)
  }

  /// "126.0 BPM  8A  energy 6 · 214 fit within ±8 %, key locked".
  private var about: String {
    let point = panel.list.from.mixPoint
    let own = [
      point.bpm.map { "\(Int($0.rounded())) BPM" }, point.key?.camelot,
      point.energy.map { "energy \($0)" },
    ].compactMap { $0 }.joined(separator: "  ")
    let (rules, count) = (panel.list.rules, panel.list.count)
    let range = Int((rules.pitchRange * 100).rounded())
    let lock = rules.isKeyLocked ? "keys stay when the pitch moves" : "keys move with the pitch"
    return "\(own) · \(count.grouped) \(count == 1 ? "fits" : "fit") within ±\(range) %, \(lock)"
  }

  private func drawNothing(in rect: Rect, _ frame: inout Frame) {
    let lines = [
      "Nothing fits that is not in a slot already",
      "Tracks without tempo and key count once the analysis has found them",
    ]
    for (offset, line) in lines.prefix(rect.rows).enumerated() {
      put(line, offset == 0 ? .text : .dimmed, rect.line(offset), ground: .overlay, &frame)
    }
  }

  private func draw(_ index: Int, in line: Rect, _ frame: inout Frame) {
    let item = panel.list.fits[index]
    let ground: Ground = index == panel.cursor.selected ? .overlaySelected : .overlay
    if ground == .overlaySelected {
      frame.fill(
        Rect(row: line.row, column: line.column - 1, rows: 1, columns: line.columns + 2),
        ground: ground)
    }
    let score = RowView.padded("\(item.fit.score)", 3)
    frame.put(score, row: line.row, column: line.column, face: .accent, ground: ground)
    var column = line.column + 4
    if line.columns >= 50 {
      column += frame.put(
        mark(of: item.track), row: line.row, column: column, face: .reaction, ground: ground)
      column = line.column + 6
    }
    let reasons = TextWidth.truncated(
      item.fit.reasons().joined(separator: ", "), to: max(12, (line.right - column) * 11 / 20),
      keep: .start)
    let width = TextWidth.columns(of: reasons)
    let room = line.right - column - width - 2
    let artist = item.track.tags.artist.map { $0 + " — " } ?? ""
    frame.put(
      TextWidth.truncated(
        (line.columns >= 60 ? artist : "") + item.track.title, to: max(1, room), keep: .start),
      row: line.row, column: column, face: .text, ground: ground)
    frame.put(
      reasons, row: line.row, column: line.right - width, face: .dimmed, ground: ground)
  }

  private func mark(of track: Track) -> String {
    switch track.reaction {
    case .loved: "♥"
    case .liked: "♡"
    case .listened: "✓"
    case .none: ""
    }
  }

  private static let hints: [[Hint]] = [
    [
      Hint(.addToSlot(.one), .addToSlot(.two), .addToSlot(.three), does: "add to mix"),
      Hint(.accept, does: "play"), Hint(.queueLast, does: "queue"),
      Hint(.follow, does: "what fits then"), Hint(.close, does: "close"),
    ],
    [
      Hint(.addToPlaylist, does: "playlist"), Hint(.queueNext, does: "queue next"),
      Hint(.back, does: "back"), Hint(.command(.playing(.playPause)), does: "pause"),
    ],
  ]

  private func drawHints(in inside: Rect, _ frame: inout Frame) {
    let count = FitsView.hintRows(inside)
    let line = HintLine(keymap: keymap, kind: .fits)
    for (offset, hints) in FitsView.hints.prefix(count).enumerated() {
      line.draw(hints, in: inside.line(inside.rows - count + offset), &frame)
    }
  }

  private func put(
    _ text: String, _ face: Face, _ line: Rect, ground: Ground, _ frame: inout Frame
  ) {
    frame.put(
      TextWidth.truncated(text, to: line.columns, keep: .start), row: line.row,
      column: line.column, face: face, ground: ground)
  }
}
