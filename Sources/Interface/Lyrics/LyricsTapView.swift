import Music
import Screen

/// The window for tapping times: the lines with their times around the next one.
struct LyricsTapView {
  let panel: LyricsTapPanel
  let app: App

  private var box: WindowBox {
    let size = app.size
    return WindowBox(
      size: size, rows: min(panel.lyrics.lines.count + 7, size.rows - (size.rows < 16 ? 1 : 4)),
      columns: max(30, min(80, size.columns - 4)), title: "Times of \(panel.title)")
  }

  /// Blank rows around the list, where there is room.
  private var air: Int { box.rect.rows < 16 ? 0 : 1 }

  private var list: Rect { box.inside.inset(top: 1 + air, bottom: 1 + air) }

  /// The first visible line.
  private var top: Int {
    max(0, min(panel.next - list.rows / 2, panel.lyrics.lines.count + 1 - list.rows))
  }

  /// The line at a position; the end is behind the last one.
  func line(at position: Position) -> Int? {
    guard list.contains(position) else { return nil }
    let line = top + position.row - list.row
    return line <= panel.lyrics.lines.count ? line : nil
  }

  private static let timeColumns = 9

  func draw(into frame: inout Frame) {
    box.draw(into: &frame) { inside in
      drawHead(on: inside.line(0))
      let list = inside.part(list)
      for row in 0..<list.rows where top + row <= panel.lyrics.lines.count {
        draw(top + row, on: list.line(row, isSelected: top + row == panel.next))
      }
      let hints = [
        Hint(.lyricsTap(.line), does: "time"), Hint(.lyricsTap(.back), does: "back"),
        Hint(.accept, does: "write"), Hint(.move(.up), .move(.down), does: "move"),
        Hint(.command(.playing(.playPause)), does: "pause"), Hint(.close, does: "leave"),
      ]
      inside.lastLine.put(hints.shown(app.keymap, in: .lyricsTap), gap: 2)
    }
  }

  private func drawHead(on line: Canvas) {
    var line = line
    let (timed, all) = panel.counts
    line.writeRight("\(timed.grouped) of \(all.counted("line")) timed", .dimmed, gap: 2)
    line.put(
      app.player.item?.track == panel.track
        ? (app.showsPlaying ? "▶ " : "‖ ") + app.positionInFile.clockText : "Another track plays",
      .text)
  }

  private func draw(_ index: Int, on line: Canvas) {
    guard panel.lyrics.lines.indices.contains(index) else {
      line.put("End: \(app.key(.accept, in: .lyricsTap)) writes the times", .dimmed)
      return
    }
    let content = panel.lyrics.lines[index]
    let time = line.columns(from: 0, count: LyricsTapView.timeColumns)
    let isTapped = panel.tapped.contains(index)
    if let start = content.start {
      time.put(Lyrics.timestamp(start), isTapped ? .accent : .dimmed, align: .right)
    } else if !content.text.isEmpty {
      time.put("—", .dimmed, align: .right)
    }
    line.put(content.text, index == panel.next ? .title : .text, at: LyricsTapView.timeColumns + 2)
  }
}
