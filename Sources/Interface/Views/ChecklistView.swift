import Music
import Screen

/// A checklist: what it is about, its items with their marks, and more of the selected one below.
struct ChecklistView {
  let list: Checklist
  let size: Size

  private static func details(of list: Checklist) -> Int {
    list.items.lazy.flatMap(\.choices).map(\.lines.count).first { $0 > 0 } ?? 0
  }

  /// Lines above the items, as many as leave room for those.
  private static func head(of list: Checklist, in size: Size) -> Int {
    size.rows < 14 ? min(1, list.lines.count) : list.lines.count + 1
  }

  private static func box(of list: Checklist, in size: Size) -> WindowBox {
    let details = details(of: list)
    let wanted = head(of: list, in: size) + list.items.count + details + (details > 0 ? 2 : 1) + 3
    let columns = details > 0 ? 100 : 72
    return WindowBox(
      size: size, rows: min(wanted, max(8, size.rows - 2)),
      columns: max(38, min(columns, size.columns - 4)), title: list.title)
  }

  private static func area(of list: Checklist, in size: Size) -> Rect {
    let details = details(of: list)
    let isTight = size.rows < 14
    return box(of: list, in: size).inside.inset(
      top: head(of: list, in: size), bottom: details + (isTight ? 1 : details > 0 ? 3 : 2))
  }

  static func listHeight(of list: Checklist, in size: Size) -> Int {
    max(1, area(of: list, in: size).rows)
  }

  /// The item at a place of the screen.
  static func row(at position: Position, of list: Checklist, in size: Size) -> Int? {
    let area = area(of: list, in: size)
    guard area.contains(position) else { return nil }
    let index = list.top + position.row - area.row
    return list.items.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    let box = ChecklistView.box(of: list, in: size)
    box.draw(into: &frame)
    let inside = box.inside
    for (offset, line) in list.lines.prefix(ChecklistView.head(of: list, in: size)).enumerated() {
      put(line, .dimmed, inside.line(offset), &frame)
    }
    let area = ChecklistView.area(of: list, in: size)
    for offset in 0..<max(1, area.rows) where list.top + offset < list.items.count {
      draw(list.top + offset, in: area.line(offset), &frame)
    }
    let details =
      list.items.indices.contains(list.selected)
      ? list.items[list.selected].choice?.lines ?? [] : []
    for (offset, line) in details.enumerated() {
      let row = inside.line(inside.rows - 1 - details.count + offset)
      put(TextWidth.truncated(line, to: row.columns, keep: .middle), .text, row, &frame)
    }
    let one = if case .roots = list.purpose { "d: this one, " } else { "" }
    let hint =
      one + "Enter \(list.verb) \(list.countOn.grouped), Space marks, a all, Esc leaves it"
    put(hint, .dimmed, inside.line(inside.rows - 1), &frame)
  }

  private func put(_ text: String, _ face: Face, _ line: Rect, _ frame: inout Frame) {
    frame.put(
      TextWidth.truncated(text, to: line.columns, keep: .start), row: line.row,
      column: line.column, face: face, ground: .overlay)
  }

  private func draw(_ index: Int, in line: Rect, _ frame: inout Frame) {
    let item = list.items[index]
    let ground: Ground = index == list.selected ? .overlaySelected : .overlay
    if ground == .overlaySelected {
      frame.fill(
        Rect(row: line.row, column: line.column - 1, rows: 1, columns: line.columns + 2),
        ground: ground)
    }
    frame.put(
      item.isOn ? "◆" : "◇", row: line.row, column: line.column,
      face: item.isOn ? .accent : .dimmed, ground: ground)
    let detail = TextWidth.truncated(item.choice?.text ?? "", to: line.columns / 2, keep: .start)
    let width = TextWidth.columns(of: detail)
    let room = line.columns - 2 - (width > 0 ? width + 2 : 0)
    frame.put(
      TextWidth.truncated(item.text, to: room, keep: .middle), row: line.row,
      column: line.column + 2, face: item.isOn ? .text : .dimmed, ground: ground)
    frame.put(
      detail, row: line.row, column: line.right - width, face: .dimmed, ground: ground)
  }
}
