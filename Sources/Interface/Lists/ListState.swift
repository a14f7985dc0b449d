package import Music

/// The contents of a list: rows of the library, or the play queue.
package enum ListContent: Hashable, Sendable {
  case library(ListQuery)
  case queue
}

/// The lists of the screen.
package enum ListID: String, Hashable, Sendable {
  case library, playlists, queue
}

/// A list on the screen: its contents, the loaded rows, the cursor and the marks.
package struct ListState: Equatable, Sendable {
  package var content: ListContent
  /// The loaded rows; others are drawn empty until they are loaded.
  package var window: ListWindow
  /// The indices in the whole list of the cursor's row and of the first visible row.
  package var selected = 0
  package var top = 0
  /// The rows that stand beside each other: the columns of a grid.
  var columns = 1
  package var marks = Marks()
  /// The serial of the last request; answers to older ones are dropped.
  var serial = 0
  package internal(set) var isLoading = false
  /// Whether the loaded rows may be out of date.
  var isStale = true
  /// Whether any answer, even an empty one, has come.
  private(set) var hasLoaded = false
  /// Whether the last request failed; the next key repeats it.
  var hasFailed = false
  /// Edited rows whose loaded state is older; nil where all loaded rows are current.
  var edited: Set<RowID>?
  /// The row that the cursor follows when rows around it change.
  var anchor: RowID?
  /// The beginning of the name that the cursor goes to with the next answer.
  private(set) var jump: String?
  /// The cursor's index and anchor at the last request.
  private var requested = Viewport(index: 0, anchor: nil)
  private var requestedRows: WantedRows?
  /// Whether no edit was pending at the last request.
  private var requestedAfterEdits = true

  private struct Viewport: Equatable, Sendable {
    var index: Int
    var anchor: RowID?
  }

  package init(_ query: ListQuery) {
    content = .library(query)
    window = ListWindow(query: query)
  }

  static var queue: ListState {
    var state = ListState(ListQuery(.songs))
    state.content = .queue
    return state
  }

  package var count: Int { window.count }
  package var query: ListQuery {
    if case .library(let query) = content { return query }
    return window.query
  }

  package var selectedRow: ListRow? { window[selected] }

  /// Whether the row at the cursor is final: the list is not about to be replaced, nor its anchor
  /// row still loading. The queue's items are known without their rows.
  var isCursorFinal: Bool {
    guard case .library(let query) = content else { return true }
    guard jump == nil, hasLoaded, window.query == query else { return false }
    guard window.count > 0 else { return true }
    return selectedRow.map { anchor == nil || anchor == $0.id } ?? false
  }

  /// The rows that a command is about: the marked ones, else the cursor's. Of an inverted marking
  /// only the loaded rows: use `App.selection` for all.
  package var chosen: [RowID] {
    if marks.isEmpty { return selectedRow.map { [$0.id] } ?? [] }
    // Marks beyond the window have lost their order; those of loaded rows keep it.
    let atHand = window.rows.map(\.id).filter(marks.contains)
    guard !marks.isInverted else { return atHand }
    return atHand + marks.rows.subtracting(atHand).sorted { $0.order < $1.order }
  }

  /// Puts the cursor on a row once it is loaded.
  mutating func awaitRow(_ row: RowID) {
    anchor = row
    isStale = true
  }

  /// Puts the cursor on a row, now or once it is loaded.
  mutating func select(_ row: RowID) {
    awaitRow(row)
    if let index = window.rows.firstIndex(where: { $0.id == row }) {
      selected = window.start + index
    }
  }

  /// Puts the cursor on the first row whose name begins with a text, once that row is found.
  mutating func jump(to beginning: String) {
    jump = beginning
    isStale = true
  }

  /// The rows could not be read.
  mutating func fail() {
    isLoading = false
    hasFailed = true
    edited = nil
    jump = nil
  }

  /// Notes that loaded rows lack an edit; `rows` names the edited ones where they are known.
  mutating func noteEdit(of rows: [RowID] = []) { edited = (edited ?? []).union(rows) }

  mutating func changeQuery(_ change: (inout ListQuery) -> Void) {
    guard case .library(var query) = content else { return }
    change(&query)
    guard .library(query) != content else { return }
    content = .library(query)
    isStale = true
    jump = nil
  }

  /// Records a request by its serial.
  mutating func request(_ serial: Int, afterEdits: Bool, height: Int) {
    self.serial = serial
    requestedAfterEdits = afterEdits
    // The answer to this request has others.
    if isStale { window.ends = [] }
    isStale = false
    isLoading = true
    requested = Viewport(index: selected, anchor: anchor)
    requestedRows = wantedRows(height: height)
  }

  mutating func move(to index: Int, height: Int) {
    selected = max(0, min(count - 1, index))
    jump = nil
    scroll(height: height)
    anchor = selectedRow?.id
  }

  /// Scrolls to the cursor, with a margin of two rows where there is room.
  mutating func scroll(height: Int) {
    guard height > 0 else { return }
    defer { showEnd(height: height) }
    guard columns == 1 else { return scrollGrid(height: height) }
    let margin = height > 6 ? 2 : 0
    if selected < top + margin { top = selected - margin }
    if selected >= top + height - margin { top = selected - height + 1 + margin }
    top = max(0, min(top, count - height))
  }

  /// Scrolls by whole rows of a grid.
  private mutating func scrollGrid(height: Int) {
    let (row, rows) = (selected / columns, max(1, height / columns))
    let last = max(0, (count + columns - 1) / columns - rows)
    top = max(0, min(max(row - rows + 1, min(row, top / columns)), last)) * columns
  }

  /// Has the rows of an end of the list at hand where that is visible.
  private mutating func showEnd(height: Int) {
    guard lacksRows(height: height) else { return }
    let shown = shownRange(height: height)
    if let end = window.ends.first(where: { $0.has(shown) }) { window.show(end) }
  }

  /// Scrolls to a first row, and takes the cursor along where it would leave the view.
  mutating func scroll(to top: Int, height: Int) {
    guard height > 0 else { return }
    guard columns == 1 else {
      let (first, rows) = ((max(0, top) + columns - 1) / columns, max(1, height / columns))
      let row = max(first, min(selected / columns, first + rows - 1))
      self.top = first * columns
      return move(to: row * columns + selected % columns, height: height)
    }
    self.top = max(0, min(top, count - height))
    let margin = height > 6 ? 2 : 0
    let shown = self.top + margin..<max(self.top + margin + 1, self.top + height - margin)
    move(to: max(shown.lowerBound, min(shown.upperBound - 1, selected)), height: height)
  }

  /// The pages on either side of the visible rows that are loaded before keys ask for them.
  private static let pagesAhead = 2

  /// Whether the loaded rows are of the list that shows, rather than of the one before.
  private var isKnown: Bool {
    hasLoaded && (content == .queue || content == .library(window.query))
  }

  /// The rows to load: the visible ones and a few pages around them, and the ends of the list; fewer
  /// for the first answer and for that with an edit, since the user waits for it.
  private func wantedRows(height: Int) -> WantedRows {
    if edited != nil, requestedAfterEdits {
      let spare = max(8, height / 2)
      return WantedRows(range: max(0, top - spare)..<(top + height + spare), ends: 0)
    }
    let spare = isKnown ? max(50, height * (ListState.pagesAhead + 2)) : max(25, height)
    return WantedRows(
      range: max(0, top - spare)..<(top + height + spare),
      ends: isKnown && window.ends.isEmpty ? height : 0)
  }

  /// Whether rows near the visible ones, or those of the ends, are not loaded.
  func lacksNearRows(height: Int) -> Bool {
    guard isKnown, window.rows.count < count, height > 0 else { return lacksRows(height: height) }
    let pages = height * ListState.pagesAhead
    let near = max(0, min(top, count) - pages)..<min(count, top + height + pages)
    let isMissing = !window.has(near) || content != .queue && window.ends.isEmpty
    // Rows that the last answer lacked are not there.
    return isMissing && requestedRows != wantedRows(height: height)
  }

  /// The request for the wanted rows.
  func load(for slot: ListID, height: Int, of queue: PlayQueue) -> ListRequest {
    let wanted = wantedRows(height: height)
    switch content {
    case .library(let query):
      if let jump { return .jump(slot, query, wanted.range, to: jump, serial: serial) }
      return .load(slot, query, wanted, anchor: anchor, serial: serial)
    case .queue:
      let range = wanted.range.clamped(to: 0..<queue.tracks.count)
      return .loadQueue(
        range.map { queue.item(at: $0) }, start: range.lowerBound, count: queue.tracks.count,
        anchorIndex: anchorIndex(in: queue), serial: serial)
    }
  }

  /// Whether the visible rows are loading, or belong to another query.
  func isChanging(height: Int) -> Bool {
    let isExpected = isLoading && (!hasLoaded || lacksRows(height: height))
    guard isLoading, case .library(let query) = content else { return isExpected }
    return query != window.query || isExpected
  }

  /// Whether visible rows are not loaded.
  func lacksRows(height: Int) -> Bool {
    let shown = shownRange(height: height)
    return !shown.isEmpty && !window.has(shown)
  }

  private func shownRange(height: Int) -> Range<Int> {
    // A restored index is beyond the known count until the first rows come.
    min(top, count)..<min(count, top + height)
  }

  /// Stores the answer to a request.
  mutating func update(_ new: ListWindow, height: Int) {
    isLoading = false
    hasFailed = false
    hasLoaded = true
    if requestedAfterEdits { edited = nil }
    let isFirst = window.count == 0 && window.rows.isEmpty
    let ends = window.query == new.query && window.count == new.count ? window.ends : []
    let growth = window.query == new.query ? new.count - window.count : nil
    window = new
    if new.ends.isEmpty { window.ends = ends }
    // A cursor that was moved meanwhile stays there.
    let isLeft = new.jump != nil && jump == nil
    jump = nil
    if let index = new.anchorIndex, !isLeft {
      // The cursor's row keeps its line on the screen while rows above come and go.
      let position = currentIndex(of: index, growth: growth)
      top += position - selected
      selected = position
    }
    selected = max(0, min(count - 1, selected))
    if isFirst { top = max(0, selected - height / 2) }
    anchor = selectedRow?.id ?? anchor
    scroll(height: height)
    // Marked rows in collapsed groups are still in the list.
    if !marks.isEmpty, new.rows.count == new.count, new.query.collapsed.isEmpty {
      marks.keep(new.rows.map(\.id))
    }
  }
}

extension ListState {
  /// The cursor's index in the loaded rows, where the requested row is at `index`: keys pressed
  /// since the request still count.
  ///
  /// - Parameter growth: The rows that the list has more than before; nil for another list.
  private func currentIndex(of index: Int, growth: Int?) -> Int {
    guard requested != Viewport(index: selected, anchor: anchor) else { return index }
    if let anchor, anchor != requested.anchor,
      let row = window.rows.firstIndex(where: { $0.id == anchor })
    {
      return window.start + row
    }
    // Rows above were presumably added or removed for both alike. Further than the list has grown
    // the requested row alone has moved, as one that was named anew.
    let shift = index - requested.index
    guard let growth else { return selected + shift }
    return selected + max(min(0, growth), min(max(0, growth), shift))
  }
}

extension RowID {
  /// A sort order for rows that are not loaded; ids of tracks and entries are compared as numbers,
  /// since there may be very many.
  fileprivate var order: (Int64, String) {
    switch self {
    case .track(let id): (id.rawValue, "")
    case .entry(let id): (id.rawValue, "")
    case .queueItem(let id): (id.rawValue, "")
    case .folder, .artist, .album, .genre, .category, .list, .playlist, .playlistFolder, .group:
      (0, "\(self)")
    }
  }
}
