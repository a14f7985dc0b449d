import Screen

/// A form: a line for each field with its label, and below them the hint of the focused one.
struct FormView {
  let form: Form
  let size: Size
  let keymap: Keymap

  private static func box(of form: Form, in size: Size) -> WindowBox {
    let columns = max(36, min(72, size.columns - 4))
    return WindowBox(
      size: size, rows: min(size.rows, form.fields.count + 4), columns: columns, title: form.title)
  }

  static func list(of form: Form, in size: Size) -> Rect {
    box(of: form, in: size).inside.inset(bottom: 2)
  }

  /// Fields that fit.
  static func height(of form: Form, in size: Size) -> Int { max(1, list(of: form, in: size).rows) }

  /// The field at a position on the screen.
  static func field(at position: Position, of form: Form, in size: Size) -> Int? {
    let list = list(of: form, in: size)
    guard list.contains(position) else { return nil }
    let index = form.cursor.top + position.row - list.row
    return form.fields.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    FormView.box(of: form, in: size).draw(into: &frame) { inside in
      let labels = form.fields.map { TextWidth.columns(of: $0.label) }.max() ?? 0
      let shown = form.fields.dropFirst(form.cursor.top).prefix(FormView.height(of: form, in: size))
      for (row, field) in shown.enumerated() {
        draw(
          field, isFocused: form.cursor.top + row == form.focused, labels, on: inside.line(row))
      }
      let field = form.fields[form.focused]
      let hint = field.mistake ?? (field.hint.isEmpty ? usage(of: field) : field.hint)
      inside.lastLine.put(hint, field.mistake == nil ? .dimmed : .warning)
    }
  }

  private func usage(of field: Form.Field) -> String {
    func key(_ key: WindowKey) -> String { keymap.key(for: key, in: .form) }
    let keeping = "\(key(.accept)) keeps all, \(key(.close)) nothing"
    guard case .choice = field.content else { return keeping }
    return "\(key(.form(.left))) \(key(.form(.right))) change it, \(keeping)"
  }

  private func draw(_ field: Form.Field, isFocused: Bool, _ labels: Int, on line: Canvas) {
    let face: Face = field.mistake != nil ? .warning : isFocused ? .accent : .dimmed
    line.put(field.label, face, keep: nil)
    var line = line.inset(left: labels + 2)
    guard line.columns > 4 else { return }
    if isFocused { line = line.filled(.field) }
    line = line.inset(left: 1, right: 1)
    switch field.content {
    case .text(let text):
      FieldView(field: text).draw(on: line, showsCursor: isFocused)
      if text.text.isEmpty, !field.isTouched { line.put(field.placeholder, .dimmed, keep: nil) }
    case .choice(let choices, let index):
      line.put(isFocused ? "‹ \(choices[index]) ›" : choices[index], .text)
    }
  }
}
