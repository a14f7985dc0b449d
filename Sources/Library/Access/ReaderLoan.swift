internal import GRDB
import Synchronization

/// A connection that is given back once, at the first of several ends.
final class ReaderLoan: Sendable {
  let reader: DatabaseQueue
  private let owner: ReaderConnections
  private let isOver = Atomic(false)

  init(_ reader: DatabaseQueue, from owner: ReaderConnections) {
    (self.reader, self.owner) = (reader, owner)
  }

  func end() {
    guard !isOver.exchange(true, ordering: .relaxed) else { return }
    owner.giveBack(reader)
  }
}
