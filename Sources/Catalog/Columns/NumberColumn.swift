internal import Music

/// A column of numbers: what depends on it, its sort orders, its query fields.
struct NumberColumn {
  /// Derived values that a change of one of its numbers invalidates; none for marks.
  let dependents: Dependents
  let sort: Sort?
  let query: Query?

  init(_ dependents: Dependents = [], sort: Sort? = nil, query: Query? = nil) {
    self.dependents = dependents
    self.sort = sort
    self.query = query
  }

  struct Dependents: OptionSet {
    let rawValue: UInt8

    /// The track's position in the permanent orders.
    static let places = Dependents(rawValue: 1 << 0)
    /// All lists of tracks, groups included.
    static let lists = Dependents(rawValue: 1 << 1)
    /// Orders by values of the analysis.
    static let soundOrders = Dependents(rawValue: 1 << 2)
  }

  struct Sort {
    let column: SortColumn
    let isZeroKnown: Bool
    /// Keys for each unit of a number with a fraction; nil for one for each number.
    let steps: Float?

    static func by(_ column: SortColumn, isZeroKnown: Bool = false, steps: Float? = nil) -> Sort {
      Sort(column: column, isZeroKnown: isZeroKnown, steps: steps)
    }
  }

  enum Query {
    /// The unit is the column's value for 1 in a query.
    case number(TrackQuery.NumberField, unit: Double = 1, isZeroKnown: Bool = false)
    case time(TrackQuery.TimeField)
  }
}

/// A value in a column of numbers.
protocol ColumnNumber: BitwiseCopyable, Equatable {
  /// The key of the number in an order; 0 where unknown.
  func sortKey(_ sort: NumberColumn.Sort) -> UInt32

  /// The dependents invalidated by a change from the last number.
  func outdated(_ dependents: NumberColumn.Dependents, since last: Self) -> NumberColumn.Dependents

  /// The column for queries; nil where they cannot use it.
  static func queried(_ column: Column<Self>) -> QueriedColumn?
}

extension ColumnNumber {
  func outdated(_ dependents: NumberColumn.Dependents, since last: Self) -> NumberColumn.Dependents
  {
    self == last ? [] : dependents
  }
}

extension ColumnNumber where Self: FixedWidthInteger {
  func sortKey(_ sort: NumberColumn.Sort) -> UInt32 {
    UInt32(truncatingIfNeeded: Int64(self) - Int64(Self.min))
  }
}

/// A column of numbers of any width.
enum QueriedColumn {
  case whole(WholeColumn)
  case measured(MeasuredColumn)
}

/// Whole numbers; 0 mostly stands for unknown.
enum WholeColumn {
  case bytes(Column<UInt8>)
  case halves(Column<UInt16>)
  case words(Column<UInt32>)
}

/// Numbers on a scale; the least stands for unknown, as does a `Float` that is not above 0.
enum MeasuredColumn {
  case bytes(Column<Int8>)
  case halves(Column<Int16>)
  case floats(Column<Float>)
}

extension UInt8: ColumnNumber {
  static func queried(_ column: Column<UInt8>) -> QueriedColumn? { .whole(.bytes(column)) }
}

extension UInt16: ColumnNumber {
  static func queried(_ column: Column<UInt16>) -> QueriedColumn? { .whole(.halves(column)) }
}

extension UInt32: ColumnNumber {
  static func queried(_ column: Column<UInt32>) -> QueriedColumn? { .whole(.words(column)) }
}

extension Int8: ColumnNumber {
  static func queried(_ column: Column<Int8>) -> QueriedColumn? { .measured(.bytes(column)) }
}

extension Int16: ColumnNumber {
  static func queried(_ column: Column<Int16>) -> QueriedColumn? { .measured(.halves(column)) }
}

extension Float: ColumnNumber {
  func sortKey(_ sort: NumberColumn.Sort) -> UInt32 {
    if let steps = sort.steps { return self > 0 && self < 1e6 ? UInt32(self * steps) : 0 }
    // Maps floating-point order to the order of whole numbers, negative values included.
    return isNaN ? 0 : bitPattern >> 31 == 0 ? bitPattern | 1 << 31 : ~bitPattern
  }

  func outdated(_ dependents: NumberColumn.Dependents, since last: Float)
    -> NumberColumn.Dependents
  {
    bitPattern == last.bitPattern ? [] : dependents
  }

  static func queried(_ column: Column<Float>) -> QueriedColumn? { .measured(.floats(column)) }
}

extension TrackFlags: ColumnNumber {
  func sortKey(_ sort: NumberColumn.Sort) -> UInt32 { UInt32(rawValue) }

  func outdated(_ dependents: NumberColumn.Dependents, since last: TrackFlags)
    -> NumberColumn.Dependents
  {
    let changed = symmetricDifference(last)
    var outdated: NumberColumn.Dependents = []
    if !changed.isDisjoint(with: [.missing, .book]) { outdated.insert(.lists) }
    if !changed.isDisjoint(with: [.analyzed, .unsteady]) { outdated.insert(.soundOrders) }
    return outdated
  }

  static func queried(_ column: Column<TrackFlags>) -> QueriedColumn? { nil }
}
