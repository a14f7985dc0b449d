import Music
import Screen

/// A context menu: below its row, or above it where there is more room.
struct ContextMenuView {
  let menu: ContextMenu
  let app: App

  private static let columns = 46
  /// Rows without which a menu is of no use; it covers its row rather than have fewer.
  private static let minimumRows = 5

  var rect: Rect {
    // The last line has the hints.
    let (bottom, width) = (app.size.rows - 1, min(ContextMenuView.columns, app.size.columns))
    let wanted = menu.rows.count + 2
    let (above, below) = (menu.anchor.row, bottom - menu.anchor.bottom)
    let column = max(0, min(menu.column, app.size.columns - width))
    func rect(row: Int, rows: Int) -> Rect {
      Rect(row: row, column: column, rows: rows, columns: width)
    }
    guard max(above, below) >= min(wanted, ContextMenuView.minimumRows) else {
      let rows = min(wanted, bottom)
      return rect(row: bottom - rows, rows: rows)
    }
    if below >= wanted || below >= above {
      return rect(row: menu.anchor.bottom, rows: min(wanted, below))
    }
    let rows = min(wanted, above)
    return rect(row: above - rows, rows: rows)
  }

  var inside: Rect { WindowBox(rect: rect, title: "").inside }

  /// The first row that shows.
  private func top(_ height: Int) -> Int {
    var cursor = menu.cursor
    cursor.scroll(height: height, of: menu.rows.count)
    return cursor.top
  }

  var list: WindowList {
    WindowList(rect: inside, count: menu.rows.count, top: top(inside.rows))
  }

  /// The command of a click.
  func command(at position: Position) -> Command? {
    guard inside.contains(position) else { return nil }
    let index = top(inside.rows) + position.row - inside.row
    guard menu.rows.indices.contains(index) else { return nil }
    switch menu.rows[index] {
    case .slots:
      let part = (position.column - inside.column) * 3 / max(1, inside.columns)
      return MixSlot(rawValue: part + 1).map { .slot(.add($0)) }
    case .item(let item): return item.command
    case .line: return nil
    }
  }

  func draw(into frame: inout Frame) {
    let (title, detail) = (menu.subject.title, menu.subject.detail)
    let room = rect.columns - 8
    // The name comes first; the detail has what it leaves.
    let name = TextWidth.truncated(
      title, to: detail.isEmpty ? room : max(room * 3 / 5, room - TextWidth.columns(of: detail)))
    WindowBox(rect: rect, title: name).draw(into: &frame) { area in
      let top = top(area.rows)
      for (offset, row) in menu.rows.dropFirst(top).prefix(area.rows).enumerated() {
        draw(row, isSelected: top + offset == menu.cursor.selected, offset, on: area)
      }
    }
    guard !detail.isEmpty else { return }
    let left = TextWidth.columns(of: name) + 5
    frame.draw(in: rect.line(0), ground: .overlay) { line in
      let text = TextWidth.truncated(detail, to: line.columns - left - 4)
      line.inset(left: left, right: 2).put(" \(text) ", .dimmed, align: .right)
    }
  }

  private func draw(_ row: ContextMenu.Row, isSelected: Bool, _ offset: Int, on area: Canvas) {
    switch row {
    case .line: area.line(offset).fill("─", .border)
    case .item(let item):
      var line = area.line(offset, isSelected: isSelected)
      line.writeRight(app.keymap.keys(for: item.command).first ?? "", .key, gap: 2)
      line.put(item.text, .text)
    case .slots:
      for slot in MixSlot.allCases {
        let left = area.columns * (slot.rawValue - 1) / 3
        draw(
          slot, isSelected: isSelected && slot == menu.slot,
          on: area.line(offset).columns(
            from: left, count: area.columns * slot.rawValue / 3 - left - 1))
      }
    }
  }

  /// A button is filled where the slot holds the row already.
  private func draw(_ slot: MixSlot, isSelected: Bool, on button: Canvas) {
    var line = isSelected ? button.filled(.overlaySelected) : button
    let isHolding = menu.subject.slots.contains(slot)
    line.write(isSelected ? "▸\(slot.rawValue) " : " \(slot.rawValue) ", slot.badge)
    let name = app.mix[slot]?.name
    guard isHolding else {
      line.put(name ?? "new", name == nil ? .dimmed : slot.face, at: 1)
      return
    }
    line.fill(" ", slot.badge)
    line.put(name ?? "", slot.badge, at: 1)
  }
}
