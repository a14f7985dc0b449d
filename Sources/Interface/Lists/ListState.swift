package import Music

/// What a list shows: rows of the library, or the play queue.
package enum ListContent: Hashable, Sendable {
  case library(ListQuery)
  case queue
}

/// Which of the lists of the screen something is meant for.
package enum ListID: String, Hashable, Sendable {
  case library, playlists, queue
}

/// A list on the screen: what it lists, the rows at hand, the cursor and the marks.
package struct ListState: Equatable, Sendable {
  package var content: ListContent
  /// The rows at hand; those not at hand are drawn empty until they come.
  package var window: ListWindow
  /// The index in the whole list of the cursor's row and of the first row shown.
  package var selected = 0
  package var top = 0
  package var marks = Marks()
  /// The request that was made last; answers to older ones are dropped.
  var serial = 0
  package internal(set) var isLoading = false
  /// The rows at hand may be out of date.
  var isStale = true
  /// Whether rows, or the news that there are none, have ever come.
  private(set) var hasLoaded = false
  /// The last request came to nothing: it is made again when a key is pressed, not at once.
  var hasFailed = false
  /// Rows with edits that the rows at hand do not show yet; nil where they show every edit.
  var edited: Set<RowID>?
  /// The row the cursor belongs to when the rows around it change.
  var anchor: RowID?
  /// Where the cursor was when rows were asked for, and the anchor that was given along.
  private var requested = Viewport(index: 0, anchor: nil)
  /// Whether no edit was under way when rows were asked for.
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

  /// Whether the row at the cursor is the one that the keys before it have led to: not one of a
  /// list that shows only until another one has come, and not one beside a row that is on its way.
  /// The queue is known without its rows.
  var isSettled: Bool {
    guard case .library(let query) = content else { return true }
    guard hasLoaded, window.query == query else { return false }
    guard window.count > 0 else { return true }
    return selectedRow.map { anchor == nil || anchor == $0.id } ?? false
  }

  /// The rows a command is about: the marked ones, else the cursor's. Of a list that is marked as
  /// a whole only those at hand: ask `App.selection` for all.
  package var chosen: [RowID] {
    if marks.isEmpty { return selectedRow.map { [$0.id] } ?? [] }
    // Marks beyond the window have lost their order; those at hand keep it.
    let atHand = window.rows.map(\.id).filter(marks.contains)
    guard !marks.isInverted else { return atHand }
    return atHand + marks.rows.subtracting(atHand).sorted { $0.order < $1.order }
  }

  /// Puts the cursor on a row when the rows come.
  mutating func awaitRow(_ row: RowID) {
    anchor = row
    isStale = true
  }

  /// Puts the cursor on a row: at once where it is at hand, else when the rows come.
  mutating func select(_ row: RowID) {
    awaitRow(row)
    if let index = window.rows.firstIndex(where: { $0.id == row }) {
      selected = window.start + index
    }
  }

  /// The rows at hand lack an edit from now on, that of some rows where these are known.
  mutating func noteEdit(of rows: [RowID] = []) { edited = (edited ?? []).union(rows) }

  mutating func changeQuery(_ change: (inout ListQuery) -> Void) {
    guard case .library(var query) = content else { return }
    change(&query)
    guard .library(query) != content else { return }
    content = .library(query)
    isStale = true
  }

  /// Takes note of a request under a number of its own.
  mutating func request(_ serial: Int, afterEdits: Bool) {
    self.serial = serial
    requestedAfterEdits = afterEdits
    isStale = false
    isLoading = true
    requested = Viewport(index: selected, anchor: anchor)
  }

  mutating func move(to index: Int, height: Int) {
    selected = max(0, min(count - 1, index))
    anchor = selectedRow?.id
    scroll(height: height)
  }

  /// Keeps the cursor on the screen, with a row of what comes next where there is room.
  mutating func scroll(height: Int) {
    guard height > 0 else { return }
    let margin = height > 6 ? 2 : 0
    if selected < top + margin { top = selected - margin }
    if selected >= top + height - margin { top = selected - height + 1 + margin }
    top = max(0, min(top, count - height))
  }

  /// The rows worth having: what shows, and a few pages around it; of a list that is not known yet
  /// fewer, since somebody waits for them.
  func wantedRange(height: Int) -> Range<Int> {
    let isKnown = hasLoaded && (content == .queue || content == .library(window.query))
    let spare = isKnown ? max(50, height * 3) : max(25, height)
    return max(0, top - spare)..<(top + height + spare)
  }

  /// The request for the rows worth having.
  func load(for slot: ListID, height: Int, of queue: PlayQueue) -> ListRequest {
    let range = wantedRange(height: height)
    switch content {
    case .library(let query): return .load(slot, query, range, anchor: anchor, serial: serial)
    case .queue:
      let range = range.clamped(to: 0..<queue.tracks.count)
      return .loadQueue(
        range.map { queue.item(at: $0) }, start: range.lowerBound, count: queue.tracks.count,
        anchorIndex: anchorIndex(in: queue), serial: serial)
    }
  }

  /// Whether what shows is on its way, or shows still what was asked for before.
  func isChanging(height: Int) -> Bool {
    let isExpected = isLoading && (!hasLoaded || lacksRows(height: height))
    guard isLoading, case .library(let query) = content else { return isExpected }
    return query != window.query || isExpected
  }

  /// Whether rows that show are not at hand.
  func lacksRows(height: Int) -> Bool {
    // A place that was restored is beyond what is known until the first rows come.
    let shown = min(top, count)..<min(count, top + height)
    guard !shown.isEmpty else { return false }
    let have = window.start..<(window.start + window.rows.count)
    return !(have.lowerBound <= shown.lowerBound && shown.upperBound <= have.upperBound)
  }

  /// Takes the answer to a request.
  mutating func update(_ new: ListWindow, height: Int) {
    isLoading = false
    hasFailed = false
    hasLoaded = true
    if requestedAfterEdits { edited = nil }
    let isFirst = window.count == 0 && window.rows.isEmpty
    window = new
    if let index = new.anchorIndex {
      // The row stays at its place on the screen while rows come and go above it.
      let position = currentIndex(of: index)
      top += position - selected
      selected = position
    }
    selected = max(0, min(count - 1, selected))
    if isFirst { top = max(0, selected - height / 2) }
    anchor = selectedRow?.id ?? anchor
    scroll(height: height)
    // What a collapsed group hides is still in the list.
    if !marks.isEmpty, new.rows.count == new.count, new.query.collapsed.isEmpty {
      marks.keep(new.rows.map(\.id))
    }
  }
}

extension ListState {
  /// Where the cursor belongs in the rows that came, of which the requested one is at `index`:
  /// keys that were pressed since the request hold.
  private func currentIndex(of index: Int) -> Int {
    guard requested != Viewport(index: selected, anchor: anchor) else { return index }
    if let anchor, anchor != requested.anchor,
      let row = window.rows.firstIndex(where: { $0.id == anchor })
    {
      return window.start + row
    }
    // Rows came or went above both alike, as far as can be told.
    return selected + index - requested.index
  }
}

extension RowID {
  /// An order in which rows can be sorted that are not at hand; the numbers of tracks and entries
  /// are compared as such, since there may be very many.
  fileprivate var order: (Int64, String) {
    switch self {
    case .track(let id): (id.rawValue, "")
    case .entry(let id): (id.rawValue, "")
    case .queueItem(let id): (id.rawValue, "")
    case .folder, .artist, .album, .genre, .list, .playlist, .playlistFolder, .group:
      (0, "\(self)")
    }
  }
}
