/// Merges two lists that were one: what either side inserted, removed and moved since.
///
/// Elements are numbers that may repeat. The cost is that of sorting.
package enum ListMerge {
  /// The merged list.
  ///
  /// Where both sides moved the same element the first one wins, and of two insertions at one place
  /// those of the second come first.
  package static func merge(base: [Int], first: [Int], second: [Int]) -> [Int] {
    if first == base || first == second { return second }
    if second == base { return first }
    var numbering = Numbering()
    let (base, first, second) = (
      numbering.number(base), numbering.number(first), numbering.number(second)
    )
    let count = numbering.keys.count
    let isFirst = members(first, count)
    let isSecond = members(second, count)
    let isBase = members(base, count)
    var positions = [Int](repeating: -1, count: count)
    for (position, id) in base.enumerated() where isFirst[id] && isSecond[id] {
      positions[id] = position
    }
    let movedFirst = moved(first, positions)
    let movedSecond = moved(second, positions)
    var list = LinkedOrder(count: count)
    for id in base where positions[id] >= 0 && !movedFirst[id] && !movedSecond[id] {
      list.append(id)
    }
    for (side, moved) in [(first, movedFirst), (second, movedSecond)] {
      var previous: Int?
      for id in side {
        if !list.contains(id) {
          guard !isBase[id] || positions[id] >= 0 && moved[id] else { continue }
          list.insert(id, after: previous)
        }
        previous = id
      }
    }
    return list.elements.map { numbering.keys[$0] }
  }

  private static func members(_ list: [Int], _ count: Int) -> [Bool] {
    var members = [Bool](repeating: false, count: count)
    for id in list { members[id] = true }
    return members
  }

  /// The kept elements that are outside a longest run in the order of the base.
  private static func moved(_ side: [Int], _ positions: [Int]) -> [Bool] {
    let kept = side.filter { positions[$0] >= 0 }
    var moved = [Bool](repeating: false, count: positions.count)
    for id in kept { moved[id] = true }
    // Patience sorting (Fredman 1975): the last of a run of each length, and what comes before it.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: kept.count)
    for (index, id) in kept.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if positions[kept[ends[middle]]] < positions[id] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var index = ends.last ?? -1
    while index >= 0 {
      moved[kept[index]] = false
      index = previous[index]
    }
    return moved
  }

  /// The list of a side that cannot have an element twice nor all of them, as that of a side that can:
  /// what it has never seen stays where it was.
  ///
  /// - Parameters:
  ///   - base: the whole list after the last sync.
  ///   - shown: what was shown of it then.
  ///   - now: what it has become.
  ///   - absent: elements that are not on that side any more; nobody removed them from the list.
  package static func expanded(
    base: [Int], shown: [Int], now: [Int], absent: Set<Int> = []
  ) -> [Int] {
    // Unchanged and without repetitions, as most are.
    if base == now, Set(now).count == now.count { return now }
    let present = Dictionary(
      now.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let shown = Set(shown)
    var seen: Set<Int> = []
    var hidden: [Int: [Int]] = [:]
    var anchor = -1
    for key in base {
      let isAgain = !seen.insert(key).inserted
      if let position = present[key] {
        if isAgain { hidden[anchor, default: []].append(key) } else { anchor = position }
      } else if !shown.contains(key) || absent.contains(key) {
        hidden[anchor, default: []].append(key)
      }
    }
    guard !hidden.isEmpty else { return now }
    var list = hidden[-1] ?? []
    for (position, key) in now.enumerated() {
      list.append(key)
      if let after = hidden[position] { list += after }
    }
    return list
  }
}

/// Tells the n-th of equal elements from the others.
private struct Numbering {
  private struct Occurrence: Hashable {
    var key: Int
    var number: Int
  }

  private var ids: [Occurrence: Int] = [:]
  /// By id: the element.
  private(set) var keys: [Int] = []

  mutating func number(_ list: [Int]) -> [Int] {
    var counts: [Int: Int] = [:]
    return list.map { key in
      let occurrence = Occurrence(key: key, number: counts[key, default: 0])
      counts[key, default: 0] += 1
      if let id = ids[occurrence] { return id }
      ids[occurrence] = keys.count
      keys.append(key)
      return keys.count - 1
    }
  }
}

/// An order of ids into which others are inserted at once.
private struct LinkedOrder {
  private var next: [Int]
  private var isIn: [Bool]
  private var head = -1
  private var tail = -1

  init(count: Int) {
    next = Array(repeating: -1, count: count)
    isIn = Array(repeating: false, count: count)
  }

  func contains(_ id: Int) -> Bool { isIn[id] }

  mutating func append(_ id: Int) { insert(id, after: tail < 0 ? nil : tail) }

  /// At the front where there is no other.
  mutating func insert(_ id: Int, after previous: Int?) {
    isIn[id] = true
    if let previous {
      next[id] = next[previous]
      next[previous] = id
    } else {
      next[id] = head
      head = id
    }
    if next[id] < 0 { tail = id }
  }

  var elements: [Int] {
    var elements: [Int] = []
    var id = head
    while id >= 0 {
      elements.append(id)
      id = next[id]
    }
    return elements
  }
}
