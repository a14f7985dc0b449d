/// A library of the server, of one kind of items.
package struct AudiobookshelfLibrary: Equatable, Sendable, Identifiable {
  package enum Kind: Equatable, Sendable { case books, podcasts }

  package var id: String
  package var name: String
  package var kind: Kind

  package init(id: String, name: String, kind: Kind) {
    self.id = id
    self.name = name
    self.kind = kind
  }
}

/// A row of a page of a library's items: what says whether the details must be fetched.
package struct AudiobookshelfItem: Equatable, Sendable, Identifiable {
  package var id: String
  /// The server's mark of its version: milliseconds of its last change.
  package var updated: Int64
  /// Whether its files are gone from the server's disk.
  package var isMissing: Bool
  /// Files of a book, episodes of a podcast; an item without any is an e-book, or an empty show.
  package var parts: Int

  package init(id: String, updated: Int64, isMissing: Bool = false, parts: Int = 1) {
    self.id = id
    self.updated = updated
    self.isMissing = isMissing
    self.parts = parts
  }
}

/// A page of the items of a library.
package struct AudiobookshelfPage: Equatable, Sendable {
  package var items: [AudiobookshelfItem]
  /// Of the whole library, as the server counts them now.
  package var total: Int
  /// Items that the server sent, those of which nothing could be read included.
  package var sent: Int

  package init(items: [AudiobookshelfItem], total: Int, sent: Int) {
    self.items = items
    self.total = total
    self.sent = sent
  }
}
