import Music
import Screen

/// The row above the tracks of a group.
struct GroupHeader {
  let shape: Shape
  let group: ListRow.Group

  func draw(on whole: Canvas) {
    var line = whole
    let detail = RowView.totals(of: group, columns: line.columns)
    if shape.group == .bar, line.ground == .base { line = line.filled(.resting) }
    if shape.group == .bar { line.put("█", .accent) }
    line = line.inset(left: 2, right: 1)
    if line.columns > TextWidth.columns(of: detail) + 9 {
      line.writeRight(detail, .dimmed, gap: 1)
    }
    switch shape.group {
    case .rule:
      line.write(RowView.sign(group.isCollapsed), .dimmed)
      line.write(group.text, .heading)
      drawLine("─", behind: 1, on: line)
    case .dashes:
      line.write(group.isCollapsed == true ? "▸- " : "-- ", .border)
      line.write(group.text.uppercased(), .heading)
      drawLine("-", behind: 1, on: line)
    case .line:
      writeName(on: &line)
      drawLine("─", behind: 1, on: line)
    case .bar, .plain: writeName(on: &line)
    case .centre:
      let name = (group.isCollapsed == true ? "▸ " : "") + group.text
      let width = min(line.columns, TextWidth.columns(of: name) + 2)
      line.fill("─", .border)
      line.columns(from: (line.columns - width) / 2, count: width).put(
        " " + TextWidth.truncated(name, to: width - 2) + " ", .heading)
    }
  }

  /// The name, behind a sign only where the group is collapsed.
  private func writeName(on line: inout Canvas) {
    if group.isCollapsed == true { line.write(RowView.sign(true), .dimmed) }
    line.write(group.text, .heading)
  }

  private func drawLine(_ character: Character, behind gap: Int, on line: Canvas) {
    line.inset(left: gap).fill(character, .border)
  }
}
