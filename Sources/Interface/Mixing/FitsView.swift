import Music
import Screen

/// The window of fits: a row for each track with its reasons, and hints of keys below.
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

  /// Rows of tracks that fit.
  static func height(of panel: FitsPanel, in size: Size) -> Int {
    max(1, rows(of: panel, in: size).rows)
  }

  /// The row at a position on the screen.
  static func row(at position: Position, of panel: FitsPanel, in size: Size) -> Int? {
    let rows = rows(of: panel, in: size)
    guard rows.contains(position) else { return nil }
    let index = panel.cursor.top + position.row - rows.row
    return panel.list.fits.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    FitsView.box(of: panel, in: size).draw(into: &frame) { inside in
      inside.put(about, .dimmed)
      let rows = inside.part(FitsView.rows(of: panel, in: size))
      if panel.list.fits.isEmpty { rows.put(lines: FitsView.nothing, .text, then: .dimmed) }
      let top = panel.cursor.top
      for (row, item) in panel.list.fits.dropFirst(top).prefix(rows.rows).enumerated() {
        draw(item, on: rows.line(row, isSelected: top + row == panel.cursor.selected))
      }
      let keys = inside.inset(top: inside.rows - FitsView.hintRows(inside.rect))
      for (row, hints) in FitsView.hints.enumerated() {
        keys.line(row).put(hints.shown(keymap, in: .fits))
      }
    }
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

  private static let nothing = [
    "Nothing fits that is not in a slot already",
    "Tracks without tempo and key count once the analysis has found them",
  ]

  private func draw(_ item: FitList.Fit, on line: Canvas) {
    let isWide = line.columns >= 60
    var line = line
    line.write("\(item.fit.score)".padded(to: 3), .accent, columns: 4)
    if line.columns >= 46 { line.write(item.track.reaction.sign, .reaction, columns: 2) }
    line.writeRight(
      item.fit.reasons().joined(separator: ", "), .dimmed, upTo: max(12, line.columns * 11 / 20),
      gap: 2)
    let artist = isWide ? item.track.tags.artist.map { $0 + " — " } ?? "" : ""
    line.put(artist + item.track.title, .text)
  }

  private static let hints: [[Hint]] = [
    [
      Hint(
        .fits(.addToSlot(.one)), .fits(.addToSlot(.two)), .fits(.addToSlot(.three)),
        does: "add to mix"),
      Hint(.accept, does: "play"), Hint(.fits(.queueLast), does: "queue"),
      Hint(.fits(.follow), does: "what fits then"), Hint(.close, does: "close"),
    ],
    [
      Hint(.fits(.addToPlaylist), does: "playlist"), Hint(.fits(.queueNext), does: "queue next"),
      Hint(.fits(.back), does: "back"), Hint(.command(.playing(.playPause)), does: "pause"),
    ],
  ]
}
