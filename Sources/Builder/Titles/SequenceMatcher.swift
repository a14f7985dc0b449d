/// The likeness of two sequences, as by `SequenceMatcher` of Python's difflib (Ratcliff, Metzener:
/// Pattern Matching, the Gestalt Approach, 1988), its heuristic for popular elements included.
struct SequenceMatcher {
  private let second: [UInt32]
  /// Positions of each element that is not popular.
  private let positions: [UInt32: [Int]]

  /// Elements of sequences as long as this may be popular.
  private static let longSequence = 200

  init(second: [UInt32]) {
    self.second = second
    var positions: [UInt32: [Int]] = [:]
    for (index, element) in second.enumerated() { positions[element, default: []].append(index) }
    if second.count >= Self.longSequence {
      let most = second.count / 100 + 1
      positions = positions.filter { $0.value.count <= most }
    }
    self.positions = positions
  }

  static func ratio(matches: Int, length: Int) -> Double {
    length == 0 ? 1 : 2 * Double(matches) / Double(length)
  }

  func ratio(first: [UInt32]) -> Double {
    Self.ratio(matches: matches(first), length: first.count + second.count)
  }

  /// Elements that two sorted sequences have in common: no fewer than match.
  static func common(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < left.count, j < right.count {
      if left[i] == right[j] {
        count += 1
        i += 1
        j += 1
      } else if left[i] < right[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return count
  }

  private struct Block {
    var first: Range<Int>
    var second: Range<Int>
  }

  /// Elements in matching blocks: the longest, then those before and behind it.
  private func matches(_ first: [UInt32]) -> Int {
    var lengths = Lengths(count: second.count)
    var open = [Block(first: 0..<first.count, second: 0..<second.count)]
    var matches = 0
    while let block = open.popLast() {
      let longest = longest(in: block, of: first, &lengths)
      guard !longest.first.isEmpty else { continue }
      matches += longest.first.count
      let before = Block(
        first: block.first.lowerBound..<longest.first.lowerBound,
        second: block.second.lowerBound..<longest.second.lowerBound)
      let behind = Block(
        first: longest.first.upperBound..<block.first.upperBound,
        second: longest.second.upperBound..<block.second.upperBound)
      for part in [before, behind] where !part.first.isEmpty && !part.second.isEmpty {
        open.append(part)
      }
    }
    return matches
  }

  /// For the last row and for this one, the length of the match that ends at a position.
  private struct Lengths {
    var last: [Int]
    var this: [Int]
    var touchedLast: [Int] = []
    var touched: [Int] = []

    init(count: Int) {
      // Shifted by one, so that there is a place before the first.
      last = Array(repeating: 0, count: count + 1)
      this = last
    }

    mutating func nextRow() {
      for position in touchedLast { last[position] = 0 }
      swap(&last, &this)
      swap(&touchedLast, &touched)
      touched.removeAll(keepingCapacity: true)
    }

    mutating func clear() {
      nextRow()
      nextRow()
    }
  }

  /// The longest block, of equal ones the first; popular elements only extend it.
  private func longest(
    in block: Block, of first: [UInt32], _ lengths: inout Lengths
  ) -> Block {
    var (start, secondStart, size) = (block.first.lowerBound, block.second.lowerBound, 0)
    for index in block.first {
      for position in positions[first[index]] ?? [] where block.second.contains(position) {
        let length = lengths.last[position] + 1
        lengths.this[position + 1] = length
        lengths.touched.append(position + 1)
        if length > size {
          (start, secondStart, size) = (index - length + 1, position - length + 1, length)
        }
      }
      lengths.nextRow()
    }
    lengths.clear()
    while start > block.first.lowerBound, secondStart > block.second.lowerBound,
      first[start - 1] == second[secondStart - 1]
    {
      (start, secondStart, size) = (start - 1, secondStart - 1, size + 1)
    }
    while start + size < block.first.upperBound, secondStart + size < block.second.upperBound,
      first[start + size] == second[secondStart + size]
    {
      size += 1
    }
    return Block(first: start..<start + size, second: secondStart..<secondStart + size)
  }
}
