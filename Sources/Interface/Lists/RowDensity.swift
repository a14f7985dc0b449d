/// The lines of a row in lists of tracks.
package enum RowDensity: String, Codable, CaseIterable, Sendable {
  case compact
  /// Artist and album below the title, and the cover beside both.
  case twoLine = "two-line"
}

extension Browsing {
  /// The lines of each row of a list.
  func rowHeight(of list: ListState) -> Int {
    let isHigh =
      density == .twoLine && !hasScreenReader && largeMix == nil
      && ListColumns.kind(of: list) != nil
      && Layout.form(layoutChoice.form, in: size) != .strip
    return isHigh ? 2 : 1
  }

  mutating func use(_ density: RowDensity) {
    self.density = density
    scrollToCursors()
  }
}
