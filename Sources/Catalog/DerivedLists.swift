internal import Music

/// Lists derived from the columns last, until these change.
struct DerivedLists {
  struct OrderKey: Hashable {
    var sort: SortColumn
    var isDescending: Bool
  }

  var visible: TrackSet?
  /// All tracks whose files exist, and all parts of audiobooks.
  var existing: TrackSet?
  var books: TrackSet?
  /// The total of all visible tracks, in milliseconds.
  var visibleDuration: UInt64?
  var groups = BuiltGroups()
  /// The totals of built-in lists, with milliseconds.
  var builtIn: [BuiltInList: (tracks: Int, time: UInt64)] = [:]
  /// The tracks that do not share all of their names with the one before.
  var nameStarts: TrackSet?
  /// The tracks in which single letters occur: most searches begin with one.
  var letters: [String: TrackSet] = [:]
  /// By letter, where it occurs in many tracks.
  var letterTotals: [String: SearchTotal] = [:]
  /// Continuations of the last single letter.
  var continuations: Continuations?
  /// Prefetched orders, ascending.
  private(set) var ahead: [SortColumn: SortedOrder] = [:]
  private var orders: [(key: OrderKey, order: Column<UInt32>)] = []

  /// 4 bytes a track each.
  private static let maximumOrders = 2

  /// The length of a result of a search, where it was summed up ahead, in milliseconds.
  func time(of tracks: TrackSet) -> UInt64? {
    let continued = continuations?.totals ?? [:]
    return [letterTotals, continued].lazy.flatMap(\.values).first { $0.tracks == tracks }?.time
  }

  mutating func order(_ key: OrderKey) -> Column<UInt32>? {
    guard let index = orders.firstIndex(where: { $0.key == key }) else { return nil }
    let found = orders.remove(at: index)
    orders.append(found)
    return found.order
  }

  mutating func keep(_ order: Column<UInt32>, for key: OrderKey) {
    orders.append((key, order))
    if orders.count > DerivedLists.maximumOrders { orders.removeFirst() }
  }

  mutating func setPrefetched(_ order: SortedOrder, for sort: SortColumn) {
    ahead[sort] = order
    let key = OrderKey(sort: sort, isDescending: false)
    orders.removeAll { $0.key == key }
  }

  mutating func forgetAll() { self = DerivedLists() }

  /// Drops lists that depend on the user's marks.
  mutating func forgetMarks() {
    forget(SortColumn.allCases.filter(\.isOfMarks))
    builtIn = [:]
  }

  /// Drops orders that depend on the analysis.
  mutating func forgetSoundOrders() { forget(TrackColumns.soundSorts) }

  private mutating func forget(_ sorts: [SortColumn]) {
    orders.removeAll { sorts.contains($0.key.sort) }
    for sort in sorts { ahead[sort] = nil }
  }
}
