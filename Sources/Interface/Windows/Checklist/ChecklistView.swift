import Music
import Screen

/// A checklist: its text, its items with their marks, and details of the selected one below.
struct ChecklistView {
  let list: Checklist
  let size: Size
  let keymap: Keymap

  private static func details(of list: Checklist) -> Int {
    list.items.lazy.flatMap(\.choices).map(\.lines.count).first { $0 > 0 } ?? 0
  }

  /// Lines above the items, few enough to leave room for those.
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

  static func area(of list: Checklist, in size: Size) -> Rect {
    let details = details(of: list)
    let isTight = size.rows < 14
    return box(of: list, in: size).inside.inset(
      top: head(of: list, in: size), bottom: details + (isTight ? 1 : details > 0 ? 3 : 2))
  }

  static func listHeight(of list: Checklist, in size: Size) -> Int {
    max(1, area(of: list, in: size).rows)
  }

  /// The row at a position on the screen.
  static func row(at position: Position, of list: Checklist, in size: Size) -> Int? {
    let area = area(of: list, in: size)
    guard area.contains(position) else { return nil }
    let index = list.cursor.top + position.row - area.row
    return list.items.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    ChecklistView.box(of: list, in: size).draw(into: &frame) { inside in
      inside.put(lines: list.lines.prefix(ChecklistView.head(of: list, in: size)), .dimmed)
      let height = ChecklistView.listHeight(of: list, in: size)
      let items = inside.inset(top: ChecklistView.head(of: list, in: size))
      for (row, item) in list.items.dropFirst(list.cursor.top).prefix(height).enumerated() {
        let isSelected = list.cursor.top + row == list.cursor.selected
        draw(item, on: items.line(row, isSelected: isSelected))
      }
      let selected = list.items.dropFirst(list.cursor.selected).first
      let details = selected?.choice?.lines ?? []
      for (offset, line) in details.reversed().enumerated() {
        inside.line(inside.rows - 2 - offset).put(line, .text, keep: .middle)
      }
      inside.lastLine.put(usage, .dimmed)
    }
  }

  private var usage: String {
    func key(_ key: WindowKey) -> String { keymap.key(for: key, in: .checklist) }
    let one =
      if case .roots = list.purpose { "\(key(.checklist(.remove))): this one, " } else { "" }
    return one
      + "\(key(.accept)) \(list.verb) \(list.countOn.grouped), \(key(.checklist(.mark))) marks, "
      + "\(key(.checklist(.markAll))) all, \(key(.close)) leaves it"
  }

  private func draw(_ item: Checklist.Item, on line: Canvas) {
    var line = line
    line.write(item.isOn ? "◆" : "◇", item.isOn ? .accent : .dimmed, columns: 2)
    line.writeRight(item.choice?.text ?? "", .dimmed, upTo: line.columns / 2 + 1, gap: 2)
    line.put(item.text, item.isOn ? .text : .dimmed, keep: .middle)
  }
}
