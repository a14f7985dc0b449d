import Music
import Screen

/// The form of a server: its fields, and the meaning or mistake of the one at the cursor.
struct ServerFormView {
  let panel: ServerFormPanel
  let app: App

  /// Columns for labels, and for a gap behind them.
  private static let labels = 14

  private static func box(in size: Size, title: String = "") -> WindowBox {
    let rows = ServerFormField.allCases.count + below(in: size) + 3
    return WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 1, rows),
      columns: min(92, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  /// Lines below the fields: the meaning, and the keys; with a blank one where there is room.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 2 : 3 }

  static func list(in size: Size) -> Rect { box(in: size).inside.inset(bottom: below(in: size)) }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  static func title(of panel: ServerFormPanel) -> String {
    switch panel.form.purpose {
    case .new: "Add a server"
    case .options(let server): "Options of " + TextWidth.truncated(server.name, to: 40)
    case .signIn(let server): "Sign in at " + TextWidth.truncated(server.name, to: 40)
    }
  }

  var windowList: WindowList {
    WindowList(
      rect: ServerFormView.list(in: app.size), count: panel.form.fields.count,
      scrolledTo: panel.cursor)
  }

  func draw(into frame: inout Frame) {
    let title = ServerFormView.title(of: panel)
    ServerFormView.box(in: app.size, title: title).draw(into: &frame) { inside in
      let area = inside.part(ServerFormView.list(in: app.size))
      let fields = panel.form.fields
      for (line, index) in zip(0..<area.rows, fields.indices.dropFirst(windowList.top)) {
        draw(fields[index], isFocused: fields[index] == panel.focused, on: area.line(line))
      }
      let below = inside.inset(top: area.rows)
      let (text, isMistake) = ServerFormView.explanation(panel)
      below.line(below.rows - 2).put(text, isMistake ? .warning : .dimmed)
      let hints = hints.shown(app.keymap, in: .serverForm)
      below.lastLine.put(hints.dropLast(), gap: below.columns >= 60 ? 3 : 1, last: hints.last)
    }
  }

  private var hints: [Hint] {
    let verb =
      switch panel.form.purpose {
      case .new: "add"
      case .options: "keep"
      case .signIn: "sign in"
      }
    return [
      Hint(.accept, does: verb), Hint(.serverForm(.next), does: "next"),
      panel.choices == nil
        ? nil : Hint(.serverForm(.left), .serverForm(.right), does: "choose"),
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  private func draw(_ field: ServerFormField, isFocused: Bool, on line: Canvas) {
    let mistake = ServerFormView.mistake(in: field, of: panel)
    let face: Face = mistake != nil ? .warning : isFocused ? .accent : .dimmed
    line.inset(left: 1).put(field.label(at: panel.form.kind), face, keep: nil)
    var line = line.inset(left: ServerFormView.labels + 1)
    guard line.columns > 4 else { return }
    if isFocused { line = line.filled(.field) }
    line = line.inset(left: 1, right: 1)
    let text = panel.form[field]
    if let choices = field.choices(with: text) {
      if isFocused { line.markSelection() }
      let title = choices.first { $0.word == text }?.title ?? ""
      line.put(isFocused ? "‹ \(title) ›" : title, .text)
    } else if isFocused, let typed = panel.shownField {
      FieldView(field: typed).draw(on: line)
    } else {
      line.put(panel.shownText(of: field), mistake == nil ? .text : .warning)
    }
  }

  /// The refusal, the mistake or the meaning of the field at the cursor.
  static func explanation(_ panel: ServerFormPanel) -> (text: String, isMistake: Bool) {
    if let note = panel.note { return (note, panel.isRefused) }
    if let mistake = mistake(in: panel.focused, of: panel) { return (mistake, true) }
    return (panel.focused.hint(at: panel.form.kind), false)
  }

  /// The mistake in a field; an empty one is none before Enter.
  static func mistake(in field: ServerFormField, of panel: ServerFormPanel) -> String? {
    panel.form[field].isEmpty ? nil : panel.form.mistake(in: field)
  }
}
