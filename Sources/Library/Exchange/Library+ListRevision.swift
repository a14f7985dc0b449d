internal import GRDB

/// Which state the user's lists and marks are in: another one after every edit of them, whoever
/// made it, and the same whatever a scan does.
package struct ListRevision: Equatable, Sendable {
  var lists: Int64
  var marks: Int64
}

extension Library {
  package func listRevision() async throws(LibraryError) -> ListRevision {
    try await read { db in
      let revision = try Revision.current(db)
      return ListRevision(lists: revision.lists, marks: revision.marks)
    }
  }
}
