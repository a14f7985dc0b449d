/// One row of a report.
package struct ReportLine: Equatable, Sendable {
  package var text: String
  /// The source, at the right edge.
  package var detail: String
  /// A second line; "" for none.
  package var below: String

  package init(_ text: String, detail: String = "", below: String = "") {
    self.text = text
    self.detail = detail
    self.below = below
  }
}
