internal import GRDB

/// The playlists and entries that this process has changed lately, by transaction.
///
/// A value that was read at one revision is brought to another by the rows in between, as long as
/// each transaction in between is known; one of another process is not.
struct ListChanges: Sendable {
  /// A row of `entries`, in the playlist that it is in or has left.
  struct ChangedEntry: Sendable {
    var entry: Int64
    var playlist: Int64
  }

  /// The rows that were changed by one or more transactions, some of them more than once.
  struct Rows: Sendable {
    var entries: [ChangedEntry] = []
    var playlists: [Int64] = []

    var count: Int { entries.count + playlists.count }
  }

  private struct Transaction: Sendable {
    var before: PlaylistRevision
    var after: PlaylistRevision
    var rows: Rows
  }

  private var transactions: [Transaction] = []

  private static let maximumTransactions = 200
  /// More rows than this are read faster with all the others.
  static let maximumRows = 1_000

  /// - Parameter rows: nil where they are too many.
  mutating func append(_ rows: Rows?, from before: PlaylistRevision, to after: PlaylistRevision) {
    if transactions.last?.after != before { transactions.removeAll() }
    guard let rows else { return transactions.removeAll() }
    transactions.append(Transaction(before: before, after: after, rows: rows))
    if transactions.count > Self.maximumTransactions { transactions.removeFirst() }
  }

  /// The rows that differ between two revisions; nil where they are unknown or too many.
  func rows(from made: PlaylistRevision, to now: PlaylistRevision) -> Rows? {
    guard made != now else { return Rows() }
    guard let first = transactions.firstIndex(where: { $0.before == made }),
      let last = transactions.lastIndex(where: { $0.after == now }), first <= last
    else { return nil }
    var rows = Rows()
    for transaction in transactions[first...last] {
      rows.entries += transaction.rows.entries
      rows.playlists += transaction.rows.playlists
      guard rows.count <= Self.maximumRows else { return nil }
    }
    return rows
  }
}

/// The revision of playlists, their entries, and the tracks of these.
struct PlaylistRevision: Equatable, Sendable {
  var tracks: Int64
  var lists: Int64
}

extension Revision {
  var ofLists: PlaylistRevision { PlaylistRevision(tracks: tracks, lists: lists) }
}

/// Temporary triggers of the writing connection, which note changed playlists and entries.
extension Database {
  func createListTriggers() throws {
    try execute(
      sql: """
        CREATE TEMP TABLE changed_entries (entry INTEGER, playlist INTEGER);
        CREATE TEMP TABLE changed_playlists (playlist INTEGER);
        CREATE TEMP TRIGGER note_inserted_entry AFTER INSERT ON main.entries BEGIN
          INSERT INTO changed_entries VALUES (NEW.id, NEW.playlist);
        END;
        CREATE TEMP TRIGGER note_updated_entry AFTER UPDATE ON main.entries BEGIN
          INSERT INTO changed_entries VALUES (OLD.id, OLD.playlist), (NEW.id, NEW.playlist);
        END;
        CREATE TEMP TRIGGER note_deleted_entry AFTER DELETE ON main.entries BEGIN
          INSERT INTO changed_entries VALUES (OLD.id, OLD.playlist);
        END;
        CREATE TEMP TRIGGER note_inserted_playlist AFTER INSERT ON main.playlists BEGIN
          INSERT INTO changed_playlists VALUES (NEW.id);
        END;
        CREATE TEMP TRIGGER note_updated_playlist AFTER UPDATE ON main.playlists BEGIN
          INSERT INTO changed_playlists VALUES (OLD.id), (NEW.id);
        END;
        CREATE TEMP TRIGGER note_deleted_playlist AFTER DELETE ON main.playlists BEGIN
          INSERT INTO changed_playlists VALUES (OLD.id);
        END;
        """)
  }

  /// Forgets the changes that were noted.
  ///
  /// - Returns: nil where they are too many.
  func takeListChanges() throws -> ListChanges.Rows? {
    let limit = ListChanges.maximumRows + 1
    var rows = ListChanges.Rows()
    let entries = try Row.fetchCursor(
      cachedStatement(sql: "SELECT entry, playlist FROM changed_entries LIMIT ?"),
      arguments: [limit])
    while let row = try entries.next() {
      rows.entries.append(
        try ListChanges.ChangedEntry(entry: row.value(0), playlist: row.value(1)))
    }
    rows.playlists = try Int64.fetchAll(
      cachedStatement(sql: "SELECT playlist FROM changed_playlists LIMIT ?"), arguments: [limit])
    guard rows.count > 0 else { return rows }
    try cachedStatement(sql: "DELETE FROM changed_entries").execute()
    try cachedStatement(sql: "DELETE FROM changed_playlists").execute()
    return rows.count < limit ? rows : nil
  }
}
