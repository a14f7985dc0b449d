package import Music

// The mix slots: from commands to effects.
extension App {
  package var mix: MixBoard { mixSlots.board }
  var selectedSlot: MixSlot { browsing.selectedSlot }

  mutating func performSlot(_ command: SlotCommand) -> [Effect] {
    switch command {
    case .add(let slot): return add(to: slot)
    case .assign(let slot): return chooseList(for: slot)
    case .assignSelected: return chooseList(for: selectedSlot)
    case .open(let slot):
      openLarge(slot)
      return []
    case .empty(let slot): return [.edit(.playlists(.assignSlot(slot, nil)))]
    }
  }

  private mutating func add(to slot: MixSlot) -> [Effect] {
    guard let selection else {
      say(actsOnPlaying ? "Nothing plays" : "Nothing is selected")
      return []
    }
    browsing.clearMarks()
    return [.edit(.entries(.addToSlot(slot, selection)))]
  }
}
