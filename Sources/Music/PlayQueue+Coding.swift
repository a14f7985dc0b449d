/// The stored form of the queue; its items get new ids when it is loaded.
extension PlayQueue: Codable {
  private enum CodingKeys: String, CodingKey {
    case tracks, entries, current, gap, repeating, shuffleSeed, order
    case position = "place"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let arrays = decoder.userInfo[.queueArrays] as? QueueArrays
    /// The numbers of an array that was read apart from the others.
    func numbers(_ key: CodingKeys) throws -> [Int64]? {
      guard let numbers = arrays?[key.rawValue] else { return nil }
      let known = numbers.compactMap(\.self)
      guard known.count == numbers.count else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "a number is missing")
      }
      return known
    }
    self.init(
      tracks: try numbers(.tracks)?.map { TrackID($0) }
        ?? values.decode([TrackID].self, forKey: .tracks),
      current: try values.decodeIfPresent(Int.self, forKey: .current),
      repeating: try values.decodeIfPresent(Repeat.self, forKey: .repeating) ?? .off,
      shuffleSeed: try values.decodeIfPresent(UInt64.self, forKey: .shuffleSeed))
    // Queues of older versions have no entries.
    let entries =
      try arrays?[CodingKeys.entries.rawValue]?.map { $0.map { EntryID($0) } }
      ?? values.decodeIfPresent([EntryID?].self, forKey: .entries) ?? []
    if entries.count == tracks.count { self.entries = entries }
    // A shuffled queue keeps its order, unless that is invalid.
    let order =
      try numbers(.order)?.map { Int($0) } ?? values.decodeIfPresent([Int].self, forKey: .order)
      ?? []
    let position = try values.decodeIfPresent(Int.self, forKey: .position)
    guard order.isPermutation(of: tracks.count), isShuffled || order == Array(tracks.indices),
      position.map(order.indices.contains) ?? true,
      current == nil || position.map({ order[$0] }) == current
    else { return }
    self.order = order
    self.position = position
    guard current == nil else { return }
    // Queues of older versions imply the gap by the item before it.
    let gap = try values.decodeIfPresent(Int.self, forKey: .gap) ?? position.map { order[$0] + 1 }
    self.gap = gap.flatMap { (0...tracks.count).contains($0) ? $0 : nil }
    if !isShuffled { self.position = self.gap.flatMap { $0 > 0 ? $0 - 1 : nil } }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    let hasArrays = encoder.userInfo[.queueArrays] == nil
    if hasArrays {
      try values.encode(tracks, forKey: .tracks)
      if !entries.isEmpty { try values.encode(entries, forKey: .entries) }
      try values.encode(order, forKey: .order)
    }
    try values.encodeIfPresent(current, forKey: .current)
    try values.encodeIfPresent(gap, forKey: .gap)
    try values.encode(repeating, forKey: .repeating)
    try values.encodeIfPresent(shuffleSeed, forKey: .shuffleSeed)
    try values.encodeIfPresent(position, forKey: .position)
  }
}

extension [Int] {
  /// Whether it contains every index below `count` once.
  fileprivate func isPermutation(of count: Int) -> Bool {
    guard self.count == count else { return false }
    var seen = [Bool](repeating: false, count: count)
    for index in self {
      guard seen.indices.contains(index), !seen[index] else { return false }
      seen[index] = true
    }
    return true
  }
}
