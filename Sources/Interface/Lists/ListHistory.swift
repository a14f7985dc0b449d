import Music

/// The lists of a pane, each opened from the one before it; the last one shows.
struct ListHistory: Equatable, Sendable {
  private var earlier: [ListState] = []
  var current: ListState

  init(_ query: ListQuery) { current = ListState(query) }

  var isAtFirst: Bool { earlier.isEmpty }

  var first: ListState {
    get { earlier.first ?? current }
    set { if earlier.isEmpty { current = newValue } else { earlier[0] = newValue } }
  }

  mutating func push(_ query: ListQuery) {
    earlier.append(current)
    current = ListState(query)
  }

  /// Returns to the list from which the visible one was opened; false at the first.
  mutating func pop() -> Bool {
    guard let last = earlier.popLast() else { return false }
    current = last
    return true
  }

  mutating func returnToFirst() {
    current = first
    earlier = []
  }

  mutating func change(_ change: (inout ListState) -> Void) {
    for index in earlier.indices { change(&earlier[index]) }
    change(&current)
  }
}
