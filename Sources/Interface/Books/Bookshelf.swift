import Music

/// The lists of audiobooks of one terminal: the way to the open one, its cursor, and its rows.
///
/// Rows are requested by range, as those of other lists are. A list has one request at a time, and
/// an older answer is dropped.
package struct Bookshelf: Equatable, Sendable {
  /// A list, and where its cursor is.
  struct Level: Equatable, Sendable {
    var list: BookList
    var filter = ""
    var cursor = ListCursor()
    /// The row that the cursor follows when rows around it change.
    var anchor: BookListRow.ID?
  }

  private struct Request: Equatable, Sendable {
    var content: BookListRequest
    var serial: Int
    /// The cursor's row at the time.
    var selected: Int
  }

  /// The open list is the last; never empty.
  private(set) var levels = [Level(list: .home)]
  private(set) var window: BookListWindow?
  private var pending: Request?
  /// The last request failed; the next key repeats it.
  private(set) var hasFailed = false
  var isStale = true
  private var lastSerial = 0

  /// Rows that are read around those that show.
  private static let margin = 50

  init() {}

  /// The open list.
  private(set) var level: Level {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  package var list: BookList { level.list }
  package var filter: String { level.filter }
  package var cursor: ListCursor { level.cursor }

  /// The rows of the open list; nil before its first answer.
  var current: BookListWindow? {
    window.flatMap { $0.list == list && $0.filter == filter ? $0 : nil }
  }

  package var count: Int { current?.count ?? 0 }
  func row(at index: Int) -> BookListRow? { current?[index] }
  package var selectedRow: BookListRow? { row(at: cursor.selected) }
  var isLoading: Bool { pending != nil }
  /// Whether keys about the row at the cursor have to wait for it.
  var awaitsRow: Bool { pending != nil && selectedRow == nil }

  // MARK: Moving

  mutating func move(by step: Int, height: Int) {
    level.cursor.move(by: step, of: count)
    moved(height: height)
  }

  mutating func move(to index: Int, height: Int) {
    level.cursor.move(to: index, of: count)
    moved(height: height)
  }

  private mutating func moved(height: Int) {
    level.cursor.scroll(height: height, of: count)
    // A row that is not there yet is found by its index.
    level.anchor = selectedRow?.id
  }

  mutating func scroll(to top: Int, of list: WindowList) {
    level.cursor.scroll(to: top, of: list)
    level.anchor = selectedRow?.id
  }

  mutating func scrollToCursor(height: Int) { level.cursor.scroll(height: height, of: count) }

  mutating func open(_ list: BookList) {
    guard list != self.list else { return }
    levels.append(Level(list: list))
    opened()
  }

  /// Shows a list, from which the way back is to the first one.
  mutating func show(_ list: BookList) {
    guard list != self.list else { return }
    levels = [levels[0]]
    if list != .home { levels.append(Level(list: list)) }
    opened()
  }

  /// Returns to the list before; false at the first.
  mutating func pop() -> Bool {
    guard levels.count > 1 else { return false }
    levels.removeLast()
    opened()
    return true
  }

  private mutating func opened() {
    pending = nil
    isStale = true
  }

  mutating func setFilter(_ text: String) {
    guard text != filter else { return }
    level.filter = text
    if !text.isEmpty {
      level.cursor = ListCursor()
      level.anchor = nil
    }
    opened()
  }

  // MARK: Rows

  private func shownRange(height: Int) -> Range<Int> { cursor.top..<cursor.top + max(1, height) }

  /// Whether rows that show are being loaded.
  func isChanging(height: Int) -> Bool {
    pending != nil && lacks(shownRange(height: height))
  }

  /// The request for rows that show and are not there.
  mutating func missingRows(height: Int) -> [Effect] {
    let shown = shownRange(height: height)
    guard isStale || (pending == nil && !hasFailed && lacks(shown)) else { return [] }
    isStale = false
    lastSerial += 1
    let content = BookListRequest(
      list, filter: filter,
      range: max(0, shown.lowerBound - Self.margin)..<shown.upperBound + Self.margin,
      anchor: level.anchor)
    pending = Request(content: content, serial: lastSerial, selected: cursor.selected)
    return [.books(.list(content, serial: lastSerial))]
  }

  private func lacks(_ shown: Range<Int>) -> Bool {
    guard let current else { return true }
    let needed = shown.clamped(to: 0..<max(0, current.count))
    return !needed.isEmpty && needed.clamped(to: current.range) != needed
  }

  mutating func receive(_ window: BookListWindow, serial: Int, height: Int) {
    guard let request = pending, request.serial == serial else { return }
    pending = nil
    hasFailed = false
    guard window.list == list, window.filter == filter else { return }
    self.window = window
    // A cursor that was moved meanwhile stays there.
    if let index = window.anchorIndex, cursor.selected == request.selected {
      level.cursor.select(index)
    }
    level.cursor.move(by: 0, of: window.count)
    level.cursor.scroll(height: height, of: window.count)
    level.anchor = selectedRow?.id ?? level.anchor
  }

  mutating func failed(serial: Int) {
    guard pending?.serial == serial else { return }
    pending = nil
    hasFailed = true
  }

  mutating func retry() {
    guard hasFailed else { return }
    hasFailed = false
    isStale = true
  }
}

extension Browsing {
  /// Whether the library pane shows books.
  var isShelf: Bool { mode == .books }
  /// Whether keys are about the lists of books.
  var isShelfFocused: Bool { focus == .library && isShelf }

  var shelfHeight: Int { layout.listHeight(of: .library) }

  /// The request for rows of books that show and are not there.
  mutating func missingBooks() -> [Effect] {
    guard isShelf, layout.panes[.library] != nil else { return [] }
    return shelf.missingRows(height: shelfHeight)
  }
}
