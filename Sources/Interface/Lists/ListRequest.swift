package import Music

/// Requests for rows of a list. Only a list's newest request is answered.
package enum ListRequest: Equatable, Sendable {
  case load(ListID, ListQuery, WantedRows, anchor: RowID?, serial: Int)
  /// The rows around the first one whose name begins with a text.
  case jump(ListID, ListQuery, Range<Int>, to: String, serial: Int)
  case loadQueue([QueueItem], start: Int, count: Int, anchorIndex: Int?, serial: Int)
}

/// The rows of a list that are asked for.
package struct WantedRows: Equatable, Sendable {
  package var range: Range<Int>
  /// How many rows of both ends of the list are wanted besides.
  package var ends: Int
}
