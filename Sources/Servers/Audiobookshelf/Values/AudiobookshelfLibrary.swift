package import Music

/// A library of the server, of one kind of items.
package struct AudiobookshelfLibrary: Equatable, Sendable, Identifiable {
  package enum Kind: Equatable, Sendable { case books, podcasts }

  package var id: String
  package var name: String
  package var kind: Kind
  /// The percentage at which the server marks a book as finished, in place of the time that is left.
  package var finishedPercent: Double?
  /// Seconds that are left at which the server marks a book as finished.
  package var finishedSeconds: Double

  package init(
    id: String, name: String, kind: Kind, finishedPercent: Double? = nil,
    finishedSeconds: Double = 10
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.finishedPercent = finishedPercent
    self.finishedSeconds = finishedSeconds
  }
}

/// A row of a page of a library's items: what says whether the details must be fetched.
package struct AudiobookshelfItem: Equatable, Sendable, Identifiable {
  package var id: String
  package var title: String
  /// The server's mark of its version: milliseconds of its last change.
  package var updated: Int64
  /// Whether its files are gone from the server's disk.
  package var isMissing: Bool
  /// Files of a book, episodes of a podcast; an item without any is an e-book, or an empty show.
  package var parts: Int

  package init(id: String, title: String, updated: Int64, isMissing: Bool = false, parts: Int = 1) {
    self.id = id
    self.title = title
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

/// A series or a collection, with the ids of its items in order.
package struct AudiobookshelfGroup: Equatable, Sendable, Identifiable {
  package struct Member: Equatable, Sendable {
    package var item: String
    /// The number in a series, as written.
    package var sequence: String?

    package init(item: String, sequence: String? = nil) {
      self.item = item
      self.sequence = sequence
    }
  }

  package var id: String
  package var name: String
  package var members: [Member]

  package init(id: String, name: String, members: [Member]) {
    self.id = id
    self.name = name
    self.members = members
  }
}

/// What a search on the server finds in a library.
package struct AudiobookshelfMatches: Equatable, Sendable {
  package var books: [ServerBook]
  package var authors: [String]
  package var narrators: [String]
  package var series: [AudiobookshelfGroup]

  package init(
    books: [ServerBook] = [], authors: [String] = [], narrators: [String] = [],
    series: [AudiobookshelfGroup] = []
  ) {
    self.books = books
    self.authors = authors
    self.narrators = narrators
    self.series = series
  }
}
