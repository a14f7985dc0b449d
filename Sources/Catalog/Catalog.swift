package import Music

/// Every track of a library as columns, in every order that lists have.
///
/// Confined to one thread at a time; the lists that it makes are values of their own, which go on
/// holding what they held.
package final class Catalog: @unchecked Sendable {
  // because whoever has a catalog touches it behind one lock, it may go from thread to thread.

  var columns = TrackColumns()
  /// The state of the database that the catalog shows.
  package var version: CatalogVersion
  var orders = SortPermutations()
  var albums = AlbumTable()
  var made = DerivedLists()
  private var queries = QueryCache()
  /// The file that its columns lie in, as far as they were not replaced since.
  var mapping: CatalogMapping?
  /// How often anything was changed, marks included.
  package internal(set) var edits = 0

  package init(_ version: CatalogVersion = CatalogVersion()) { self.version = version }

  package var count: Int { columns.count }

  /// The tracks whose files were there at the last look.
  package var visible: TrackSet {
    if let visible = made.visible { return visible }
    var visible = columns.present
    let flags = columns.flags.values
    visible.formIntersection(
      TrackSet(capacity: count) { !flags[$0].contains(.missing) })
    made.visible = visible
    return visible
  }

  /// The tracks that are there for which a query holds, missing ones included.
  ///
  /// - Parameters:
  ///   - lists: Another number whenever playlists are not what they were.
  ///   - now: Unix seconds, which ages count from.
  ///   - playlist: The ids of the tracks of the playlist with a folded name.
  ///   - notes: The ids of the tracks whose notes hold a folded text.
  package func matching(
    _ query: TrackQuery, lists: Int64, now: Int64, playlist: (String) -> [Int64],
    notes: (String) -> [Int64]
  ) -> TrackSet {
    searches += 1
    let known = knownWords
    let found = queries.matching(
      query, in: columns, edition: edits &* 1_000_003 &+ Int(lists), now: now,
      playlist: playlist, notes: notes, nameStarts: nameStarts, known: known)
    if count >= leastForContinuations, let word = query.lastWord,
      made.continuations?.beginning != word,
      let next = Continuations(
        after: word, among: known[word] ?? (query == .word(word) ? found : nil))
    {
      made.continuations = next
    }
    return found
  }

  /// The words for which it is known what is found.
  private var knownWords: [String: TrackSet] {
    guard let next = made.continuations?.sets, !next.isEmpty else { return made.letters }
    return made.letters.merging(next) { $1 }
  }

  /// With fewer tracks nobody waits for the next letter of a word.
  package var leastForContinuations = 50_000

  /// How often texts were searched.
  package private(set) var searches = 0

  /// Gives back memory that the file still has; a part of it, so that nobody waits for it.
  ///
  /// - Parameter start: 0, or what was returned for the part before.
  /// - Returns: Where the next part starts; nil after the last one.
  package func releaseCleanPages(from start: Int) -> Int? {
    mapping?.releaseCleanPages(from: start)
  }

  /// Has the next queries answered anew.
  package func forgetAnswers() { queries = QueryCache() }

  /// The ordinal of a track that is there.
  package func ordinal(of track: TrackID) -> Int? {
    rowIndex(of: track.rawValue).flatMap { columns.present[$0] ? $0 : nil }
  }

  /// The ordinal that a number had or has.
  func rowIndex(of id: Int64) -> Int? {
    let ids = columns.id.values
    let index = TrackColumns.Names.partitionIndex(in: 0..<ids.count) { ids[$0] < id }
    return index < ids.count && ids[index] == id ? index : nil
  }
}

/// Which state of which database a catalog shows.
package struct CatalogVersion: Equatable, Sendable {
  /// What the database is called by itself, so that another one's catalog is not taken for its.
  package var identity: UInt64
  /// The number of the last change that is in.
  package var change: Int64
  /// How its texts were made; catalogs of other makes are made anew.
  package var make: Int64

  package init(identity: UInt64 = 0, change: Int64 = 0, make: Int64 = 0) {
    self.identity = identity
    self.change = change
    self.make = make
  }
}
