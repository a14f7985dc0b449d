/// What a report says of one thing.
package struct ReportLine: Equatable, Sendable {
  package var text: String
  /// Where it is from, at the right edge.
  package var detail: String
  /// More of it, on a line of its own; "" for no more.
  package var below: String

  package init(_ text: String, detail: String = "", below: String = "") {
    self.text = text
    self.detail = detail
    self.below = below
  }
}
