import Music

/// The proposals of the first start: an existing music folder, or a demo crate.
struct FirstRun: Equatable, Sendable {
  let proposed: FilePath?
  let demo: FilePath
  /// Whether all proposals are still open.
  private(set) var isOpen = true

  init(proposed: FilePath?, demo: FilePath) {
    self.proposed = proposed
    self.demo = demo
  }

  mutating func close() { isOpen = false }
}
