import Music

// Jumps to the first row whose name begins with a text. The library finds the row, which comes as
// the anchor of its window.
extension App {
  mutating func openJump() {
    guard isJumpPossible() else { return }
    windows.open(.prompt(Prompt(.jump)))
  }

  mutating func jump(to text: String) {
    guard isJumpPossible(), !text.trimmingSpaces().isEmpty, let slot = browsing.focusedSlot else {
      return
    }
    browsing[slot].jump(to: text)
  }

  /// Focuses a list; a message where it has no order of names.
  private mutating func isJumpPossible() -> Bool {
    if focusedList == nil { focus = .library }
    guard focusedList?.content == .queue else { return true }
    say("The queue has an order of its own, which has no letters to jump to")
    return false
  }

  /// Words a jump that did not lead to such a name, in its prompt while that is open.
  mutating func jumped(_ end: ListJump, to text: String, in query: ListQuery) {
    let reason: String
    switch end {
    case .found: return
    case .next: reason = "Nothing begins with “\(text.trimmingSpaces())”: this is next to it"
    case .empty: reason = "There is no name to jump to"
    case .unsorted where query.sortColumns.isEmpty:
      reason = "\(query.rowsName) have an order of their own; \(key(.list(.filter))) finds a name"
    case .unsorted:
      reason =
        "Sorted by \(query.name(of: query.sort)), not by a name; \(key(.list(.filter))) finds one"
    }
    guard case .prompt(var prompt) = overlays.last, prompt.purpose == .jump else {
      return say(reason)
    }
    prompt.mistake = reason
    windows.replaceTop(.prompt(prompt))
  }
}
