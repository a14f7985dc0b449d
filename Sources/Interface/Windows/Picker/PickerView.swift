import Screen

/// A picker: its text, the filter field, and the choices.
struct PickerView {
  let picker: Picker
  let size: Size
  let keymap: Keymap

  /// Of the widest window.
  static let maximumColumns = 100

  private static func box(of picker: Picker, in size: Size) -> WindowBox {
    let lines = picker.lines.map { TextWidth.columns(of: $0) + 4 }
    let columns = max(
      40, min(size.columns - 4, maximumColumns, max(picker.columns, lines.max() ?? 0) + 6))
    let extra =
      rowsOfMark(picker, in: size) + 2 + picker.lines.count + (picker.lines.isEmpty ? 0 : 1)
      + (picker.hasField ? 2 : 0)
    // The size follows all choices, not the matching ones, so that it does not jump while typing.
    let rows =
      extra + max(picker.allowsNew ? 4 : 1, picker.choices.count + (picker.allowsNew ? 1 : 0))
    return WindowBox(
      size: size, rows: min(rows, max(8, size.rows - 4)), columns: columns, title: picker.title)
  }

  static func list(of picker: Picker, in size: Size) -> Rect {
    let inside = box(of: picker, in: size).inside
    let top =
      rowsOfMark(picker, in: size) + picker.lines.count + (picker.lines.isEmpty ? 0 : 1)
      + (picker.hasField ? 2 : 0)
    return inside.inset(top: min(top, max(0, inside.rows - 1)))
  }

  static func listHeight(of picker: Picker, in size: Size) -> Int {
    list(of: picker, in: size).rows
  }

  /// The product's name at the top of the first start, where the screen has room for it.
  static func mark(of picker: Picker, in size: Size) -> Rect? {
    let rows = rowsOfMark(picker, in: size)
    guard rows > 0 else { return nil }
    let inside = box(of: picker, in: size).inside
    return inside.inset(top: 1, bottom: inside.rows - 1 - LargeLetters.rows)
  }

  /// The rows of the name with one above and two below it.
  private static func rowsOfMark(_ picker: Picker, in size: Size) -> Int {
    guard picker.purpose == .firstRun, size.rows >= 30, size.columns >= 80 else { return 0 }
    return LargeLetters.rows + 3
  }

  /// The choice at a position on the screen.
  static func row(at position: Position, of picker: Picker, in size: Size) -> Int? {
    let list = list(of: picker, in: size)
    guard list.contains(position) else { return nil }
    let index = picker.cursor.top + position.row - list.row
    return index < picker.shown.count ? index : nil
  }

  func draw(into frame: inout Frame) {
    PickerView.box(of: picker, in: size).draw(into: &frame) { inside in
      let head = inside.inset(top: PickerView.rowsOfMark(picker, in: size), bottom: 1)
      head.put(lines: picker.lines, .dimmed)
      if picker.hasField {
        let line = head.line(picker.lines.isEmpty ? 0 : picker.lines.count + 1).filled(.field)
        line.put("›", .accent)
        FieldView(field: picker.field).draw(on: line.inset(left: 2, right: 1))
      }
      drawChoices(on: inside.part(PickerView.list(of: picker, in: size)))
    }
  }

  private func drawChoices(on list: Canvas) {
    let shown = picker.shown
    if shown.isEmpty {
      list.put(
        picker.allowsNew
          ? "Type a name and press \(keymap.key(for: .accept, in: .picker))" : "Nothing matches",
        .dimmed, keep: nil)
    }
    for (row, choice) in shown.dropFirst(picker.cursor.top).prefix(list.rows).enumerated() {
      var line = list.line(row, isSelected: picker.cursor.top + row == picker.cursor.selected)
      line.writeRight(
        choice.detail, picker.purpose == .help ? .key : .dimmed,
        upTo: picker.purpose == .firstRun ? line.columns * 2 / 3 : line.columns / 2, gap: 2)
      line.put(choice.text, choice.value == .heading ? .header : .text)
    }
  }
}
