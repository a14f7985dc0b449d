import Music
import Screen

/// The mix slots: a pane of three rows, or one line where there is no room for a pane.
struct MixView {
  let app: App
  let layout: Layout

  /// The row of slot 1.
  static func firstRow(in rect: Rect) -> Int { rect.row + 1 }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect) { canvas in
      for slot in MixSlot.allCases {
        let isSelected = app.focus == .mix && slot == app.selectedSlot
        draw(
          slot,
          on: canvas.line(slot.rawValue).filled(
            isSelected ? .selected : isFlashing(slot) ? .marked : .base))
      }
    }
  }

  private func draw(_ slot: MixSlot, on line: Canvas) {
    var line = line.inset(left: 1, right: 1)
    line.write(" \(slot.rawValue) ", slot.badge)
    line.skip(1)
    guard let playlist = app.mix[slot] else {
      line.put("empty — \(app.key(.slot(.assign(slot)))) gives it a playlist", .dimmed)
      return
    }
    let detail =
      playlist.trackCount.counted("track") + playlist.duration.clockText.padded(to: 10)
    if line.columns > TextWidth.columns(of: detail) + 9 {
      line.writeRight(detail, .dimmed, gap: 2)
    }
    line.put(playlist.name, slot.face)
  }

  private func isFlashing(_ slot: MixSlot) -> Bool { app.mixSlots.isFlashing(slot, at: app.now) }

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
    line.write("\(slot.rawValue)", slot.badge)
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
