internal import Music

/// What was made of the columns last, until they change.
struct DerivedLists {
  struct OrderKey: Hashable {
    var sort: SortColumn
    var isDescending: Bool
  }

  var visible: TrackSet?
  /// Of all of them, in milliseconds.
  var visibleDuration: UInt64?
  var groups = BuiltGroups()
  /// What built-in lists hold, and how many milliseconds of it.
  var builtIn: [BuiltInList: (tracks: Int, time: UInt64)] = [:]
  /// The tracks that share not all of their names with the one before them.
  var nameStarts: TrackSet?
  /// The tracks in which single letters occur: most that is typed begins with one.
  var letters: [String: TrackSet] = [:]
  /// Of the letter that was typed alone last.
  var continuations: Continuations?
  /// Orders that were made before anybody asked for them, upwards.
  private(set) var ahead: [SortColumn: SortedOrder] = [:]
  private var orders: [(key: OrderKey, order: Column<UInt32>)] = []

  /// 4 bytes a track each.
  private static let maximumOrders = 2

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

  mutating func keepAhead(_ order: SortedOrder, for sort: SortColumn) {
    ahead[sort] = order
    let key = OrderKey(sort: sort, isDescending: false)
    orders.removeAll { $0.key == key }
  }

  mutating func forgetAll() { self = DerivedLists() }

  /// Forgets what depends on what the user says of tracks.
  mutating func forgetMarks() {
    forget(SortColumn.allCases.filter(\.isOfMarks))
    builtIn = [:]
  }

  /// Forgets what depends on how tracks sound.
  mutating func forgetSoundOrders() { forget(TrackColumns.soundSorts) }

  private mutating func forget(_ sorts: [SortColumn]) {
    orders.removeAll { sorts.contains($0.key.sort) }
    for sort in sorts { ahead[sort] = nil }
  }
}
