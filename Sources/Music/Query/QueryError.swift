/// Why a text is no valid query, and where.
package struct QueryError: Error, Hashable, Sendable {
  /// In characters, from 1.
  package var column: Int
  /// The error and its remedy, without the column.
  package var reason: String

  package init(column: Int, reason: String) {
    self.column = column
    self.reason = reason
  }
}

/// A query as it is typed.
package struct QueryReading: Hashable, Sendable {
  package var query: TrackQuery
  /// Whether the end is half-typed: an unfinished part was left out, or used as far as it goes.
  package var isIncomplete: Bool

  package init(query: TrackQuery, isIncomplete: Bool) {
    self.query = query
    self.isIncomplete = isIncomplete
  }
}
