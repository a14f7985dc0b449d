// Sums of a plan, for its window and for the command line.

extension SyncPlan {
  /// Counts and bytes of the items that are included.
  package struct Totals: Equatable, Sendable {
    package var copied = 0, replaced = 0, moved = 0, removed = 0, excluded = 0
    package var taken = 0, adopted = 0
    /// Plays that come into the library.
    package var playsHere = 0
    /// Tracks whose marks change on a side.
    package var marksHere = 0, marksThere = 0
    package var playlistsHere = 0, playlistsThere = 0
    /// Written to the device.
    package var bytesThere: Int64 = 0
    /// Read from the device.
    package var bytesHere: Int64 = 0
    /// Of files on the device that are removed or replaced.
    package var bytesFreed: Int64 = 0
  }

  package var totals: Totals {
    var totals = Totals()
    for item in items where item.isIncluded { totals.add(item) }
    return totals
  }

  /// Whether nothing would be done.
  package var isEmpty: Bool { !repairsDatabase && !items.contains { $0.isIncluded } }

  /// The duration of copying at the last speed; nil where that is unknown.
  package var seconds: Double? {
    guard let speed, speed > 0 else { return nil }
    let totals = totals
    return Double(totals.bytesThere.addingBytes(totals.bytesHere)) / Double(speed)
  }

  /// Bytes free on the device afterwards, not less than 0; nil where that is unknown.
  package var freeAfter: Int64? {
    guard let free else { return nil }
    let totals = totals
    return max(0, free.addingBytes(totals.bytesFreed) - totals.bytesThere)
  }
}

extension SyncPlan.Totals {
  fileprivate mutating func add(_ item: SyncItem) {
    switch item.action {
    case .copy:
      copied += 1
      bytesThere = bytesThere.addingBytes(item.bytes)
    case .replace(_, let file, _):
      replaced += 1
      bytesThere = bytesThere.addingBytes(item.bytes)
      bytesFreed = bytesFreed.addingBytes(file.size)
    case .move: moved += 1
    case .remove(_, let file):
      removed += 1
      bytesFreed = bytesFreed.addingBytes(file.size)
    case .exclude: excluded += 1
    case .take:
      taken += 1
      bytesHere = bytesHere.addingBytes(item.bytes)
    case .adopt: adopted += 1
    case .marks(let marks):
      playsHere += marks.here?.plays ?? 0
      marksHere += marks.here == nil ? 0 : 1
      marksThere += marks.there == nil ? 0 : 1
    case .playlist(let list):
      playlistsHere += list.here == nil ? 0 : 1
      playlistsThere += list.there == nil && list.deletedThere == nil ? 0 : 1
    }
  }
}
