import Music

/// The proposals of the first start: a music folder that was found, or a demo crate.
struct FirstRun: Equatable, Sendable {
  let proposed: FilePath?
  let demo: FilePath
  /// Whether none of the proposals was taken or refused yet.
  private(set) var isOpen = true

  init(proposed: FilePath?, demo: FilePath) {
    self.proposed = proposed
    self.demo = demo
  }

  mutating func close() { isOpen = false }
}
