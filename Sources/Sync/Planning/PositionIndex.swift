internal import Music

/// Finds the first element of an array by its key: a hash table of positions alone, a quarter of a
/// dictionary's memory.
struct PositionIndex<Key: Hashable>: Sendable {
  /// The key at a position: no whole element is copied for it.
  private let key: @Sendable (Int) -> Key
  /// A power of two, at least twice as many as elements; -1 for free.
  private var slots: [Int32]

  /// - Parameter key: The key of the element at a position below the count; always the same.
  init(count: Int, key: @escaping @Sendable (Int) -> Key) {
    self.key = key
    var size = 8
    while size < 2 * count { size *= 2 }
    slots = Array(repeating: -1, count: size)
    for position in 0..<count {
      let slot = slot(of: key(position))
      if slots[slot] < 0 { slots[slot] = Int32(position) }
    }
  }

  /// The slot of a key, or the free one where it would be.
  private func slot(of wanted: Key) -> Int {
    var slot = wanted.hashValue & (slots.count - 1)
    while slots[slot] >= 0, key(Int(slots[slot])) != wanted {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  subscript(key: Key) -> Int? {
    let position = slots[slot(of: key)]
    return position < 0 ? nil : Int(position)
  }
}

extension PositionIndex<TrackID> {
  init(_ tracks: [SyncTrack]) { self.init(count: tracks.count) { tracks[$0].id } }
}

extension PositionIndex<DeviceTrackID> {
  init(_ rows: [DeviceTrack]) { self.init(count: rows.count) { rows[$0].id } }
}

extension PositionIndex<FilePath> {
  init(_ files: [DeviceFile]) { self.init(count: files.count) { files[$0].path } }
}
