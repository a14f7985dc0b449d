internal import Music

extension TrackColumns {
  typealias NumberQuery = (unit: Double, isZeroKnown: Bool)

  /// The column for number queries on a field.
  func numbers(_ field: TrackQuery.NumberField) -> (QueriedColumn, NumberQuery)? {
    for (column, query) in queried {
      if case .number(field, let unit, let isZeroKnown) = query {
        return (column, (unit, isZeroKnown))
      }
    }
    return nil
  }

  /// The column of Unix seconds for time queries on a field.
  func times(_ field: TrackQuery.TimeField) -> WholeColumn? {
    for case (.whole(let column), .time(field)) in queried { return column }
    return nil
  }

  private var queried: [(QueriedColumn, NumberColumn.Query)] {
    var (columns, gathering) = (self, QueryGathering())
    columns.visitNumbers(&gathering)
    return gathering.found
  }

  private struct QueryGathering: NumberVisitor {
    var found: [(QueriedColumn, NumberColumn.Query)] = []

    mutating func visit<Value: ColumnNumber>(
      _ values: inout Column<Value>, _ column: NumberColumn, _: (CatalogNumbers) -> Value
    ) {
      if let query = column.query, let queried = Value.queried(values) {
        found.append((queried, query))
      }
    }
  }
}
