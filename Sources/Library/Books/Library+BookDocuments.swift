internal import GRDB
package import Music

/// A text that differs where the documents beside a book have changed, nil for none. The folder is
/// that of the book; nil where others are in it.
package typealias BookDocumentStamp = @Sendable (_ first: FilePath, _ folder: FilePath?) -> String?

// Documents beside books, which may change while no file with sound does.
extension Library {
  /// Looks which books have other documents than the last time, which `formBooks` reads then. Those
  /// of a book that was formed since are read once more.
  package func lookAtBookDocuments(
    _ stamp: @escaping BookDocumentStamp
  ) async throws(LibraryError) {
    let groups = try await read { try $0.knownBookGroups() }
    guard !groups.isEmpty else { return }
    // Of a drive that is away nothing is known.
    let reachable = groups.filter { $0.tracks.contains(where: \.isReachable) }
    let found = await BookReading.read(reachable) { StampedBook($0, stamp) }
    guard !Task.isCancelled else { throw .cancelled }
    let all = Set(groups.map(\.key))
    // Most often there is nothing to write.
    guard try await read({ db in try db.bookDocuments().isOther(found, of: all) }) else { return }
    try await write(changing: .nothing) { db in
      var documents = try db.bookDocuments()
      for track in documents.take(found, of: all) {
        try db.execute(
          sql: "UPDATE tracks SET changed = ? WHERE id = ?",
          arguments: [try db.nextChange(), track])
      }
      try db.execute(
        sql: "INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)",
        arguments: [BookDocuments.key, try StoredJSON.sorted(documents.stamps)])
    }
  }
}

/// A book with the stamp of what is beside it.
private struct StampedBook: Sendable {
  var key: String
  var track: Int64
  var stamp: String?

  init(_ group: BookGroup, _ stamp: BookDocumentStamp) {
    (key, track) = (group.key, group.tracks[0].id)
    self.stamp = stamp(group.tracks[0].path, group.folder)
  }
}

/// The stamps as they were last seen, by the keys of books.
private struct BookDocuments: Equatable {
  var stamps: [String: String]

  static let key = "books.documents"

  /// - Parameter all: the keys of all books; what is known of others is of no use.
  func isOther(_ found: [StampedBook], of all: Set<String>) -> Bool {
    var taken = self
    _ = taken.take(found, of: all)
    return taken != self
  }

  /// - Returns: A track of each book whose documents differ.
  mutating func take(_ found: [StampedBook], of all: Set<String>) -> [Int64] {
    stamps = stamps.filter { all.contains($0.key) }
    var changed: [Int64] = []
    for book in found where stamps[book.key] != book.stamp {
      stamps[book.key] = book.stamp
      changed.append(book.track)
    }
    return changed
  }
}

extension Database {
  /// What is a book by now, in the folders with parts of books.
  fileprivate func knownBookGroups() throws -> [BookGroup] {
    try bookGroups(
      in: Int64.fetchAll(
        self,
        // The order of a cross join is kept: few tracks are parts of books, after each scan.
        sql: """
          SELECT DISTINCT t.folder FROM book_parts p CROSS JOIN tracks t ON t.id = p.track
          WHERE t.source = 1
          """))
  }

  fileprivate func bookDocuments() throws -> BookDocuments {
    let text = try String.fetchOne(
      self, sql: "SELECT value FROM settings WHERE key = ?", arguments: [BookDocuments.key])
    // What cannot be read is made anew.
    return BookDocuments(stamps: text.flatMap { try? StoredJSON.read($0) } ?? [:])
  }
}
