import Music
import Screen

/// The mix slots: one to three rows each, or one line for all of them.
///
/// A slot has three rows where there are nine, two where there are six, and one where there are
/// three. The strips share their columns and their scale.
struct MixView {
  let app: App

  /// The rows of each slot; 0 where all are in one line.
  private static func height(in rect: Rect) -> Int {
    switch rect.rows {
    case 9...: 3
    case 6...: 2
    case 3...: 1
    default: 0
    }
  }

  /// The slot at a position of the rectangle that the slots are drawn in.
  static func slot(at position: Position, in rect: Rect) -> MixSlot? {
    guard rect.contains(position) else { return nil }
    let height = height(in: rect)
    let index =
      height == 0
      ? (position.column - rect.column) * 3 / max(1, rect.columns)
      : (position.row - rect.row) / height
    return MixSlot(rawValue: index + 1)
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    let height = MixView.height(in: rect)
    guard height > 0 else { return drawLine(into: &frame, in: rect.line(0)) }
    frame.draw(in: rect) { canvas in
      let columns = MixColumns(app.mix, width: canvas.columns - 2, isHigh: height > 1)
      for (index, slot) in MixSlot.allCases.enumerated() {
        let rows = canvas.part(
          Rect(
            row: rect.row + index * height, column: rect.column, rows: height,
            columns: rect.columns))
        let isSelected = app.focus == .mix && slot == app.selectedSlot
        if isSelected { rows.inset(left: 1).markSelection() }
        draw(
          slot, columns,
          on: rows.filled(isSelected ? .selected : isFlashing(slot) ? .marked : .base)
            .inset(left: 1, right: 1))
      }
    }
  }

  /// The ruler of minutes above the strips.
  ///
  /// - Parameters:
  ///   - line: The row for it, as wide as `rect`.
  ///   - rect: The rectangle that the slots are drawn in.
  ///   - heading: Columns without labels.
  func drawRuler(on line: Canvas, above rect: Rect, besides heading: Range<Int>?) {
    guard let labels = ruler(above: rect) else { return }
    for label in labels {
      let columns = label.column - 1..<label.column + label.text.count + 1
      guard heading?.overlaps(columns) != true else { continue }
      line.put(label.text, .dimmed, at: label.column, keep: nil)
    }
  }

  /// The labels of the ruler, by columns of `rect`; nil where there is no strip.
  func ruler(above rect: Rect) -> [MixScale.Label]? {
    let height = MixView.height(in: rect)
    let columns = MixColumns(app.mix, width: rect.columns - 2, isHigh: height > 1)
    guard height > 0, let scale = columns.scale else { return nil }
    return scale.ruler.map { label in
      MixScale.Label(column: label.column + columns.strip.lowerBound + 1, text: label.text)
    }
  }

  private func draw(_ slot: MixSlot, _ columns: MixColumns, on rows: Canvas) {
    var line = rows.line(0)
    writeBadge(" \(slot.rawValue) ", of: slot, on: &line)
    line.skip(1)
    guard let playlist = app.mix[slot] else {
      line.write(app.key(.slot(.add(slot))), .key)
      line.put("puts the selected track here", .dimmed, at: 1)
      return
    }
    let timeline = app.mix.timelines[slot].flatMap { $0.count > 0 ? $0 : nil }
    // Without a strip the name has its room, too.
    let name = timeline == nil ? columns.strip.upperBound - 4 : columns.name
    line.columns(from: 0, count: name).put(playlist.name, slot.face)
    let details = MixDetails(playlist, timeline)
    if rows.rows > 1 {
      draw(details, on: rows.columns(from: 4, count: columns.strip.lowerBound - 5))
    } else {
      columns.put(details, on: rows)
    }
    guard let timeline, let scale = columns.scale else { return }
    let strip = MixStripView(slot, timeline, scale: scale.readable(timeline), app: app)
    let area = rows.columns(from: columns.strip.lowerBound, count: columns.strip.count)
    if rows.rows > 1 { strip.drawEnergy(on: area.inset(bottom: 1)) }
    strip.draw(on: area.lastLine)
  }

  /// Below the name: count and times, then the energy.
  private func draw(_ details: MixDetails, on label: Canvas) {
    var line = label.line(1)
    for (index, text) in details.fitting(in: line.columns).enumerated() {
      line.write(text, index < 2 ? .text : .dimmed)
    }
    if label.rows > 2, let energy = details.energy { label.line(2).put(energy, .dimmed) }
  }

  private func isFlashing(_ slot: MixSlot) -> Bool { app.mixSlots.isFlashing(slot, at: app.now) }

  private func writeBadge(_ text: String, of slot: MixSlot, on line: inout Canvas) {
    line.skip(line.put(text, slot.badge, colors: isFlashing(slot) ? app.flashColors : nil))
  }

  // MARK: One line

  /// The columns of a short strip, below which a name says more.
  private static let shortStrip = 8

  /// All three slots in one line, a third each.
  func drawLine(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect) { line in
      for slot in MixSlot.allCases {
        let left = line.columns * (slot.rawValue - 1) / 3
        drawShort(
          slot,
          on: line.columns(from: left, count: line.columns * slot.rawValue / 3 - 1 - left)
            .filled(isFlashing(slot) ? .marked : .base))
      }
    }
  }

  private func drawShort(_ slot: MixSlot, on line: Canvas) {
    var line = line.inset(left: 1)
    guard let playlist = app.mix[slot], let timeline = app.mix.timelines[slot],
      timeline.count > 0, line.columns >= MixView.shortStrip + 4
    else { return drawName(of: slot, on: line) }
    writeBadge(" \(slot.rawValue) ", of: slot, on: &line)
    line.skip(1)
    // Beside a strip a short name needs room for some letters.
    if line.columns >= MixView.shortStrip + 12 {
      line.write(playlist.name, slot.face, columns: line.columns - MixView.shortStrip - 4)
      line.skip(1)
    }
    let scale = MixScale(longest: timeline.duration, columns: line.columns)
    MixStripView(slot, timeline, scale: scale, app: app).draw(on: line, hasLabels: false)
  }

  private func drawName(of slot: MixSlot, on line: Canvas) {
    var line = line
    writeBadge("\(slot.rawValue)", of: slot, on: &line)
    line.skip(1)
    guard let playlist = app.mix[slot] else {
      line.put("–", .dimmed)
      return
    }
    let count = playlist.trackCount.grouped
    let room = max(3, line.columns - count.count - 1)
    line.write(TextWidth.truncated(playlist.name, to: room), slot.face)
    line.put(count, .dimmed, at: 1, keep: nil)
  }
}
