import Screen

/// A form: a line for each field, its label before it, and below them what the focused one takes.
struct FormView {
  let form: Form
  let size: Size
  let keymap: Keymap

  private static func box(of form: Form, in size: Size) -> WindowBox {
    let columns = max(36, min(72, size.columns - 4))
    return WindowBox(
      size: size, rows: min(size.rows, form.fields.count + 4), columns: columns, title: form.title)
  }

  private static func list(of form: Form, in size: Size) -> Rect {
    box(of: form, in: size).inside.inset(bottom: 2)
  }

  /// Fields that show at once.
  static func height(of form: Form, in size: Size) -> Int { max(1, list(of: form, in: size).rows) }

  /// The field at a place of the screen.
  static func field(at position: Position, of form: Form, in size: Size) -> Int? {
    let list = list(of: form, in: size)
    guard list.contains(position) else { return nil }
    let index = form.cursor.top + position.row - list.row
    return form.fields.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    let box = FormView.box(of: form, in: size)
    box.draw(into: &frame)
    let list = FormView.list(of: form, in: size)
    let labels = form.fields.map { TextWidth.columns(of: $0.label) }.max() ?? 0
    for offset in 0..<max(1, list.rows) {
      let index = form.cursor.top + offset
      guard form.fields.indices.contains(index) else { break }
      draw(form.fields[index], isFocused: index == form.focused, labels, list.line(offset), &frame)
    }
    let field = form.fields[form.focused]
    let hint = field.mistake ?? (field.hint.isEmpty ? usage(of: field) : field.hint)
    frame.put(
      TextWidth.truncated(hint, to: box.inside.columns, keep: .start),
      row: box.inside.bottom - 1, column: box.inside.column,
      face: field.mistake == nil ? .dimmed : .warning, ground: .overlay)
  }

  private func usage(of field: Form.Field) -> String {
    func key(_ key: WindowKey) -> String { keymap.key(for: key, in: .form) }
    let keeping = "\(key(.accept)) keeps all, \(key(.close)) nothing"
    guard case .choice = field.content else { return keeping }
    return "\(key(.left)) \(key(.right)) change it, \(keeping)"
  }

  private func draw(
    _ field: Form.Field, isFocused: Bool, _ labels: Int, _ line: Rect, _ frame: inout Frame
  ) {
    frame.put(
      field.label, row: line.row, column: line.column, limit: line.columns,
      face: field.mistake != nil ? .warning : isFocused ? .accent : .dimmed, ground: .overlay)
    let column = line.column + labels + 2
    let width = line.right - column
    guard width > 4 else { return }
    let ground: Ground = isFocused ? .field : .overlay
    if isFocused {
      frame.fill(Rect(row: line.row, column: column, rows: 1, columns: width), ground: .field)
    }
    switch field.content {
    case .text(let text):
      FieldView(field: text).draw(
        into: &frame, row: line.row, column: column + 1, width: width - 2, ground: ground,
        showsCursor: isFocused)
      if text.text.isEmpty, !field.isTouched {
        frame.put(
          field.placeholder, row: line.row, column: column + 1, limit: width - 2, face: .dimmed,
          ground: ground)
      }
    case .choice(let choices, let index):
      let text = isFocused ? "‹ \(choices[index]) ›" : choices[index]
      frame.put(
        TextWidth.truncated(text, to: width - 2, keep: .start), row: line.row, column: column + 1,
        face: .text, ground: ground)
    }
  }
}
