extension RandomAccessCollection where Index == Int {
  /// The first index of a sorted collection from which on a condition holds, by binary search; the
  /// end where it holds nowhere.
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
