/// A set of row ids: one bit each for the usual small ones, so that lists of a million are quick.
///
/// A database may hold any number as an id, so the bits end at a maximum: an id of 2^62 must not
/// allocate the memory for its bit.
struct IDSet: Sendable {
  private static let maximumBits: Int64 = 1 << 26

  private var words: [UInt64] = []
  private var others: Set<Int64> = []

  mutating func insert(_ id: Int64) {
    guard (0..<IDSet.maximumBits).contains(id) else {
      others.insert(id)
      return
    }
    let word = Int(id >> 6)
    if word >= words.count {
      words += Array(repeating: 0, count: max(word + 1 - words.count, words.count))
    }
    words[word] |= 1 << UInt64(id & 63)
  }

  func contains(_ id: Int64) -> Bool {
    guard (0..<IDSet.maximumBits).contains(id) else { return others.contains(id) }
    let word = Int(id >> 6)
    return words.indices.contains(word) && words[word] & (1 << UInt64(id & 63)) != 0
  }
}
