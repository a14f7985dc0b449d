package import Music
import Screen

/// The window that finds tracks of the library and adds them to a playlist.
package struct AddTracksPanel: Equatable, Sendable {
  let playlist: PlaylistID
  /// The playlist's name.
  let name: String
  /// The entry that the additions follow; nil for the end of the playlist.
  let anchor: Anchor?
  package private(set) var field = TextField()
  private(set) var mistake: String?
  /// The last text without a mistake.
  private var filter = ""
  /// Whether the cursor is in the rows rather than in the text.
  private(set) var isInRows = false
  package internal(set) var cursor = ListCursor()
  /// The last answer, of this query or one before it; nil before the first.
  private(set) var found: ListWindow?
  private var asked: Request?
  /// Whether the first row is added when it is found: Enter came before the answer.
  private var addsWhenFound = false
  /// In the order of marking.
  package private(set) var marked: [TrackID] = []
  /// The tracks that were added, those of unanswered additions included.
  package private(set) var added: [TrackID] = []
  /// The number of new entries.
  package private(set) var count = 0

  package struct Anchor: Equatable, Sendable {
    var entry: EntryID
    var title: String
  }

  private struct Request: Equatable {
    var query: ListQuery
    var range: Range<Int>
    var serial: Int
  }

  /// Rows that are read around those that show.
  private static let margin = 100

  init(playlist: PlaylistID, name: String, anchor: Anchor?) {
    self.playlist = playlist
    self.name = name
    self.anchor = anchor
  }

  private var query: ListQuery { ListQuery(.songs, filter: filter) }
  /// Whether the rows are those of the text.
  var isCurrent: Bool { found?.query == query && mistake == nil }
  package var rowCount: Int { found?.count ?? 0 }

  func track(at row: Int) -> Track? { found?[row]?.track }

  /// The track at the cursor.
  var track: Track? { track(at: cursor.selected) }

  // MARK: Moving

  /// Moves in the rows; up from the first one leads back to the text.
  mutating func move(by step: Int, height: Int) {
    if isInRows, step == -1, cursor.selected == 0 { return isInRows = false }
    guard rowCount > 0 else { return }
    let isEntering = !isInRows
    isInRows = true
    // The first row is already at the cursor while a text is typed.
    if !isEntering || step != 1 { cursor.move(by: step, of: rowCount) }
    cursor.scroll(height: height, of: rowCount)
  }

  mutating func select(_ row: Int, height: Int) {
    isInRows = true
    cursor.move(to: row, of: rowCount)
    cursor.scroll(height: height, of: rowCount)
  }

  mutating func focusText() { isInRows = false }

  // MARK: Searching

  /// Types into the text, from the rows as well; false for a key without a meaning there.
  mutating func type(_ input: Input) -> Bool {
    let before = field.text
    guard field.handle(input) else { return false }
    isInRows = false
    guard field.text != before else { return true }
    do throws(QueryError) {
      _ = try TrackQuery(parsing: field.text)
      (mistake, filter, cursor) = (nil, field.text, ListCursor())
    } catch {
      mistake = "Column \(error.column): \(error.reason)"
    }
    return true
  }

  /// The request for rows that show and are not there.
  mutating func missingRows(height: Int, serial: Int) -> LoadRequest? {
    let shown = cursor.top..<cursor.top + max(1, height)
    if let found, found.query == query {
      let needed = shown.clamped(to: 0..<found.count)
      if needed.isEmpty || needed.clamped(to: found.range) == needed { return nil }
    }
    if let asked, asked.query == query, shown.clamped(to: asked.range) == shown { return nil }
    let range = max(0, shown.lowerBound - Self.margin)..<shown.upperBound + Self.margin
    asked = Request(query: query, range: range, serial: serial)
    return .tracksToAdd(query, range, serial: serial)
  }

  /// Requests the rows again: the library has changed.
  mutating func reload(height: Int, serial: Int) -> LoadRequest? {
    found = nil
    asked = nil
    return missingRows(height: height, serial: serial)
  }

  /// Takes an answer; false for one that is out of date.
  ///
  /// - Returns: Whether the first row is to be added now.
  mutating func receive(_ window: ListWindow, serial: Int, height: Int) -> Bool {
    guard asked?.serial == serial else { return false }
    asked = nil
    found = window
    cursor.move(by: 0, of: window.count)
    cursor.scroll(height: height, of: window.count)
    if window.count == 0 { isInRows = false }
    defer { addsWhenFound = false }
    return addsWhenFound && isCurrent
  }

  // MARK: Adding

  mutating func mark(height: Int) {
    guard isCurrent, let id = track?.id else { return }
    if let index = marked.firstIndex(of: id) {
      marked.remove(at: index)
    } else {
      marked.append(id)
    }
    isInRows = true
    cursor.move(by: 1, of: rowCount)
    cursor.scroll(height: height, of: rowCount)
  }

  /// The edit that adds the marked tracks, else the one at the cursor, which moves on.
  mutating func add(height: Int) -> EntryEdit? {
    guard isCurrent else {
      addsWhenFound = mistake == nil
      return nil
    }
    let chosen = marked.isEmpty ? [track?.id].compactMap(\.self) : marked
    guard !chosen.isEmpty else { return nil }
    if marked.isEmpty, isInRows {
      cursor.move(by: 1, of: rowCount)
      cursor.scroll(height: height, of: rowCount)
    }
    marked = []
    let before = added
    added += chosen.filter { !before.contains($0) }
    return .insert(
      chosen.map { QueuedTrack($0) }, into: playlist, behind: anchor?.entry, past: before)
  }

  mutating func forgetWaiting() { addsWhenFound = false }

  /// Counts the new entries of an addition.
  mutating func note(_ addition: Addition) {
    if addition.target == playlist { count += addition.added }
  }

  /// The rows could not be read; the next key asks for them again.
  mutating func refused(serial: Int) {
    if asked?.serial == serial { asked = nil }
  }

  /// The edit was refused: its tracks are not in the playlist.
  mutating func refused(_ tracks: [QueuedTrack], before: [TrackID]) {
    let lost = Set(tracks.map(\.track)).subtracting(before)
    added.removeAll { lost.contains($0) }
  }
}

extension ListWindow {
  /// The rows that are there.
  fileprivate var range: Range<Int> { start..<start + rows.count }
}
