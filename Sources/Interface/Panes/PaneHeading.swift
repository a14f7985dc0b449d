import Music
import Screen

/// The line under a pane's title: a filter being typed, the path, or the column headings.
struct PaneHeading {
  let app: App
  let list: ListState
  let pane: Pane

  /// On the title's own line only a filter may be drawn.
  func draw(on line: Canvas, columns: TrackColumns, path: String?, isAlone: Bool) {
    let typing = app.focus == pane ? app.filterPrompt : nil
    if typing != nil || !list.query.filter.isEmpty {
      return FilterLine(prompt: typing, filter: list.query.filter, count: list.count)
        .draw(on: line)
    }
    guard isAlone else { return }
    if let path {
      let order = order(line.columns)
      var line = line.inset(right: 1)
      line.write("◂ ", .accent)
      line.writeRight(order ?? "", .accent, gap: 2)
      line.put(PaneHeading.fitted(path, to: line.columns), .heading)
    } else if hasTracks {
      columns.drawHeadings(
        on: line, query: list.query, hasLines: app.skins.shape.rows.contains(.columns))
    } else if list.count > 0 {
      GroupHeadings(list.query)?.draw(on: line)
    }
  }

  /// The order that a click on a heading asks for.
  func sort(at column: Int, of width: Int, columns: TrackColumns) -> SortColumn? {
    let sort =
      hasTracks ? columns.sort(at: column) : GroupHeadings(list.query)?.sort(at: column, of: width)
    // In folders the order by artist is that by path, which has no heading.
    return sort.flatMap { sort in
      var query = list.query
      query.sort = sort
      return query.sortColumns.contains(sort) && query.order == sort ? sort : nil
    }
  }

  /// Cut so that both parts of "artist — album" keep their beginnings, and the dash between them.
  static func fitted(_ path: String, to room: Int) -> String {
    let sign = " — "
    guard TextWidth.columns(of: path) > room, let middle = path.firstRange(of: sign),
      room > 20
    else { return TextWidth.truncated(path, to: room, keep: .middle) }
    let (left, right) = (String(path[..<middle.lowerBound]), String(path[middle.upperBound...]))
    let free = room - TextWidth.columns(of: sign)
    // A short part leaves its unused columns to the other.
    let half = max(free / 2, free - TextWidth.columns(of: right))
    let first = TextWidth.truncated(left, to: half)
    return first + sign
      + TextWidth.truncated(right, to: free - TextWidth.columns(of: first))
  }

  /// The sort column and direction, where they are not the default.
  private func order(_ columns: Int) -> String? {
    let query = list.query
    guard query.sortColumns.contains(query.sort), query.sort != .artist || query.isDescending,
      columns >= 40
    else { return nil }
    return query.heading(of: query.sort) + query.arrow
  }

  private var hasTracks: Bool {
    guard list.content != .queue else { return false }
    if case .group(let group) = list.window.rows.first, group.isCollapsed != nil { return true }
    return list.window.rows.first?.track != nil
  }
}
