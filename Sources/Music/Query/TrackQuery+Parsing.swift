extension TrackQuery {
  /// Parses a query as it is typed. Dates mean days in the time zone.
  ///
  /// See docs/query.md for the language. Safe for any text.
  package static func reading(_ text: String, in zone: LocalZone = .current)
    throws(QueryError) -> QueryReading
  {
    var parser = try QueryParser(text, zone)
    let query = try parser.parse()
    return QueryReading(query: query, isIncomplete: parser.isIncomplete)
  }

  /// As `reading`, without whether it is finished.
  package init(parsing text: String, in zone: LocalZone = .current) throws(QueryError) {
    self = try TrackQuery.reading(text, in: zone).query
  }

  /// A text for searching: folded, in one line.
  static func needle(_ text: String) -> String {
    var needle = SortKey.folded(text).replacing("\n", with: " ")
    // Marks left behind by folding can be folded in turn.
    for _ in 0..<4 {
      let again = SortKey.folded(needle)
      if again.utf8.elementsEqual(needle.utf8) { break }
      needle = again
    }
    return needle
  }

  /// The conjunction of some queries, nil for none.
  static func all(of parts: [TrackQuery]) -> TrackQuery {
    let flat = parts.flatMap { part -> [TrackQuery] in
      switch part {
      case .all(let inner): inner
      case .everything: []
      default: [part]
      }
    }
    return flat.isEmpty ? .everything : flat.count == 1 ? flat[0] : .all(flat)
  }

  static func any(of parts: [TrackQuery]) -> TrackQuery? {
    let flat = parts.flatMap { part -> [TrackQuery] in
      if case .any(let inner) = part { inner } else { [part] }
    }
    return flat.count < 2 ? flat.first : .any(flat)
  }

  /// The negation, without a double one.
  var negated: TrackQuery { if case .not(let inner) = self { inner } else { .not(self) } }
}
