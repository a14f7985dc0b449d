/// Why a text is no query, and where.
package struct QueryError: Error, Hashable, Sendable {
  /// In characters, from 1.
  package var column: Int
  /// What is wrong and what to do, without the column.
  package var reason: String

  package init(column: Int, reason: String) {
    self.column = column
    self.reason = reason
  }
}

/// A query as it was typed.
package struct QueryReading: Hashable, Sendable {
  package var query: TrackQuery
  /// The end is half-typed: what is unfinished there was left out, or taken as far as it goes.
  package var isIncomplete: Bool

  package init(query: TrackQuery, isIncomplete: Bool) {
    self.query = query
    self.isIncomplete = isIncomplete
  }
}
