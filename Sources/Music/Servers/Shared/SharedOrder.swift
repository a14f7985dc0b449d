/// The order of a shared playlist.
package enum SharedOrder {
  /// The entries with some of them behind another one, in the order in which they are named; as they
  /// are where that one is gone, or moves too.
  ///
  /// - Parameter anchor: nil for the beginning.
  package static func moving(
    _ moved: [String], of order: [String], after anchor: String?
  ) -> [String] {
    let known = Set(order)
    let ids = Set(moved)
    if let anchor, ids.contains(anchor) { return order }
    var seen: Set<String> = []
    let block = moved.filter { known.contains($0) && seen.insert($0).inserted }
    var rest = order.filter { !ids.contains($0) }
    var place = 0
    if let anchor {
      guard let index = rest.firstIndex(of: anchor) else { return order }
      place = index + 1
    }
    rest.insert(contentsOf: block, at: place)
    return rest
  }

  /// Puts the elements that have a place into the order of their places; others stay where they are.
  package static func sorted<Element>(
    _ all: [Element], by place: (Element) -> Int?
  ) -> [Element] {
    let slots = all.indices.compactMap { index in
      place(all[index]).map { (index: index, place: $0) }
    }
    var sorted = all
    // Of equal places the first one comes first.
    let wanted = slots.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
    for (slot, from) in zip(slots, wanted) { sorted[slot.index] = all[from.index] }
    return sorted
  }
}
