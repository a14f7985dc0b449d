internal import GRDB
internal import Music

/// Orders of the entries of a playlist.
extension Database {
  /// Moves entries of a playlist, of which only those in between are looked at.
  ///
  /// - Parameters:
  ///   - moving: The indices of those that move, ascending.
  ///   - target: The index of the first of them, counted without them.
  /// - Returns: whether the order was another.
  func move(_ moving: [Int], in all: PlaylistContents, to target: Int) throws -> Bool {
    guard let first = moving.first, let last = moving.last else { return false }
    // The entry before which they come.
    let next = moving.reduce(target) { $1 <= $0 ? $0 + 1 : $0 }
    let range = min(first, next)..<max(last + 1, next)
    let known = all[range].map { (id: $0.id, position: $0.order) }
    let isMoving = Set(moving)
    func ids(_ indices: some Sequence<Int>) -> [Int64] {
      indices.map { known[$0 - range.lowerBound].id }
    }
    let order =
      ids((range.lowerBound..<next).lazy.filter { !isMoving.contains($0) }) + ids(moving)
      + ids((next..<range.upperBound).lazy.filter { !isMoving.contains($0) })
    return try setOrder(
      order, among: known, behind: all[0..<range.lowerBound],
      before: all[range.upperBound..<all.count])
  }

  /// Puts adjacent entries of a playlist, whose positions are known, into another order.
  ///
  /// - Parameters:
  ///   - former: All entries before them, and `latter` all behind them.
  /// - Returns: whether the order was another.
  @discardableResult
  func setOrder(
    _ order: [Int64], among known: [(id: Int64, position: Int64)],
    behind former: @autoclosure () -> [PlaylistEntry],
    before latter: @autoclosure () -> [PlaylistEntry] = []
  ) throws -> Bool {
    if let isChanged = try setOrder(order, among: known) { return isChanged }
    try renumber(former().map(\.id) + order + latter().map(\.id))
    return true
  }

  /// Renumbers entries in this order; those at either end that keep their positions are not
  /// touched.
  func setOrder(_ order: [Int64], of id: PlaylistID) throws {
    let rows = try Row.fetchCursor(
      self, sql: "SELECT id, position FROM entries WHERE playlist = ? ORDER BY position, id",
      arguments: [id.rawValue])
    var known: [(id: Int64, position: Int64)] = []
    while let row = try rows.next() { try known.append((row.value(0), row.value(1))) }
    try setOrder(order, among: known, behind: [])
  }

  /// Lets the entries in between share their positions.
  ///
  /// - Returns: nil where some of them have the same position, and nothing was changed.
  private func setOrder(_ order: [Int64], among known: [(id: Int64, position: Int64)]) throws
    -> Bool?
  {
    let head = zip(known, order).prefix { $0.id == $1 }.count
    // Else the two ends would overlap.
    guard head < order.count else { return false }
    let tail = zip(known.reversed(), order.reversed()).prefix { $0.id == $1 }.count
    let changed = order[head..<(order.count - tail)]
    // The rows that move share the positions they have among themselves.
    let positions = known.dropFirst(head).prefix(changed.count).map(\.position)
    guard Set(positions).count == positions.count else { return nil }
    try setPositions(changed, positions)
    return true
  }

  /// The entries of a playlist in their order, read from the index alone.
  func entryIDs(of id: PlaylistID) throws -> [Int64] {
    try Int64.fetchAll(
      self, sql: "SELECT id FROM entries WHERE playlist = ? ORDER BY position, id",
      arguments: [id.rawValue])
  }

  /// Gives all entries of a playlist new positions in this order.
  func renumber(_ order: [Int64]) throws {
    try setPositions(order[...], order.indices.map { Int64($0 + 1) * Database.gap })
  }

  func setPositions(_ entries: ArraySlice<Int64>, _ positions: [Int64]) throws {
    let update = try cachedStatement(sql: "UPDATE entries SET position = ? WHERE id = ?")
    for (entry, position) in zip(entries, positions) {
      try update.execute(arguments: [position, entry])
    }
  }
}
