import Screen

/// Names side by side of which one is active; the same numbers draw them and find the mouse.
struct Tabs {
  var names: [String]
  var active: Int
  /// Whether the pane they belong to has the focus.
  var isFocused: Bool

  private static let gap = 2

  static func panes(_ app: App) -> Tabs {
    Tabs(
      names: Pane.allCases.map(\.title), active: Pane.allCases.firstIndex(of: app.focus) ?? 0,
      isFocused: true)
  }

  static func modes(_ app: App) -> Tabs {
    Tabs(
      names: BrowseMode.allCases.map(\.title),
      active: BrowseMode.allCases.firstIndex(of: app.mode) ?? 0, isFocused: app.focus == .library)
  }

  static func side(_ app: App) -> Tabs {
    Tabs(
      names: ["Playlists", "Queue"], active: app.showsQueue ? 1 : 0,
      isFocused: app.focus == .playlists)
  }

  /// The first tab that shows, so that the active one does.
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

  /// A pane that has only its name: the name as its one tab.
  static func title(_ pane: Pane, _ app: App) -> Tabs {
    Tabs(names: [pane.title], active: app.focus == pane ? 0 : -1, isFocused: app.focus == pane)
  }

  func draw(into frame: inout Frame, row: Int, column: Int, limit: Int) {
    var left = column + 1
    let first = first(limit)
    for (index, name) in names.enumerated() where index >= first {
      let face: Face = index == active ? (isFocused ? .tabActive : .heading) : .tab
      let width = TextWidth.columns(of: name)
      guard left + width <= column + limit else { return }
      frame.put(name, row: row, column: left, face: face, ground: .base)
      if index == active, isFocused {
        frame.setGround(
          .selected, in: Rect(row: row, column: left - 1, rows: 1, columns: width + 2))
      }
      left += width + Tabs.gap
    }
  }
}
