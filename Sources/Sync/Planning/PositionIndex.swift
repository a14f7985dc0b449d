/// Finds the first element of an array by its key: a hash table of positions alone, a quarter of a
/// dictionary's memory.
struct PositionIndex<Element: Sendable, Key: Hashable>: Sendable {
  private let elements: [Element]
  private let key: @Sendable (Element) -> Key
  /// A power of two, at least twice as many as elements; -1 for free.
  private var slots: [Int32]

  init(_ elements: [Element], by key: @escaping @Sendable (Element) -> Key) {
    (self.elements, self.key) = (elements, key)
    var count = 8
    while count < 2 * elements.count { count *= 2 }
    slots = Array(repeating: -1, count: count)
    for position in elements.indices {
      let slot = slot(of: key(elements[position]))
      if slots[slot] < 0 { slots[slot] = Int32(position) }
    }
  }

  /// The slot of a key, or the free one where it would be.
  private func slot(of wanted: Key) -> Int {
    var slot = wanted.hashValue & (slots.count - 1)
    while slots[slot] >= 0, key(elements[Int(slots[slot])]) != wanted {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  subscript(key: Key) -> Int? {
    let position = slots[slot(of: key)]
    return position < 0 ? nil : Int(position)
  }
}
