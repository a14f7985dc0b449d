internal import Music

/// Visits every column of numbers, or the one it looks for.
protocol NumberVisitor {
  /// - Parameter value: The column's value for a track with some numbers.
  mutating func visit<Value: ColumnNumber>(
    _ values: inout Column<Value>, _ column: NumberColumn, _ value: (CatalogNumbers) -> Value)
}

extension TrackColumns {
  /// Visits the columns of numbers in file order, each defined here alone: a new one is a line
  /// here, one in `TrackColumns` and one in `CatalogNumbers`.
  ///
  /// Inlined, so that the visitor is specialised for each column.
  @inline(__always)
  mutating func visitNumbers(_ visitor: inout some NumberVisitor) {
    let grades = energyGrades
    visitor.visit(&root, .init(.lists)) { .init(exactly: $0.root) ?? 0 }
    visitor.visit(
      &duration,
      .init(.places, sort: .by(.duration), query: .number(.duration, unit: 1_000))
    ) { .init(clamping: $0.duration) }
    visitor.visit(&year, .init(.lists, sort: .by(.year), query: .number(.year))) {
      .init(clamping: $0.year)
    }
    visitor.visit(
      &bpm, .init(.soundOrders, sort: .by(.bpm, steps: 1_000), query: .number(.bpm))
    ) { $0.bpm > 0 && $0.bpm < 1e6 ? .init($0.bpm) : 0 }
    visitor.visit(&key, .init(.soundOrders, sort: .by(.key))) { $0.key?.number ?? 0 }
    visitor.visit(&track, .init(.places, query: .number(.track))) { .init(clamping: $0.track) }
    visitor.visit(&disc, .init(.places, query: .number(.disc))) { .init(clamping: $0.disc) }
    visitor.visit(
      &rating, .init(sort: .by(.rating), query: .number(.rating, isZeroKnown: true))
    ) { .init(clamping: $0.rating) }
    visitor.visit(&reaction, .init()) { .init(clamping: $0.reaction) }
    visitor.visit(
      &plays,
      .init(sort: .by(.plays, isZeroKnown: true), query: .number(.plays, isZeroKnown: true))
    ) { .init(clamping: $0.plays) }
    visitor.visit(&played, .init(sort: .by(.played), query: .time(.played))) {
      .init(clamping: $0.played)
    }
    visitor.visit(
      &added, .init(.lists, sort: .by(.added, isZeroKnown: true), query: .time(.added))
    ) { .init(clamping: $0.added) }
    visitor.visit(&modified, .init(query: .time(.modified))) { .init(clamping: $0.modified) }
    visitor.visit(&bitRate, .init(.lists, query: .number(.bitRate))) {
      .init(clamping: $0.bitRate)
    }
    visitor.visit(&sampleRate, .init(.lists, query: .number(.sampleRate))) {
      .init(clamping: $0.sampleRate)
    }
    visitor.visit(&flags, .init([.lists, .soundOrders])) { $0.flags }
    visitor.visit(&energyValue, .init(.soundOrders, sort: .by(.energy))) { $0.energyValue }
    visitor.visit(&energy, .init(.soundOrders, query: .number(.energy))) {
      TrackColumns.grade(of: $0.energyValue, grades)
    }
    visitor.visit(
      &loudness,
      .init(.soundOrders, sort: .by(.loudness), query: .number(.loudness, unit: 100))
    ) { TrackColumns.measured($0.loudness, unit: 100) }
    visitor.visit(&tuning, .init(.soundOrders, query: .number(.tuning))) {
      TrackColumns.measured($0.tuning, unit: 1)
    }
  }

  private static func measured<Value: FixedWidthInteger>(_ number: Double?, unit: Double) -> Value {
    guard let number, number.isFinite else { return .min }
    // The least value stands for unknown.
    return Value(min(max(number * unit, Double(Value.min) + 1), Double(Value.max)).rounded())
  }

  static func grade(of value: Float, _ grades: [Float]) -> UInt8 {
    guard !grades.isEmpty, !value.isNaN else { return 0 }
    return UInt8(clamping: 1 + grades.count { $0 <= value })
  }

  // MARK: A track's numbers

  /// Appends the numbers of a track.
  mutating func append(_ numbers: CatalogNumbers) {
    id.append(numbers.id)
    var appending = Appending(numbers: numbers)
    visitNumbers(&appending)
  }

  private struct Appending: NumberVisitor {
    let numbers: CatalogNumbers

    @inline(__always)
    mutating func visit<Value: ColumnNumber>(
      _ values: inout Column<Value>, _: NumberColumn, _ value: (CatalogNumbers) -> Value
    ) {
      values.append(value(numbers))
    }
  }

  /// Sets all numbers but the track's id.
  ///
  /// - Returns: The dependents of the changed ones.
  mutating func set(_ numbers: CatalogNumbers, at ordinal: Int) -> NumberColumn.Dependents {
    var setting = Setting(numbers: numbers, ordinal: ordinal)
    visitNumbers(&setting)
    return setting.outdated
  }

  private struct Setting: NumberVisitor {
    let numbers: CatalogNumbers
    let ordinal: Int
    var outdated: NumberColumn.Dependents = []

    @inline(__always)
    mutating func visit<Value: ColumnNumber>(
      _ values: inout Column<Value>, _ column: NumberColumn, _ value: (CatalogNumbers) -> Value
    ) {
      let (last, next) = (values[ordinal], value(numbers))
      outdated.formUnion(next.outdated(column.dependents, since: last))
      values[ordinal] = next
    }
  }

  // MARK: All tracks

  /// Unused capacity is free: the system provides pages when they are written to.
  mutating func reserveNumbers(_ tracks: Int) {
    id.reserve(tracks)
    var reserving = Reserving(tracks: tracks)
    visitNumbers(&reserving)
  }

  private struct Reserving: NumberVisitor {
    let tracks: Int

    mutating func visit<Value: ColumnNumber>(
      _ values: inout Column<Value>, _: NumberColumn, _: (CatalogNumbers) -> Value
    ) {
      values.reserve(tracks)
    }
  }

  /// Whether every column of numbers has a value for each track.
  var hasAllNumbers: Bool {
    var (columns, counting) = (self, Counting(tracks: count))
    columns.visitNumbers(&counting)
    return counting.isWhole
  }

  private struct Counting: NumberVisitor {
    let tracks: Int
    var isWhole = true

    mutating func visit<Value: ColumnNumber>(
      _ values: inout Column<Value>, _: NumberColumn, _: (CatalogNumbers) -> Value
    ) {
      isWhole = isWhole && values.count == tracks
    }
  }
}

extension CatalogNumbers {
  fileprivate var energyValue: Float { energy.map { Float($0) } ?? .nan }
}
