package import Music

/// The mix slots: their playlists, and the flash after an addition.
package struct MixSlots: Equatable, Sendable {
  private struct Flash: Equatable, Sendable {
    var slot: MixSlot
    var until: ContinuousClock.Instant
  }

  private(set) var board = MixBoard()
  /// Slots with a new playlist that the board does not have yet.
  private var assigned: Set<MixSlot> = []
  private var flash: Flash?
  /// The serial of the board's last request.
  private var serial = 0

  package init() {}

  /// Whether tracks can be added to a slot.
  func isFilled(_ slot: MixSlot) -> Bool { board[slot] != nil || assigned.contains(slot) }

  mutating func assign(_ slot: MixSlot) { assigned.insert(slot) }

  mutating func empty(_ slot: MixSlot) { assigned.remove(slot) }

  // MARK: The board

  package mutating func load() -> Effect {
    serial += 1
    return .load(.mixBoard(serial: serial))
  }

  /// - Parameter serial: The request's number; nil where no newer answer can be pending.
  mutating func receive(_ board: MixBoard, serial: Int?) {
    guard serial ?? self.serial == self.serial else { return }
    self.board = board
    assigned = assigned.filter { board[$0] == nil }
  }

  // MARK: The flash after an addition

  mutating func flash(_ slot: MixSlot, at now: ContinuousClock.Instant) {
    flash = Flash(slot: slot, until: now.advanced(by: .milliseconds(450)))
  }

  package func isFlashing(_ slot: MixSlot, at now: ContinuousClock.Instant) -> Bool {
    flash.map { $0.slot == slot && $0.until > now } ?? false
  }

  mutating func expire(at now: ContinuousClock.Instant) {
    if let flash, flash.until <= now { self.flash = nil }
  }

  /// How long until the flash ends.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    [flash?.until].compactMap { $0.map { now.duration(to: $0) } }
  }
}
