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
    let keys = area.rows >= 12 ? ReaderView.lines(keysOfWindow, columns: area.columns) : []
    frame.draw(in: area) { canvas in
      canvas.put(ReaderText.words(text.title), .heading)
      draw(text, on: canvas.inset(top: layout.headerRows, bottom: keys.count))
      canvas.inset(top: canvas.rows - keys.count).put(lines: keys, .text)
    }
    // A long answer has more rows as long as it is new.
    let answer = ReaderView.lines(message, columns: area.columns)
    let rows = isMessageNew ? max(1, min(answer.count, area.rows / 2)) : 1
    frame.draw(in: layout.message.inset(top: 1 - rows)) { lines in
      lines.fill()
      if rows > 1 {
        lines.put(lines: answer, .title, then: .title)
      } else {
        lines.put(message, .title)
      }
      if isMessageNew { lines.showCursor(at: 0) }
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
    }.map(\.cluster.text).joined()
    place.put(shown, .text)
    let gone = TextWidth.columns(of: line) - TextWidth.columns(of: shown)
    place.showCursor(at: max(0, cursor - gone))
  }

  /// The keys of the window on top, as its table has them.
  private var keysOfWindow: String {
    guard let window = app.overlays.last?.window, window.kind != .line else { return "" }
    func key(_ key: WindowKey) -> String { app.keymap.key(for: key, in: window.kind) }
    let own = WindowTable.entries.filter { $0.scope == window.kind }.compactMap { entry in
      app.keymap.keys(of: entry).first.map { "\($0) \(entry.summary)" }
    }
    return ReaderText.words(
      ReaderText.joined(["Keys: \(key(.accept)) accepts", "\(key(.close)) closes"] + own))
  }

  /// A text in lines that break at blanks, at most four.
  private static func lines(_ text: String, columns: Int) -> [String] {
    var (lines, rest) = ([String](), text)
    while !rest.isEmpty, lines.count < 4 {
      let parts = NowPlayingBox.lines(rest, columns: columns)
      lines.append(parts[0])
      rest = parts.dropFirst().joined(separator: " ")
    }
    return lines
  }

  // MARK: Messages

  /// Whether the last key was answered here: some readers read nothing but the line of the cursor.
  private var isMessageNew: Bool {
    if !app.terminal.pendingKeys.isEmpty || app.terminal.count != nil { return true }
    // An announcement leaves the cursor on the line that is being read.
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
