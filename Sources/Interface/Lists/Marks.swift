package import Music

/// The marked rows of a list: some, or all but some, so that marking a million costs nothing.
package struct Marks: Equatable, Sendable {
  /// Whether all rows but `rows` are marked.
  package private(set) var isInverted = false
  package private(set) var rows: Set<RowID> = []

  package init() {}

  /// All rows, loaded or not.
  package static var all: Marks {
    var marks = Marks()
    marks.isInverted = true
    return marks
  }

  package var isEmpty: Bool { !isInverted && rows.isEmpty }

  package func contains(_ row: RowID) -> Bool { rows.contains(row) != isInverted }

  mutating func toggle(_ row: RowID) {
    if rows.remove(row) == nil { rows.insert(row) }
  }

  /// Forgets rows that are no longer in the list.
  mutating func keep(_ present: [RowID]) { rows.formIntersection(present) }
}
