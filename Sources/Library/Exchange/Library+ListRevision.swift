internal import GRDB

/// The revision of the user's lists and marks: changed by every edit, whoever made it, and by no
/// scan.
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
