import Music
import Screen

/// Changes that wait or were refused, with the words and the reason of the one at the cursor below.
struct SharedChangesView {
  let panel: SharedChangesPanel
  let app: App

  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 2, 26),
      columns: min(100, size.columns < 60 ? size.columns : size.columns - 4),
      title: "What waits or was refused")
  }

  /// Lines below the rows: words and reason, and the keys.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 3 : 9 }

  static func list(in size: Size) -> Rect { box(in: size).inside.inset(bottom: below(in: size)) }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  private var changes: [SharedChange] { app.shared.changes ?? [] }

  var windowList: WindowList {
    WindowList(
      rect: SharedChangesView.list(in: app.size), count: changes.count, scrolledTo: panel.cursor)
  }

  static func emptyText(_ app: App) -> String {
    app.shared.changes == nil
      ? "Looking for what waits…" : "Nothing waits to be sent, and nothing was refused"
  }

  func draw(into frame: inout Frame) {
    SharedChangesView.box(in: app.size).draw(into: &frame) { inside in
      let area = inside.part(SharedChangesView.list(in: app.size))
      if changes.isEmpty {
        area.markSelection()
        let text = SharedChangesView.emptyText(app)
        let lines = LyricsView.wrapped(text, columns: max(1, area.columns))
        area.put(lines: lines.map { String($0) }, .text)
      }
      for (line, index) in zip(0..<area.rows, changes.indices.dropFirst(windowList.top)) {
        draw(changes[index], on: area.line(line, isSelected: index == panel.cursor.selected))
      }
      let below = inside.inset(top: area.rows)
      drawFacts(on: below.inset(top: below.rows > 4 ? 1 : 0, bottom: below.rows > 4 ? 2 : 1))
      below.putKeys(hints.shown(app.keymap, in: .sharedChanges))
    }
  }

  private var hints: [Hint] {
    guard let change = panel.change(in: app) else { return [Hint(.close, does: "close")] }
    let hasWords = change.words != nil
    return [
      change.isStopped && hasWords ? Hint(.accept, does: "edit and send") : nil,
      change.isStopped ? Hint(.sharedChanges(.retry), does: "send again") : nil,
      hasWords ? Hint(.sharedChanges(.copy), does: "copy") : nil,
      change.isStopped ? Hint(.sharedChanges(.discard), does: "discard") : nil,
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  static func state(of change: SharedChange, in app: App) -> String {
    let time = SharedTime.text(of: change.made, at: app.servers.unixTime(at: app.now))
    return ReaderText.joined([change.refusal == nil ? "waits" : "refused", time])
  }

  private func draw(_ change: SharedChange, on line: Canvas) {
    var line = line
    let isRefused = change.refusal != nil
    line.write(isRefused ? "!" : "↑", isRefused ? .warning : .dimmed, columns: 2)
    line.writeRight(
      SharedChangesView.state(of: change, in: app), isRefused ? .warning : .dimmed,
      upTo: line.columns / 2, gap: 2)
    line.put(change.subject, .text)
  }

  private func drawFacts(on area: Canvas) {
    guard let change = panel.change(in: app) else { return }
    var area = area
    if let reason = change.refusal ?? change.hold {
      area.line(0).put(reason, change.refusal == nil ? .dimmed : .warning)
      area = area.inset(top: 1)
    }
    let words = (change.words ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let lines = words.flatMap { LyricsView.wrapped(String($0), columns: max(1, area.columns)) }
    area.put(lines: lines.map { String($0) }, .text)
  }
}
