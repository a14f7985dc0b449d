package import Music

/// Rows of a list. Only the newest request of a slot is answered.
package enum ListRequest: Equatable, Sendable {
  case load(ListID, ListQuery, Range<Int>, anchor: RowID?, serial: Int)
  case loadQueue([QueueItem], start: Int, count: Int, anchorIndex: Int?, serial: Int)
}
