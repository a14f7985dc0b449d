import Screen

/// A row of names with one active; drawing and the mouse share its columns.
struct Tabs {
  var names: [String]
  var active: Int
  /// Whether the pane of the tabs has the focus.
  var isFocused: Bool

  private static let gap = 2

  static func panes(_ app: App) -> Tabs {
    Tabs(
      names: Pane.allCases.map(\.content.title),
      active: Pane.allCases.firstIndex(of: app.focus) ?? 0,
      isFocused: true)
  }

  /// Whether to draw: a single name is left out where another row names the panes.
  func areShown(in layout: Layout) -> Bool { names.count > 1 || layout.tabs == nil }

  /// The first visible tab, so that the active one is visible.
  private func first(_ limit: Int) -> Int {
    var first = 0
    while first < active {
      let shown = names[first...active]
      let width = shown.reduce(0) { $0 + TextWidth.columns(of: $1) + Tabs.gap } - Tabs.gap + 1
      if width <= limit { break }
      first += 1
    }
    return first
  }

  /// The tab at a column, if there is one.
  func hit(_ column: Int, limit: Int) -> Int? {
    var left = 1
    let first = first(limit)
    for (index, name) in names.enumerated() where index >= first {
      let right = left + TextWidth.columns(of: name)
      if (left - 1..<right + 1).contains(column) { return index }
      left = right + Tabs.gap
    }
    return nil
  }

  func draw(on line: Canvas) {
    var left = 1
    let first = first(line.columns)
    for (index, name) in names.enumerated() where index >= first {
      let face: Face = index == active ? (isFocused ? .tabActive : .heading) : .tab
      let width = TextWidth.columns(of: name)
      guard left + width <= line.columns else { return }
      let tab = line.columns(from: left - 1, count: width + 2)
      // A line of a box may be behind it.
      tab.filled(index == active && isFocused ? .selected : .base).put(
        name, face, at: 1, keep: nil)
      left += width + Tabs.gap
    }
  }
}
