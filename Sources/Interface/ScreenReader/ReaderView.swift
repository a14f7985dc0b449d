import Screen

/// The screen for a screen reader: one pane or window in words, and the last message.
///
/// Screen readers read the line that the cursor comes to, and text that changes. So a move changes
/// nothing but the cursor: no sign moves along, no row has a number of its own, no clock runs.
struct ReaderView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame) {
    let text =
      app.overlays.last?.window.readerText(in: app) ?? app.focus.content.readerText(in: app)
    let area = layout.panes[app.focus] ?? frame.bounds
    frame.draw(in: area) { canvas in
      canvas.put(ReaderText.words(text.title), .heading)
      draw(text, on: canvas.inset(top: layout.headerRows))
    }
    frame.draw(in: layout.message) { line in
      line.put(message, .title)
      if isMessageNew { line.showCursor(at: 0) }
    }
  }

  /// Lines by whole pages, so that they stay where they are while the cursor moves.
  private func draw(_ text: ReaderText, on area: Canvas) {
    let height = max(1, area.rows)
    let top = (text.selected ?? 0) / height * height
    // Where no row is selected, reading begins with the first one.
    area.showCursor(at: 0)
    for (row, line) in text.lines.dropFirst(top).prefix(height).enumerated() {
      let place = area.line(row)
      guard top + row == text.selected else {
        place.put(line, .text)
        continue
      }
      let selected = place.filled(.selected)
      if let column = text.column {
        draw(line, cursor: column, on: selected)
      } else {
        selected.put(line, .text)
        selected.showCursor(at: 0)
      }
    }
  }

  /// A text field, whose beginning gives way to the cursor.
  private func draw(_ line: String, cursor: Int, on place: Canvas) {
    var hidden = max(0, cursor + 1 - place.columns)
    let shown = TextWidth.pieces(of: line).drop { piece in
      defer { hidden -= piece.columns }
      return hidden > 0
    }.map(\.text).joined()
    place.put(shown, .text)
    let gone = TextWidth.columns(of: line) - TextWidth.columns(of: shown)
    place.showCursor(at: max(0, cursor - gone))
  }

  // MARK: Messages

  /// Whether the last key was answered here: some readers read nothing but the line of the cursor.
  private var isMessageNew: Bool {
    if !app.terminal.pendingKeys.isEmpty || app.terminal.count != nil { return true }
    // What plays is said without taking the cursor away from what is being read.
    guard app.overlays.isEmpty, let message = app.message else { return false }
    return message.inputs == app.inputs && message.topic != .playing
  }

  private var message: String {
    let keys = app.terminal.pendingKeys
    if !keys.isEmpty {
      let next = app.keymap.continuations(of: keys, in: app.focus).joined(separator: " ")
      return KeySequence(keys).text + ", then \(next)"
    }
    if let count = app.terminal.count { return "Count \(count)" }
    return app.message?.text ?? ""
  }
}
