import Synchronization

/// A triple buffer's indices: passes the newest value from the writing to the reading thread
/// without either ever waiting. The slots themselves are stored by the caller.
struct SlotExchange: ~Copyable {
  /// The slots owned by the writing and by the reading thread.
  private let owned: UnsafeMutablePointer<UInt8>
  /// The slot in exchange, and whether it holds a new value.
  private let middle = Atomic<UInt8>(1)
  private static var isNew: UInt8 { 4 }

  init() {
    owned = .allocate(capacity: 2)
    owned[0] = 0
    owned[1] = 2
  }

  deinit { owned.deallocate() }

  /// For the writing thread: the slot to write to.
  var writing: Int { Int(owned[0]) }

  /// For the writing thread: hands over the written slot.
  func publish() {
    owned[0] = middle.exchange(owned[0] | Self.isNew, ordering: .acquiringAndReleasing)
    owned[0] &= ~Self.isNew
  }

  /// For the reading thread: the newest slot, unchanged until the next call.
  var newest: Int {
    @_noLocks @_noAllocation get { acquire() }
  }

  @_noLocks @_noAllocation
  private func acquire() -> Int {
    if middle.load(ordering: .relaxed) & Self.isNew != 0 {
      owned[1] = middle.exchange(owned[1], ordering: .acquiringAndReleasing) & ~Self.isNew
    }
    return Int(owned[1])
  }
}
