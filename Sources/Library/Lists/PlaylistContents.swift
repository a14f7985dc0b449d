internal import Music

/// The entries of a playlist in their order, and their total.
///
/// They lie in blocks, which copies share until one of them changes: an edit of a long playlist
/// costs the blocks that it touches.
struct PlaylistContents: Sequence, Sendable {
  fileprivate struct Block: Sendable {
    private(set) var entries: [PlaylistEntry]
    private(set) var time = PlayingTime()
    /// The least and the greatest id.
    private(set) var ids: ClosedRange<Int64>

    /// - Parameter entries: At least one.
    init(_ entries: [PlaylistEntry]) {
      self.entries = entries
      ids = entries[0].id...entries[0].id
      for entry in entries {
        time.add(entry)
        ids = Swift.min(ids.lowerBound, entry.id)...Swift.max(ids.upperBound, entry.id)
      }
    }
  }

  private var blocks: [Block] = []
  /// The index of each block's first entry, and at the end the number of entries.
  private var starts = [0]
  private(set) var total = PlayTotal(entries: 0, missing: 0, unknown: 0, duration: .zero)
  private let blockSize: Int

  /// - Parameter blockSize: Of entries that are read; edits leave blocks of up to twice as many.
  init(_ entries: [PlaylistEntry], blockSize: Int = 1_024) {
    self.blockSize = blockSize
    blocks = PlaylistContents.blocks(of: entries, size: blockSize)
    number()
  }

  private static func blocks(of entries: [PlaylistEntry], size: Int) -> [Block] {
    stride(from: 0, to: entries.count, by: size).map {
      Block(Array(entries[$0..<Swift.min($0 + size, entries.count)]))
    }
  }

  /// Counts the blocks anew.
  private mutating func number() {
    starts = [0]
    starts.reserveCapacity(blocks.count + 1)
    var (count, time) = (0, PlayingTime())
    for block in blocks {
      count += block.entries.count
      starts.append(count)
      time.append(block.time)
    }
    total = time.total
  }

  // MARK: Entries

  var count: Int { starts[starts.count - 1] }
  var isEmpty: Bool { blocks.isEmpty }
  var underestimatedCount: Int { count }

  subscript(index: Int) -> PlaylistEntry {
    let block = block(of: index)
    return blocks[block].entries[index - starts[block]]
  }

  subscript(range: Range<Int>) -> [PlaylistEntry] {
    guard !range.isEmpty else { return [] }
    var found: [PlaylistEntry] = []
    found.reserveCapacity(range.count)
    for block in block(of: range.lowerBound)...block(of: range.upperBound - 1) {
      let inside = range.clamped(to: starts[block]..<starts[block + 1])
      found +=
        blocks[block].entries[
          inside.lowerBound - starts[block]..<inside.upperBound - starts[block]]
    }
    return found
  }

  private func block(of index: Int) -> Int {
    Swift.max(0, starts[..<blocks.count].partitioningIndex { $0 > index } - 1)
  }

  func index(of id: Int64) -> Int? {
    for (block, start) in zip(blocks, starts) where block.ids.contains(id) {
      if let index = block.entries.firstIndex(where: { $0.id == id }) { return start + index }
    }
    return nil
  }

  /// The indices of some entries, ascending; those of others are left out.
  func indices(of ids: [Int64]) -> [Int] {
    guard let least = ids.min(), let greatest = ids.max() else { return [] }
    var wanted = IDSet()
    for id in ids { wanted.insert(id) }
    var found: [Int] = []
    for (block, start) in zip(blocks, starts) where block.ids.overlaps(least...greatest) {
      for (index, entry) in block.entries.enumerated() where wanted.contains(entry.id) {
        found.append(start + index)
      }
    }
    return found
  }

  /// The total from an entry on.
  func total(from index: Int) -> PlayTotal {
    guard index < count else { return PlayingTime().total }
    let first = block(of: index)
    var time = PlayingTime()
    for entry in blocks[first].entries[(index - starts[first])...] { time.add(entry) }
    for block in blocks[(first + 1)...] { time.append(block.time) }
    return time.total
  }

  func makeIterator() -> Iterator { Iterator(blocks) }

  struct Iterator: IteratorProtocol {
    private var blocks: ArraySlice<Block>
    private var entries: [PlaylistEntry] = []
    private var index = 0

    fileprivate init(_ blocks: [Block]) { self.blocks = blocks[...] }

    mutating func next() -> PlaylistEntry? {
      if index == entries.count {
        guard let block = blocks.popFirst() else { return nil }
        (entries, index) = (block.entries, 0)
      }
      defer { index += 1 }
      return entries[index]
    }
  }

  // MARK: Changes

  /// The contents after a change of some entries.
  ///
  /// - Parameters:
  ///   - changed: all that were changed.
  ///   - present: those of them that the playlist has now, in their order.
  func changing(_ changed: [Int64], to present: [PlaylistEntry]) -> PlaylistContents {
    guard let least = changed.min(), let greatest = changed.max() else { return self }
    var ids = IDSet()
    for id in changed { ids.insert(id) }
    var contents = self
    contents.blocks = []
    contents.blocks.reserveCapacity(blocks.count + 2)
    var next = 0
    for (index, block) in blocks.enumerated() {
      // All that come before the first entry of the next block; all that are left in the last one.
      var end = next
      if index == blocks.count - 1 {
        end = present.count
      } else {
        while end < present.count, present[end].precedes(blocks[index + 1].entries[0]) { end += 1 }
      }
      defer { next = end }
      let isSame =
        end == next
        && !(block.ids.overlaps(least...greatest)
          && block.entries.contains { ids.contains($0.id) })
      guard !isSame else {
        contents.blocks.append(block)
        continue
      }
      var entries: [PlaylistEntry] = []
      entries.reserveCapacity(block.entries.count + end - next)
      var new = present[next..<end]
      for entry in block.entries where !ids.contains(entry.id) {
        while let first = new.first, first.precedes(entry) {
          entries.append(first)
          new.removeFirst()
        }
        entries.append(entry)
      }
      entries += new
      contents.blocks +=
        entries.count > 2 * blockSize
        ? PlaylistContents.blocks(of: entries, size: blockSize)
        : entries.isEmpty ? [] : [Block(entries)]
    }
    if blocks.isEmpty {
      contents.blocks = PlaylistContents.blocks(of: present, size: blockSize)
    }
    contents.number()
    return contents
  }
}

extension PlaylistEntry {
  /// Whether its place is before that of another entry of the same playlist.
  func precedes(_ other: PlaylistEntry) -> Bool {
    (order, id) < (other.order, other.id)
  }
}
