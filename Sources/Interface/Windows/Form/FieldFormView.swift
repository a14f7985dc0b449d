import Screen

/// A `FieldForm` on the screen: a row a field, and the meaning or mistake of the one at the cursor
/// below.
protocol FieldFormView {
  associatedtype Panel: FieldFormPanel
  typealias Field = Panel.Content.Field

  var panel: Panel { get }
  var app: App { get }

  /// Columns for labels, and for a gap behind them.
  static var labels: Int { get }
  static func title(of panel: Panel) -> String
  /// The mistake in a field; an empty one may be none before Enter.
  static func mistake(in field: Field, of panel: Panel) -> String?

  var explanation: (text: String, isMistake: Bool) { get }
  var hints: [Hint] { get }
  func label(of field: Field) -> String
  /// Draws a field without choices.
  func drawText(of field: Field, isFocused: Bool, _ face: Face, on line: Canvas)
}

extension FieldFormView {
  private static func box(in size: Size, title: String = "") -> WindowBox {
    let rows = Field.allCases.count + below(in: size) + 3
    return WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 1, rows),
      columns: min(92, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  /// Lines below the fields: the meaning, and the keys; with a blank one where there is room.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 2 : 3 }

  private static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(bottom: below(in: size))
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  var windowList: WindowList {
    WindowList(
      rect: Self.list(in: app.size), count: panel.form.fields.count, scrolledTo: panel.cursor)
  }

  func draw(into frame: inout Frame) {
    Self.box(in: app.size, title: Self.title(of: panel)).draw(into: &frame) { inside in
      let area = inside.part(Self.list(in: app.size))
      let fields = panel.form.fields
      for (line, index) in zip(0..<area.rows, fields.indices.dropFirst(windowList.top)) {
        draw(fields[index], isFocused: fields[index] == panel.focused, on: area.line(line))
      }
      let below = inside.inset(top: area.rows)
      let (text, isMistake) = explanation
      below.line(below.rows - 2).put(text, isMistake ? .warning : .dimmed)
      below.putKeys(hints.shown(app.keymap, in: panel.kind))
    }
  }

  private func draw(_ field: Field, isFocused: Bool, on line: Canvas) {
    let isMistaken = Self.mistake(in: field, of: panel) != nil
    line.inset(left: 1).put(
      label(of: field), isMistaken ? .warning : isFocused ? .accent : .dimmed, keep: nil)
    var line = line.inset(left: Self.labels + 1)
    guard line.columns > 4 else { return }
    if isFocused { line = line.filled(.field) }
    line = line.inset(left: 1, right: 1)
    let text = panel.form[field]
    if let choices = field.choices(with: text) {
      if isFocused { line.markSelection() }
      let title = choices.first { $0.word == text }?.title ?? ""
      line.put(isFocused ? "‹ \(title) ›" : title, .text)
    } else {
      drawText(of: field, isFocused: isFocused, isMistaken ? .warning : .text, on: line)
    }
  }
}
