/// A priority queue that gives the least element first.
struct BinaryHeap<Element: Comparable> {
  private var elements: [Element] = []

  var isEmpty: Bool { elements.isEmpty }

  mutating func push(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard elements[index] < elements[parent] else { return }
      elements.swapAt(index, parent)
      index = parent
    }
  }

  mutating func pop() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first = elements.first else { return last }
    elements[0] = last
    sink()
    return first
  }

  /// Pushes an element, then gives the least.
  mutating func exchange(_ element: Element) -> Element {
    push(element)
    return pop() ?? element
  }

  private mutating func sink() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      guard least != index else { return }
      elements.swapAt(index, least)
      index = least
    }
  }
}
