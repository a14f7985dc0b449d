import Music
import Screen

/// The form of a device: its fields, and the meaning or mistake of the one at the cursor.
struct DeviceFormView {
  let panel: DeviceFormPanel
  let app: App

  /// Columns for labels, and for a gap behind them.
  private static let labels = 19

  private static func box(in size: Size, title: String = "") -> WindowBox {
    let rows = DeviceFormField.allCases.count + below(in: size) + 3
    return WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 1, rows),
      columns: min(92, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  /// Lines below the fields: the meaning, and the keys; with a blank one where there is room.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 2 : 3 }

  static func list(in size: Size) -> Rect { box(in: size).inside.inset(bottom: below(in: size)) }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  static func title(of panel: DeviceFormPanel) -> String {
    panel.form.id == nil ? "Add a device" : "Edit a device"
  }

  var windowList: WindowList {
    WindowList(
      rect: DeviceFormView.list(in: app.size), count: panel.form.fields.count,
      scrolledTo: panel.cursor)
  }

  private var top: Int { windowList.top }

  func draw(into frame: inout Frame) {
    let title = DeviceFormView.title(of: panel)
    DeviceFormView.box(in: app.size, title: title).draw(into: &frame) { inside in
      let area = inside.part(DeviceFormView.list(in: app.size))
      let fields = panel.form.fields
      for (line, index) in zip(0..<area.rows, fields.indices.dropFirst(top)) {
        draw(fields[index], isFocused: fields[index] == panel.focused, on: area.line(line))
      }
      let below = inside.inset(top: area.rows)
      let (text, isMistake) = DeviceFormView.explanation(panel, app)
      below.line(below.rows - 2).put(text, isMistake ? .warning : .dimmed)
      let hints = hints.shown(app.keymap, in: .deviceForm)
      below.lastLine.put(hints.dropLast(), gap: below.columns >= 60 ? 3 : 1, last: hints.last)
    }
  }

  private var hints: [Hint] {
    let verb = panel.form.id == nil ? "add" : "keep"
    return [
      panel.focused == .contents
        ? Hint(.accept, does: "choose") : Hint(.accept, does: verb),
      panel.focused == .contents ? Hint(.deviceForm(.save), does: verb) : nil,
      panel.focused == .address ? Hint(.deviceForm(.complete), does: "complete") : nil,
      Hint(.close, does: "close"),
    ].compactMap(\.self)
  }

  private func draw(_ field: DeviceFormField, isFocused: Bool, on line: Canvas) {
    let mistake = DeviceFormView.mistake(in: field, of: panel)
    let face: Face = mistake != nil ? .warning : isFocused ? .accent : .dimmed
    line.inset(left: 1).put(field.label, face, keep: nil)
    var line = line.inset(left: DeviceFormView.labels + 1)
    guard line.columns > 4 else { return }
    if isFocused { line = line.filled(.field) }
    line = line.inset(left: 1, right: 1)
    let text = panel.form[field]
    if let choices = field.choices(with: text) {
      if isFocused { line.markSelection() }
      let title = choices.first { $0.word == text }?.title ?? ""
      line.put(isFocused ? "‹ \(title) ›" : title, .text)
    } else if field == .contents {
      if isFocused { line.markSelection() }
      line.put(text + (isFocused ? "…" : ""), mistake == nil ? .text : .warning)
    } else if isFocused, let typed = panel.field {
      FieldView(field: typed).draw(on: line)
    } else {
      // The end of a path names the folder.
      line.put(text, mistake == nil ? .text : .warning, keep: field == .address ? .end : .start)
    }
  }

  /// The mistake or meaning of the field at the cursor, or the names that complete it.
  static func explanation(
    _ panel: DeviceFormPanel, _ app: App
  ) -> (text: String, isMistake: Bool) {
    if let refusal = panel.refusal { return (refusal, true) }
    let field = panel.focused
    if let mistake = mistake(in: field, of: panel) { return (mistake, true) }
    if let offers = panel.completion.text {
      return ("\(app.key(.deviceForm(.complete), in: .deviceForm)): \(offers)", false)
    }
    return (field.hint, false)
  }

  /// The mistake in a field; an empty one is none before Enter.
  static func mistake(in field: DeviceFormField, of panel: DeviceFormPanel) -> String? {
    if panel.form[field].isEmpty, field == .name || field == .address { return nil }
    return panel.form.mistake(in: field)
  }
}
