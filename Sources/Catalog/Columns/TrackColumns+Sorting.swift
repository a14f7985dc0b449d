internal import Music

extension TrackColumns {
  /// By ordinal, the sort keys of tracks in a column of numbers: `.max` for unknown values.
  func numberKeys(_ sort: SortColumn, isDescending: Bool) -> Column<UInt32> {
    var (columns, making) = (self, KeyMaking(sort: sort, isDescending: isDescending))
    columns.visitNumbers(&making)
    return making.keys
  }

  private struct KeyMaking: NumberVisitor {
    let sort: SortColumn
    let isDescending: Bool
    var keys = Column<UInt32>()

    mutating func visit<Value: ColumnNumber>(
      _ values: inout Column<Value>, _ column: NumberColumn, _: (CatalogNumbers) -> Value
    ) {
      guard let sort = column.sort, sort.column == self.sort else { return }
      let (values, isDescending) = (values.values, isDescending)
      let unknown: UInt32? = sort.isZeroKnown ? nil : 0
      // Built in ordinal order, so that only one column is accessed at random.
      keys = Column<UInt32>(capacity: values.count) { keys in
        for track in values.indices {
          let key = min(values[track].sortKey(sort), .max - 2)
          keys[track] = key == unknown ? .max : isDescending ? .max - 1 - key : key
        }
        return values.count
      }
    }
  }

  /// The orders of tracks by a number.
  static let numberSorts = sorts { _ in true }
  /// Orders by values of the analysis.
  static let soundSorts = sorts { $0.dependents.contains(.soundOrders) }

  private static func sorts(where isWanted: (NumberColumn) -> Bool) -> [SortColumn] {
    var (columns, gathering) = (TrackColumns(), SortGathering())
    columns.visitNumbers(&gathering)
    return gathering.columns.filter(isWanted).compactMap(\.sort?.column)
  }

  private struct SortGathering: NumberVisitor {
    var columns: [NumberColumn] = []

    mutating func visit<Value: ColumnNumber>(
      _: inout Column<Value>, _ column: NumberColumn, _: (CatalogNumbers) -> Value
    ) {
      columns.append(column)
    }
  }
}
