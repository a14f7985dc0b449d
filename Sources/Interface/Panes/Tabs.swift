import Screen

/// A row of names with one active; drawing and the mouse share its columns.
struct Tabs {
  var names: [String]
  var active: Int
  /// Whether the pane of the tabs has the focus.
  var isFocused: Bool
  var style = Shape.TabStyle.ground
  /// The name in front of crumbs.
  var title = ""
  /// The columns that the text beside them needs: where these are lacking, the names stand closer.
  var reserved = 0

  /// A part of the row; adjacent parts touch.
  struct Item: Equatable {
    /// The tab; nil for a sign between tabs.
    var index: Int?
    var column = 0
    var before: String
    var name: String
    var after: String

    var columns: Int { TextWidth.columns(of: before + name + after) }
    var nameColumn: Int { column + TextWidth.columns(of: before) }
    /// Blanks at the end may be cut.
    var neededColumns: Int { columns - (after.last == " " ? after.count : 0) }
  }

  static func panes(_ app: App) -> Tabs {
    Tabs(
      names: Pane.allCases.map(\.content.title),
      active: Pane.allCases.firstIndex(of: app.focus) ?? 0,
      isFocused: true, style: app.skins.shape.tabs)
  }

  /// Whether to draw: a single name is left out where another row names the panes.
  func areShown(in layout: Layout) -> Bool { names.count > 1 || layout.tabs == nil }

  private static let ellipsis = Item(index: nil, before: " ", name: "…", after: "")

  /// The parts that fit, from the first tab that leaves room for the active one.
  func items(limit: Int) -> [Item] {
    let items = items(isTight: false)
    let fits = Tabs.end(items) + reserved <= limit
    return placed(fits ? items : self.items(isTight: true), limit)
  }

  private static func end(_ items: [Item]) -> Int {
    items.dropLast().reduce(items.last?.neededColumns ?? 0) { $0 + $1.columns }
  }

  private func items(isTight: Bool) -> [Item] {
    var items: [Item] = []
    let gap = isTight ? "" : " "
    func append(_ index: Int?, _ before: String, _ name: String, _ after: String) {
      items.append(Item(index: index, before: before, name: name, after: after))
    }
    var order = Array(names.indices)
    if style == .crumbs, !title.isEmpty, names.count > 1, order.indices.contains(active) {
      order.insert(order.remove(at: active), at: 0)
      if !names.contains(title) { append(nil, " ", title, " ▸") }
    }
    for index in order {
      let (name, isActive) = (names[index], index == active)
      switch style {
      case .ground, .underline: append(index, gap, name, " ")
      case .caps: append(index, gap, name.uppercased(), gap + " ")
      case .buttons:
        append(index, isActive ? "[>" : "[", name.uppercased(), isActive ? "<]" : "]")
      case .notebook: append(index, gap, name, isActive ? gap + "╰" : gap + "│")
      case .crumbs:
        append(index, gap, name, isActive && !title.isEmpty && names.count > 1 ? gap + "▸" : " ")
      case .dots:
        if index > 0 { append(nil, gap, "·", gap) }
        append(index, gap, name, gap)
      }
    }
    return items
  }

  private func placed(_ items: [Item], _ limit: Int) -> [Item] {
    let place = items.firstIndex { $0.index == active } ?? 0
    /// With an ellipsis at either end where there is more.
    func marked(_ shown: ArraySlice<Item>) -> [Item] {
      (shown.startIndex > items.startIndex ? [Tabs.ellipsis] : []) + shown
        + (shown.endIndex < items.endIndex ? [Tabs.ellipsis] : [])
    }
    func fitting(_ parts: (ArraySlice<Item>) -> [Item]) -> [Item] {
      var shown = items[...]
      while shown.startIndex < place, Tabs.end(parts(shown[...place])) > limit {
        shown = shown.dropFirst()
      }
      while !shown.isEmpty, Tabs.end(parts(shown)) > limit { shown = shown.dropLast() }
      return shown.isEmpty ? [] : parts(shown)
    }
    var parts = fitting(marked)
    // The active name goes before the ellipses.
    if parts.isEmpty { parts = fitting { Array($0) } }
    var column = style == .dots ? max(0, limit - Tabs.end(parts)) / 2 : 0
    return parts.map { item in
      defer { column += item.columns }
      var item = item
      item.column = column
      return item
    }
  }

  /// The column behind the last tab.
  func end(limit: Int) -> Int {
    items(limit: limit).last.map { $0.column + $0.columns } ?? 0
  }

  /// The tab at a column, if there is one.
  func hit(_ column: Int, limit: Int) -> Int? {
    items(limit: limit).first { ($0.column..<$0.column + $0.columns).contains(column) }?.index
  }

  func draw(on line: Canvas) {
    for item in items(limit: line.columns) {
      let isActive = item.index != nil && item.index == active
      let face: Face = isActive ? (isFocused ? .tabActive : .heading) : .tab
      let area = line.columns(from: item.column, count: item.columns)
      // A line of a box may be behind it.
      let tab = area.filled(isActive && isFocused ? .selected : .base)
      switch style {
      case .ground, .underline, .caps: break
      case .buttons: tab.put(item.before + item.name + item.after, face, keep: nil)
      case .notebook, .crumbs, .dots:
        // A sign between tabs has no ground.
        let before = TextWidth.columns(of: item.before + item.name)
        tab.columns(from: before, count: item.after.count).on(.base).put(
          item.after, .border, keep: nil)
      }
      line.on(tab.ground).put(item.name, face, at: item.nameColumn, keep: nil)
    }
  }

  /// Draws a line below the active name.
  func drawUnderline(on line: Canvas, limit: Int) {
    guard style == .underline || style == .caps,
      let item = items(limit: limit).first(where: { $0.index == max(0, active) })
    else { return }
    line.columns(from: item.nameColumn, count: TextWidth.columns(of: item.name)).fill(
      "━", isFocused ? .borderFocused : .border)
  }
}
