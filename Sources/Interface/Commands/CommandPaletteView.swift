import Music
import Screen

/// The command line as a window: its field, what matches it, and what the chosen row does.
struct CommandPaletteView {
  let prompt: Prompt
  let app: App

  private enum Line {
    case heading(String)
    case row(CommandPalette.Row, index: Int)
    case blank
  }

  private var box: WindowBox {
    let size = app.size
    return WindowBox(
      size: size, rows: min(25, size.rows - 4), columns: size.columns < 92 ? size.columns : 80,
      title: "Commands")
  }

  /// Rows below the list: a line, the usage, what it does, a blank row, the keys.
  private var footRows: Int { box.inside.rows >= 14 ? 5 : 0 }

  private var listRect: Rect { box.inside.inset(top: 2, bottom: footRows) }

  private func lines(_ palette: CommandPalette) -> [Line] {
    var lines: [Line] = []
    if !palette.recent.isEmpty {
      lines.append(.heading("Recent"))
      lines += palette.recent.enumerated().map { .row($1, index: $0) }
    }
    if !palette.commands.isEmpty {
      if !lines.isEmpty { lines.append(.blank) }
      lines.append(.heading(palette.isOfArguments ? "Arguments" : "Commands"))
      lines += palette.commands.enumerated().map {
        .row($1, index: palette.recent.count + $0)
      }
    }
    return lines
  }

  /// The lines that show, so that the chosen row is among them.
  private func shown(_ palette: CommandPalette) -> ArraySlice<Line> {
    let lines = lines(palette)
    let height = listRect.rows
    let choice = palette.choice(for: prompt)
    let chosen = lines.firstIndex {
      if case .row(_, let index) = $0 { index == choice } else { false }
    }
    let top = max(0, min((chosen ?? 0) - height + 2, lines.count - height))
    return lines.dropFirst(top).prefix(height)
  }

  var list: WindowList {
    let palette = app.palette(for: prompt)
    return WindowList(
      rect: listRect, count: lines(palette).count, top: shown(palette).startIndex)
  }

  /// The row to choose so that a line is the first one that shows.
  func choice(toShowFirst top: Int) -> Int? {
    let lines = lines(app.palette(for: prompt))
    return lines.dropFirst(top + listRect.rows - 2).lazy.compactMap { line in
      if case .row(_, let index) = line { index } else { nil }
    }.first
  }

  /// The row at a position on the screen.
  func row(at position: Position) -> Int? {
    guard listRect.contains(position) else { return nil }
    let lines = shown(app.palette(for: prompt))
    let index = lines.startIndex + position.row - listRect.row
    guard lines.indices.contains(index), case .row(_, let row) = lines[index] else { return nil }
    return row
  }

  func contains(_ position: Position) -> Bool { box.rect.contains(position) }

  func draw(into frame: inout Frame) {
    let palette = app.palette(for: prompt)
    let choice = palette.choice(for: prompt)
    box.draw(into: &frame) { inside in
      let field = inside.line(0).filled(.field)
      field.put(":", .accent, at: 1)
      FieldView(field: prompt.field).draw(on: field.inset(left: 3, right: 1))
      let list = inside.part(listRect)
      for (row, line) in shown(palette).enumerated() {
        switch line {
        case .blank: break
        case .heading(let text): list.line(row).put(text, .header)
        case .row(let item, let index): draw(item, on: list.line(row, isSelected: index == choice))
        }
      }
      if palette.rows.isEmpty { list.put("Nothing matches", .dimmed) }
      if footRows > 0 {
        drawFoot(
          choice.map { palette.rows[$0] }, on: inside.inset(top: inside.rows - footRows))
      }
    }
    let count = palette.commands.count.grouped
    frame.draw(in: box.rect.line(0), ground: .overlay) {
      $0.inset(right: 2).put(" \(count) ", .dimmed, align: .right)
    }
  }

  /// Columns for a command with its argument.
  private static let names = 28

  private func draw(_ row: CommandPalette.Row, on line: Canvas) {
    var line = line
    line.writeRight(row.keys, .key, upTo: line.columns / 4, gap: 2)
    guard !row.summary.isEmpty, line.columns > CommandPaletteView.names + 12 else {
      line.put(row.line + row.argument, .text)
      return
    }
    let whole = line.columns(from: 0, count: CommandPaletteView.names - 2)
    var name = whole
    for (text, isMatch) in parts(of: row.line) { name.write(text, isMatch ? .match : .text) }
    name.put(row.argument, .dimmed)
    whole.join()
    line.put(row.summary, .dimmed, at: CommandPaletteView.names)
  }

  /// A line with the typed part of it marked.
  private func parts(of line: String) -> [(String, isMatch: Bool)] {
    let typed = prompt.field.text.trimmingSpaces().lowercased()
    guard !typed.isEmpty, let range = line.firstRange(of: typed) else { return [(line, false)] }
    return [
      (String(line[..<range.lowerBound]), false), (String(line[range]), true),
      (String(line[range.upperBound...]), false),
    ]
  }

  private func drawFoot(_ row: CommandPalette.Row?, on foot: Canvas) {
    foot.line(0).fill("─", .border)
    let line = row.map { $0.line + $0.argument } ?? prompt.field.text
    let usage = CommandLineReader.usages.first { $0.name == CommandLineReader.name(in: line) }
    let isPlain = row?.isComplete ?? !line.contains(" ")
    foot.line(1).put(line.isEmpty ? "" : ":" + (isPlain ? line : usage?.form ?? line), .text)
    let summary = CommandLineReader.summary(of: isPlain ? line : line + " ") ?? ""
    foot.line(2).put(
      line.isEmpty ? "Type a name, a key or what you want to do" : summary, .dimmed)
    let hints = [
      Hint(.accept, does: "run"), Hint(.line(.complete), does: "complete"),
      Hint(.move(.down), does: "choose"), Hint(.line(.earlier), does: "earlier"),
      Hint(.close, does: "close"),
    ]
    foot.lastLine.put(hints.shown(app.keymap, in: .line))
  }
}
