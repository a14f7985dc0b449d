import Synchronization

/// Cancels a running scan.
final class ScanStop: Sendable {
  private let isSet = Atomic(false)

  func set() { isSet.store(true, ordering: .relaxed) }

  func check() throws {
    if isSet.load(ordering: .relaxed) { throw LibraryError.cancelled }
  }
}
