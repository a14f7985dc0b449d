package import Music

/// Joins bookmarks of this library with those of a server, by what both had the last time.
///
/// A bookmark that was removed on one side is removed on the other, unless it was given another title
/// there. Of two new titles ours stays.
package struct BookmarkMerge: Equatable, Sendable {
  package struct Changes: Equatable, Sendable {
    package var added: [ServerBookmark] = []
    package var renamed: [ServerBookmark] = []
    package var removed: [ServerBookmark] = []

    package var isEmpty: Bool { added.isEmpty && renamed.isEmpty && removed.isEmpty }
  }

  /// What is to be done at the server.
  package private(set) var forServer = Changes()
  /// What is to be done in this library.
  package private(set) var forUs = Changes()
  /// What both have afterwards, for the next merge.
  package private(set) var both: [ServerBookmark] = []

  private struct Key: Hashable, Comparable {
    var book: String
    var second: Int64

    init(_ bookmark: ServerBookmark) {
      book = bookmark.book
      second = bookmark.second
    }

    static func < (a: Key, b: Key) -> Bool { (a.book, a.second) < (b.book, b.second) }
  }

  /// - Parameters:
  ///   - last: `both` of the last merge; empty for the first.
  ///   - ours: of twice the same second the first counts.
  package init(last: [ServerBookmark], ours: [ServerBookmark], theirs: [ServerBookmark]) {
    let last = Self.byKey(last)
    let ours = Self.byKey(ours)
    let theirs = Self.byKey(theirs)
    for key in Set(last.keys).union(ours.keys).union(theirs.keys).sorted() {
      join(last[key], ours[key], theirs[key])
    }
  }

  private static func byKey(_ bookmarks: [ServerBookmark]) -> [Key: ServerBookmark] {
    Dictionary(bookmarks.map { (Key($0), $0) }) { first, _ in first }
  }

  private mutating func join(
    _ last: ServerBookmark?, _ ours: ServerBookmark?, _ theirs: ServerBookmark?
  ) {
    switch (ours, theirs) {
    case (nil, nil): break
    case (let ours?, nil):
      if let last, last.note == ours.note {
        forUs.removed.append(ours)
      } else {
        forServer.added.append(ours)
        both.append(ours)
      }
    case (nil, let theirs?):
      if let last, last.note == theirs.note {
        forServer.removed.append(theirs)
      } else {
        forUs.added.append(theirs)
        both.append(theirs)
      }
    case (let ours?, let theirs?):
      if ours.note == theirs.note {
        both.append(theirs)
      } else if let last, last.note == ours.note {
        forUs.renamed.append(theirs)
        both.append(theirs)
      } else {
        forServer.renamed.append(ours)
        both.append(ours)
      }
    }
  }
}
