import Screen

/// A list to choose from: what it is about, the field that narrows it, and the choices.
struct PickerView {
  let picker: Picker
  let size: Size
  let keymap: Keymap

  private static func box(of picker: Picker, in size: Size) -> WindowBox {
    let widest = picker.choices.map {
      TextWidth.columns(of: $0.text) + TextWidth.columns(of: $0.detail) + 4
    }
    let lines = picker.lines.map { TextWidth.columns(of: $0) + 4 }
    let columns = max(40, min(size.columns - 4, 100, max(widest.max() ?? 0, lines.max() ?? 0) + 6))
    let extra = 2 + picker.lines.count + (picker.lines.isEmpty ? 0 : 1) + (picker.hasField ? 2 : 0)
    // The size follows all choices, not those that match, so that it does not jump while typing.
    let rows =
      extra + max(picker.allowsNew ? 4 : 1, picker.choices.count + (picker.allowsNew ? 1 : 0))
    return WindowBox(
      size: size, rows: min(rows, max(8, size.rows - 4)), columns: columns, title: picker.title)
  }

  private static func list(of picker: Picker, in size: Size) -> Rect {
    let inside = box(of: picker, in: size).inside
    let top = picker.lines.count + (picker.lines.isEmpty ? 0 : 1) + (picker.hasField ? 2 : 0)
    return inside.inset(top: min(top, max(0, inside.rows - 1)))
  }

  static func listHeight(of picker: Picker, in size: Size) -> Int {
    list(of: picker, in: size).rows
  }

  /// The choice at a place of the screen.
  static func row(at position: Position, of picker: Picker, in size: Size) -> Int? {
    let list = list(of: picker, in: size)
    guard list.contains(position) else { return nil }
    let index = picker.cursor.top + position.row - list.row
    return index < picker.shown.count ? index : nil
  }

  func draw(into frame: inout Frame) {
    let box = PickerView.box(of: picker, in: size)
    box.draw(into: &frame)
    let inside = box.inside
    var row = inside.row
    for line in picker.lines where row < inside.bottom - 1 {
      frame.put(
        TextWidth.truncated(line, to: inside.columns, keep: .start), row: row,
        column: inside.column, face: .dimmed, ground: .overlay)
      row += 1
    }
    if !picker.lines.isEmpty { row += 1 }
    if picker.hasField, row < inside.bottom - 1 {
      let line = Rect(row: row, column: inside.column, rows: 1, columns: inside.columns)
      frame.fill(line, ground: .field)
      frame.put("›", row: row, column: inside.column, face: .accent, ground: .field)
      FieldView(field: picker.field).draw(
        into: &frame, row: row, column: inside.column + 2, width: inside.columns - 3,
        ground: .field, showsCursor: true)
    }
    drawChoices(into: &frame, in: PickerView.list(of: picker, in: size))
  }

  private func drawChoices(into frame: inout Frame, in rect: Rect) {
    let shown = picker.shown
    if shown.isEmpty {
      frame.put(
        picker.allowsNew
          ? "Type a name and press \(keymap.key(for: .accept, in: .picker))" : "Nothing matches",
        row: rect.row, column: rect.column, limit: rect.columns, face: .dimmed, ground: .overlay)
    }
    for offset in 0..<rect.rows {
      let index = picker.cursor.top + offset
      guard index < shown.count else { return }
      let choice = shown[index]
      let line = rect.line(offset)
      let ground: Ground = index == picker.cursor.selected ? .overlaySelected : .overlay
      if ground == .overlaySelected {
        frame.fill(
          Rect(row: line.row, column: line.column - 1, rows: 1, columns: line.columns + 2),
          ground: ground)
      }
      let detail = TextWidth.truncated(choice.detail, to: rect.columns / 2, keep: .start)
      let width = TextWidth.columns(of: detail)
      let text = TextWidth.truncated(
        choice.text, to: rect.columns - (width > 0 ? width + 2 : 0), keep: .start)
      frame.put(
        text, row: line.row, column: line.column, face: choice.value == .heading ? .header : .text,
        ground: ground)
      frame.put(
        detail, row: line.row, column: line.right - width,
        face: picker.purpose == .help ? .key : .dimmed, ground: ground)
    }
  }
}
