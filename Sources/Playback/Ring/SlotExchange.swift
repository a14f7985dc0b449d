import Synchronization

/// Which of three slots the writing and the reading thread work on, so that the newest value
/// passes from one to the other and neither ever waits. The slots themselves lie beside it.
struct SlotExchange: ~Copyable {
  /// The slots that belong to the writing and to the reading thread.
  private let owned: UnsafeMutablePointer<UInt8>
  /// The slot between the two, and whether it holds something new.
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

  /// For the writing thread: hands over what it wrote.
  func publish() {
    owned[0] = middle.exchange(owned[0] | Self.isNew, ordering: .acquiringAndReleasing)
    owned[0] &= ~Self.isNew
  }

  /// For the reading thread: the slot with what is newest, which stays as it is until asked again.
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
