import Screen

/// The keys that complete a sequence, in a box above the last line.
struct WhichKeyView {
  let app: App

  func draw(into frame: inout Frame) {
    let pending = app.terminal.pendingKeys
    let size = frame.size
    // Looked up with a sequence only: all keys are the completions of none.
    guard app.overlays.isEmpty, !pending.isEmpty, size.rows >= 10 else { return }
    let hints = app.keymap.completions(of: pending, in: app.focus)
    guard !hints.isEmpty else { return }
    let names = hints.map { TextWidth.columns(of: $0.keys) }.max() ?? 0
    let texts = hints.map { TextWidth.columns(of: $0.text) }.max() ?? 0
    let width = min(size.columns - 4, names + 3 + texts)
    let across = max(1, min(3, (size.columns - 2) / (width + 2)))
    let down = min(size.rows - 3, (hints.count + across - 1) / across)
    let columns = min(size.columns, across * (width + 2) + 2)
    let rect = Rect(row: size.rows - 1 - down - 2, column: 0, rows: down + 2, columns: columns)
    WindowBox(rect: rect, title: KeySequence(pending).text + " …").draw(into: &frame) { inside in
      for (index, hint) in hints.prefix(down * across).enumerated() {
        let cell = inside.line(index % down).columns(
          from: index / down * (width + 2), count: width)
        cell.addButton(hint, columns: width)
        cell.columns(from: 0, count: names).put(hint.keys, .key)
        cell.put(hint.text, .hint, at: names + 2)
      }
    }
  }
}
