package import Music

/// Every track of a library as columns, in every order of lists.
///
/// Confined to one thread at a time; the lists it builds are independent snapshots.
package final class Catalog: @unchecked Sendable {
  // because a catalog is accessed behind one lock only, it may go from thread to thread.

  var columns = TrackColumns()
  /// The version of the database that the catalog shows.
  package var version: CatalogVersion
  /// The revision of tracks of which the columns show offline folders and grades of energies; nil
  /// for none.
  package var conditions: Int64?
  var orders = SortPermutations()
  var albums = AlbumTable()
  var derived = DerivedLists()
  private var queries = QueryCache()
  /// The mapped file of its columns, as far as they were not replaced since.
  var mapping: CatalogMapping?
  /// The number of changes, marks included.
  package internal(set) var edits = 0

  package init(_ version: CatalogVersion = CatalogVersion()) { self.version = version }

  package var count: Int { columns.count }

  /// The music whose files existed at the last scan: what lists show unless they are asked for more.
  package var visible: TrackSet {
    if let visible = derived.visible { return visible }
    var visible = existing
    visible.subtract(books)
    derived.visible = visible
    return visible
  }

  /// The tracks whose files existed at the last scan, parts of audiobooks included.
  package var existing: TrackSet {
    if let existing = derived.existing { return existing }
    var existing = columns.present
    existing.subtract(TrackSet(columns.flags, with: .missing))
    derived.existing = existing
    return existing
  }

  /// The parts of audiobooks, missing ones included.
  package var books: TrackSet {
    if let books = derived.books { return books }
    let books = TrackSet(columns.flags, with: .book)
    derived.books = books
    return books
  }

  /// The tracks that count in a list: of some, those that exist; else all visible ones.
  func counted(_ among: TrackSet?) -> TrackSet {
    guard var set = among else { return visible }
    set.formIntersection(existing)
    return set
  }

  /// The tracks that match a query, missing ones included.
  ///
  /// - Parameters:
  ///   - lists: A number that changes with every change of playlists, and for a query about comments with
  ///     every change of those.
  ///   - now: Unix seconds, which ages count from.
  ///   - playlist: The ids of the tracks of the playlist with a folded name.
  ///   - notes: The ids of the tracks whose notes contain a folded text.
  ///   - comments: The same of their comments.
  package func matching(
    _ query: TrackQuery, lists: Int64, now: Int64, playlist: (String) -> [Int64],
    notes: (String) -> [Int64], comments: (String) -> [Int64] = { _ in [] }
  ) -> TrackSet {
    searches += 1
    let known = knownWords
    let found = queries.matching(
      query, in: columns, edition: edits &* 1_000_003 &+ Int(lists), now: now,
      playlist: playlist, notes: notes, comments: comments, nameStarts: nameStarts, known: known)
    if count >= minimumForContinuations, let word = query.lastWord,
      derived.continuations?.beginning != word,
      let next = Continuations(
        after: word, among: known[word] ?? (query == .word(word) ? found : nil),
        total: derived.continuations?.totals[word])
    {
      derived.continuations = next
    }
    return found
  }

  /// Cached results of words.
  private var knownWords: [String: TrackSet] {
    guard let next = derived.continuations?.sets, !next.isEmpty else { return derived.letters }
    return derived.letters.merging(next) { $1 }
  }

  /// With fewer tracks searching for the next letter of a word is fast anyway.
  package var minimumForContinuations = 50_000

  /// The number of text searches.
  package private(set) var searches = 0

  /// Releases memory that the file can supply again; one part per call, so that nobody waits.
  ///
  /// - Parameter start: 0, or the result for the previous part.
  /// - Returns: The start of the next part; nil after the last one.
  package func releaseCleanPages(from start: Int) -> Int? {
    mapping?.releaseCleanPages(from: start)
  }

  /// Drops cached results of queries.
  package func forgetAnswers() { queries = QueryCache() }

  /// The ordinal of a present track.
  package func ordinal(of track: TrackID) -> Int? {
    rowIndex(of: track.rawValue).flatMap { columns.present[$0] ? $0 : nil }
  }

  /// The ordinal of a present or removed track's id.
  func rowIndex(of id: Int64) -> Int? {
    let ids = columns.id.values
    guard let first = ids.first, let last = ids.last, first <= id, id <= last else { return nil }
    // Ids ascend by one or more: the track is no further from either end than its id is. Where few
    // are missing, that is its place or nearly so.
    let fromFirst = Int(clamping: UInt64(bitPattern: id &- first))
    let fromLast = Int(clamping: UInt64(bitPattern: last &- id))
    let (low, high) = (max(0, ids.count - 1 - fromLast), min(ids.count - 1, fromFirst))
    guard low <= high else { return nil }
    let index = TrackColumns.Names.partitionIndex(in: low..<high) { ids[$0] < id }
    return ids[index] == id ? index : nil
  }
}

/// The database and its state that a catalog shows.
package struct CatalogVersion: Equatable, Sendable {
  /// The database's own identity, so that another one's catalog is not taken for its.
  package var identity: UInt64
  /// The number of the last change included.
  package var change: Int64
  /// The version of the derived texts; a catalog of another version is rebuilt.
  package var make: Int64

  package init(identity: UInt64 = 0, change: Int64 = 0, make: Int64 = 0) {
    self.identity = identity
    self.change = change
    self.make = make
  }
}
