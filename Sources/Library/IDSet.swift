/// A set of small positive numbers, a bit each: the ids of tracks.
struct IDSet: Sendable {
  private var words: [UInt64] = []

  mutating func insert(_ id: Int64) {
    guard id >= 0 else { return }
    let word = Int(id >> 6)
    if word >= words.count {
      words += Array(repeating: 0, count: max(word + 1 - words.count, words.count))
    }
    words[word] |= 1 << UInt64(id & 63)
  }

  func contains(_ id: Int64) -> Bool {
    let word = Int(id >> 6)
    return words.indices.contains(word) && words[word] & (1 << UInt64(id & 63)) != 0
  }
}
