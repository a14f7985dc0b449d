import Music

/// The values that labels have in the library, for completion. Read again before they are needed,
/// once something has changed.
package struct Labels: Equatable, Sendable {
  private(set) var values: [LabelField: [LabelValue]] = [:]
  private var isStale = true
  private(set) var isLoading = false

  subscript(field: LabelField) -> [String] { values[field, default: []].map(\.name) }

  /// Asks for the values, unless they are known or on their way.
  mutating func missing() -> [Effect] {
    guard isStale, !isLoading else { return [] }
    isLoading = true
    isStale = false
    return [.load(.labelValues)]
  }

  mutating func receive(_ values: [LabelField: [LabelValue]]) {
    self.values = values
    isLoading = false
  }

  /// The values could not be read.
  mutating func fail() {
    isLoading = false
    isStale = true
  }

  mutating func libraryChanged() { isStale = true }
}
