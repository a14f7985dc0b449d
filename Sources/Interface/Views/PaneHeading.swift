import Music
import Screen

/// The line under a pane's title: a filter being typed, the way here, or the columns' names.
struct PaneHeading {
  let app: App
  let list: ListState
  let pane: Pane

  /// Where the line is not its own, only a filter may take the title's place.
  func draw(
    into frame: inout Frame, in rect: Rect, columns: TrackColumns, path: String?,
    isAlone: Bool
  ) {
    let typing: Prompt? =
      if case .prompt(let prompt) = app.overlays.last, prompt.purpose == .filter, app.focus == pane
      {
        prompt
      } else {
        nil
      }
    if typing != nil || !list.query.filter.isEmpty {
      return drawFilter(typing, into: &frame, in: rect)
    }
    guard isAlone else { return }
    if let path {
      let used = frame.put("◂ ", row: rect.row, column: rect.column, face: .accent, ground: .base)
      let room = rect.columns - used - 1 - drawOrder(into: &frame, in: rect)
      let text = PaneHeading.fitted(path, to: room)
      frame.put(text, row: rect.row, column: rect.column + used, face: .heading, ground: .base)
    } else if hasTracks {
      columns.drawHeadings(into: &frame, in: rect, query: list.query)
    } else if list.count > 0 {
      GroupHeadings(list.query)?.draw(into: &frame, in: rect)
    }
  }

  /// Cut so that both parts of "artist — album" keep their beginnings, and the sign between them.
  static func fitted(_ path: String, to room: Int) -> String {
    let sign = " — "
    guard TextWidth.columns(of: path) > room, let middle = path.firstRange(of: sign),
      room > 20
    else { return TextWidth.truncated(path, to: room, keep: .middle) }
    let (left, right) = (String(path[..<middle.lowerBound]), String(path[middle.upperBound...]))
    let free = room - TextWidth.columns(of: sign)
    // The shorter part leaves what it does not need to the other.
    let half = max(free / 2, free - TextWidth.columns(of: right))
    let first = TextWidth.truncated(left, to: half, keep: .start)
    return first + sign
      + TextWidth.truncated(right, to: free - TextWidth.columns(of: first), keep: .start)
  }

  /// The order at the right where it is not the usual one; returns the columns that it takes.
  private func drawOrder(into frame: inout Frame, in rect: Rect) -> Int {
    let query = list.query
    guard query.sortColumns.contains(query.sort), query.sort != .artist || query.isDescending,
      rect.columns >= 40
    else { return 0 }
    let text = query.heading(of: query.sort) + query.arrow
    let width = TextWidth.columns(of: text) + 2
    frame.put(
      text, row: rect.row, column: rect.right - width + 1, face: .accent, ground: .base)
    return width
  }

  private var hasTracks: Bool {
    guard list.content != .queue else { return false }
    if case .group(let group) = list.window.rows.first, group.isCollapsed != nil { return true }
    return list.window.rows.first?.track != nil
  }

  private func drawFilter(_ prompt: Prompt?, into frame: inout Frame, in rect: Rect) {
    let ground: Ground = prompt == nil ? .base : .field
    if prompt != nil { frame.fill(rect, ground: .field) }
    frame.put("/", row: rect.row, column: rect.column, face: .accent, ground: ground)
    let found = list.count.counted("row")
    let right = rect.right - TextWidth.columns(of: found) - 1
    frame.put(found, row: rect.row, column: right, face: .dimmed, ground: ground)
    let field = prompt?.field ?? TextField(list.query.filter)
    FieldView(field: field).draw(
      into: &frame, row: rect.row, column: rect.column + 2, width: right - rect.column - 3,
      ground: ground, showsCursor: prompt != nil, mistakeAt: prompt?.mistakeAt)
  }
}
