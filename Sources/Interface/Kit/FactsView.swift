import Screen

/// A window with a list, a row an item under the names of its columns, and the facts of the one at
/// the cursor below it.
protocol FactsView {
  associatedtype Item

  var app: App { get }
  var cursor: ListCursor { get }
  var kind: WindowKind { get }
  var items: [Item] { get }
  var hints: [Hint] { get }

  static var title: String { get }
  /// Columns for the names of facts.
  static var labels: Int { get }
  static func emptyText(_ app: App) -> String
  /// Name and value of each fact, the most important first.
  static func facts(of item: Item, in app: App) -> [(name: String, value: String)]

  func drawHead(on line: Canvas)
  func draw(_ item: Item, on line: Canvas)
  /// Draws something before the value of a fact.
  func drawPicture(of item: Item, beside fact: String, on line: inout Canvas)
}

extension FactsView {
  private static func box(in size: Size) -> WindowBox {
    WindowBox(
      size: size, rows: size.rows < 14 ? size.rows : min(size.rows - 2, 20),
      columns: min(112, size.columns < 60 ? size.columns : size.columns - 4), title: title)
  }

  /// Lines below the rows: the facts of the item at the cursor, and the keys.
  private static func below(in size: Size) -> Int { size.rows < 14 ? 3 : 7 }

  /// Lines for the names of the columns.
  private static func head(in size: Size) -> Int { size.rows < 14 || size.columns < 70 ? 0 : 1 }

  private static func list(in size: Size) -> Rect {
    box(in: size).inside.inset(top: head(in: size), bottom: below(in: size))
  }

  static func height(in size: Size) -> Int { max(1, list(in: size).rows) }

  var windowList: WindowList {
    WindowList(rect: Self.list(in: app.size), count: items.count, scrolledTo: cursor)
  }

  func drawPicture(of item: Item, beside fact: String, on line: inout Canvas) {}

  func draw(into frame: inout Frame) {
    Self.box(in: app.size).draw(into: &frame) { inside in
      let area = inside.part(Self.list(in: app.size))
      if items.isEmpty {
        area.markSelection()
        let lines = LyricsView.wrapped(Self.emptyText(app), columns: max(1, area.columns))
        area.put(lines: lines.map { String($0) }, .text)
      }
      if Self.head(in: app.size) > 0, !items.isEmpty { drawHead(on: inside.line(0)) }
      for (line, index) in zip(0..<area.rows, items.indices.dropFirst(windowList.top)) {
        draw(items[index], on: area.line(line, isSelected: index == cursor.selected))
      }
      let below = inside.inset(top: Self.head(in: app.size) + area.rows)
      if items.indices.contains(cursor.selected) {
        drawFacts(of: items[cursor.selected], on: below)
      }
      below.putKeys(hints.shown(app.keymap, in: kind))
    }
  }

  private func drawFacts(of item: Item, on area: Canvas) {
    // On low screens there is room for the most important one.
    let isLow = area.rows < 5
    let facts = Self.facts(of: item, in: app).prefix(isLow ? area.rows - 1 : 4)
    for (row, fact) in zip(isLow ? 0... : 1..., facts) {
      var line = area.line(row)
      line.write(fact.name, .dimmed, columns: Self.labels)
      drawPicture(of: item, beside: fact.name, on: &line)
      line.put(fact.value, .text, keep: fact.name == "Where" ? .middle : .start)
    }
  }
}
