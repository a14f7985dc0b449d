package import Music

/// Commands about the mix slots.
package enum SlotCommand: Hashable, Sendable {
  case add(MixSlot)
  case assign(MixSlot)
  case assignSelected
  case empty(MixSlot)
  /// Opens the slot's mix large.
  case open(MixSlot)
}
