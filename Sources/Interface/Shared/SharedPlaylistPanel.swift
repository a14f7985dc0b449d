package import Music
import Screen

/// A shared playlist: its entries, and the comments on the one at the cursor.
package struct SharedPlaylistPanel: Equatable, Sendable {
  enum Part: Equatable, Sendable { case entries, comments }

  let id: SharedPlaylistID
  /// For the title until the contents come.
  let name: String
  /// Nil before the first answer.
  package private(set) var contents: SharedContents?
  private(set) var part = Part.entries
  package internal(set) var cursor = ListCursor()
  private(set) var commentCursor = ListCursor()
  package private(set) var search = WindowSearch()
  /// The entries that the search leaves, by their indices.
  private(set) var shown: [Int] = []

  init(_ playlist: SharedPlaylist) { (id, name) = (playlist.id, playlist.name) }

  /// The index among all entries, and the entry at the cursor.
  var index: Int? { shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil }
  var entry: SharedEntry? { index.flatMap { contents?.entries[$0] } }

  var comment: SharedComment? {
    guard let comments = entry?.comments, comments.indices.contains(commentCursor.selected) else {
      return nil
    }
    return comments[commentCursor.selected]
  }

  // MARK: Contents

  /// The cursors stay at their entry and comment.
  mutating func receive(_ contents: SharedContents, height: Int) {
    let (entry, comment) = (entry?.id, comment?.id)
    self.contents = contents
    find()
    let row = shown.firstIndex { contents.entries[$0].id == entry }
    cursor.move(to: row ?? cursor.selected, of: shown.count)
    cursor.scroll(height: height, of: shown.count)
    let comments = self.entry?.comments ?? []
    let index = row == nil ? 0 : comments.firstIndex { $0.id == comment }
    commentCursor.move(to: index ?? commentCursor.selected, of: comments.count)
  }

  private mutating func find() {
    let entries = contents?.entries ?? []
    shown = entries.indices.filter { index in
      let entry = entries[index]
      return search.matches([entry.title, entry.artist] + entry.comments.map(\.text))
    }
  }

  /// Shows one's own reaction before it is stored.
  mutating func react(_ reaction: Reaction) {
    guard let index else { return }
    contents?.entries[index].reaction = reaction
    contents?.entries[index].isWaiting = true
  }

  /// Shows a move by a row before it is stored.
  ///
  /// - Returns: The moved entry, and the one that it follows now, by their ids.
  mutating func moveEntry(by step: Int, height: Int) -> (id: String, after: String?)? {
    guard let index, var entries = contents?.entries, entries.indices.contains(index + step) else {
      return nil
    }
    entries.swapAt(index, index + step)
    contents?.entries = entries
    find()
    moveEntries(by: step, height: height)
    return (entries[index + step].id, index + step > 0 ? entries[index + step - 1].id : nil)
  }

  // MARK: Cursors

  mutating func move(by step: Int, height: Int) {
    switch part {
    case .entries: moveEntries(by: step, height: height)
    case .comments: commentCursor.move(by: step, of: entry?.comments.count ?? 0)
    }
  }

  mutating func moveEntries(by step: Int, height: Int) {
    let before = index
    cursor.move(by: step, of: shown.count)
    cursor.scroll(height: height, of: shown.count)
    if index != before { commentCursor = ListCursor() }
  }

  mutating func scrollEntries(to top: Int, of list: WindowList) {
    part = .entries
    let before = index
    cursor.scroll(to: top, of: list)
    if index != before { commentCursor = ListCursor() }
  }

  mutating func select(_ part: Part) { self.part = part }

  mutating func selectComment(_ index: Int) {
    part = .comments
    commentCursor.move(to: index, of: entry?.comments.count ?? 0)
  }

  // MARK: Searching

  mutating func openSearch() {
    part = .entries
    search.open()
  }

  mutating func leaveSearch() { search.leave() }

  mutating func clearSearch(height: Int) {
    search.clear()
    if let contents { receive(contents, height: height) }
  }

  mutating func type(_ input: Input, height: Int) {
    guard search.type(input), let contents else { return }
    receive(contents, height: height)
  }
}
