/// The order in which a queue plays, as indices of its items. That of the list itself takes no
/// memory.
struct PlayOrder: RandomAccessCollection, Equatable, Sendable {
  /// Nil for the order of the list.
  private(set) var shuffled: [UInt32]?
  let endIndex: Int
  var startIndex: Int { 0 }

  /// The order of the list.
  init(count: Int) { endIndex = count }

  /// - Parameter indices: all of a list, each once.
  init(shuffled indices: [UInt32]) {
    shuffled = indices
    endIndex = indices.count
  }

  subscript(position: Int) -> Int {
    guard let shuffled else {
      precondition(indices.contains(position))
      return position
    }
    return Int(shuffled[position])
  }

  /// The position of an index.
  ///
  /// - Parameter near: where it may be: the next one to play is beside the current one.
  func position(of index: Int, near: Int?) -> Int? {
    guard let shuffled else { return indices.contains(index) ? index : nil }
    if let near {
      for position in [near, near + 1, near - 1] where indices.contains(position) {
        if shuffled[position] == index { return position }
      }
    }
    guard let wanted = UInt32(exactly: index) else { return nil }
    return shuffled.firstIndex(of: wanted)
  }

  /// Indices as they are stored.
  static func indices(_ range: Range<Int>) -> Range<UInt32> {
    UInt32(range.lowerBound)..<UInt32(range.upperBound)
  }

  /// Whether these are all indices of a list, each once.
  static func isComplete(_ indices: [UInt32]) -> Bool {
    var seen = [Bool](repeating: false, count: indices.count)
    for index in indices {
      guard index < seen.count, !seen[Int(index)] else { return false }
      seen[Int(index)] = true
    }
    return true
  }
}
