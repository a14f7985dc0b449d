import Music

// The mix slots: what each command asks the library for.
extension App {
  mutating func performSlot(_ command: SlotCommand) -> [Effect] {
    switch command {
    case .add(let slot): return add(to: slot)
    case .assign(let slot): return chooseList(for: slot, adding: nil)
    case .assignSelected: return chooseList(for: selectedSlot, adding: nil)
    case .empty(let slot):
      assignedSlots.remove(slot)
      return [.edit(.playlists(.assignSlot(slot, nil, adding: nil)))]
    }
  }

  private mutating func add(to slot: MixSlot) -> [Effect] {
    guard let selection else {
      say(focus == .nowPlaying ? "Nothing plays" : "Nothing is selected")
      return []
    }
    guard mix[slot] != nil || assignedSlots.contains(slot) else {
      // The marks stay until a playlist is chosen.
      return chooseList(for: slot, adding: selection)
    }
    focusedList?.marks = Marks()
    expect(.slot)
    return [.edit(.entries(.addToSlot(slot, selection)))]
  }
}
