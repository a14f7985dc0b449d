package import Music

// The mix slots: from commands to effects.
extension App {
  package var mix: MixBoard { mixSlots.board }
  var selectedSlot: MixSlot { browsing.selectedSlot }

  mutating func performSlot(_ command: SlotCommand) -> [Effect] {
    switch command {
    case .add(let slot): return add(to: slot)
    case .assign(let slot): return chooseList(for: slot, adding: nil)
    case .assignSelected: return chooseList(for: selectedSlot, adding: nil)
    case .empty(let slot):
      mixSlots.empty(slot)
      return [.edit(.playlists(.assignSlot(slot, nil, adding: nil)))]
    }
  }

  private mutating func add(to slot: MixSlot) -> [Effect] {
    guard let selection else {
      say(actsOnPlaying ? "Nothing plays" : "Nothing is selected")
      return []
    }
    guard mixSlots.isFilled(slot) else {
      // The marks stay until a playlist is chosen.
      return chooseList(for: slot, adding: selection)
    }
    browsing.clearMarks()
    windows.expect(.slot)
    return [.edit(.entries(.addToSlot(slot, selection)))]
  }
}
