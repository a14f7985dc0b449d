internal import GRDB

/// The revision of the user's lists and marks: changed by every edit, whoever made it, and by no
/// scan.
package struct ListRevision: Equatable, Sendable {
  var lists: Int64
  var marks: Int64

  init(_ db: Database) throws {
    let revision = try Revision.current(db)
    (lists, marks) = (revision.lists, revision.marks)
  }

  /// From `text`; nil for anything else.
  package init?(text: String) {
    let numbers = text.split(separator: ".").compactMap { Int64($0) }
    guard numbers.count == 2 else { return nil }
    (lists, marks) = (numbers[0], numbers[1])
  }

  /// Whether no list has changed, though marks may have.
  package func hasSameLists(as other: ListRevision) -> Bool { lists == other.lists }

  package var text: String { "\(lists).\(marks)" }
}

extension Library {
  /// The setting of the versions of a sync folder's file that the library knows. A restored library
  /// begins without it.
  package static let syncRecordKey = "sync record"

  package func listRevision() async throws(LibraryError) -> ListRevision {
    try await read { try ListRevision($0) }
  }
}
