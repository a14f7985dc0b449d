import Media

/// What is known of a remote file, and where its reader is. A value without a lock or a request.
struct FileState {
  var version = FileVersion(size: nil, validator: nil)
  /// Whether the server was heard, and whether it sends ranges.
  var ranging = Ranging.unknown
  var blocks = Blocks()
  /// Blocks in the cache.
  var stored: Set<Int> = []
  /// Whether whole blocks go into a cache.
  var isCached = false
  /// The reader's next offset.
  var position: Int64 = 0
  /// Bytes read in order up to there.
  var run: Int64 = 0
  /// Whether the reader looks for a place, and may turn elsewhere.
  var isGuessing = false
  /// Wanted beside what is read.
  var beside: [Range<Int64>] = []
  /// The blocks of these, which stay in memory.
  var kept: Set<Int> = []
  /// The offset up to which a prefetch wants the file.
  var goal: Int64 = 0
  var fetches: [Fetch] = []
  var attempts = 0
  var retryTime: SuspendingClock.Instant?
  var lastProgress = SuspendingClock.now
  var hasProgress = false
  var fault: RemoteFault?
  var faultTime = SuspendingClock.now
  var isClosed = false

  enum Ranging { case unknown, ranges, forward }

  var size: Int64? { version.size }

  /// Whether a block is whole, in memory or in the cache.
  func has(_ index: Int) -> Bool {
    if stored.contains(index) { return true }
    let filled = blocks.filled(index)
    guard filled > 0 else { return false }
    if filled == Blocks.size { return true }
    guard let size else { return false }
    return filled == Int64(Blocks.range(of: index, in: size).count)
  }

  /// The first offset of a range that is not there; nil if all is.
  func firstMissing(in range: Range<Int64>) -> Int64? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let index = Blocks.index(of: offset)
      if !has(index) { return max(offset, Blocks.start(of: index)) }
      offset = Blocks.start(of: index + 1)
    }
    return nil
  }

  /// The range from a block on up to the next one that is there.
  func gap(from offset: Int64, atMost length: Int64) -> Range<Int64> {
    let start = Blocks.aligned(offset)
    let limit = min(size ?? .max, start.addingReportingOverflow(length).partialValue)
    var end = start
    while end < limit, !has(Blocks.index(of: end)), end == start || !isComing(end) {
      end += Blocks.size
    }
    return start..<max(start, min(end, limit))
  }

  /// The same up to the end of the block that holds the last byte before an offset.
  func gap(from offset: Int64, upTo end: Int64) -> Range<Int64> {
    gap(from: offset, atMost: Blocks.aligned(end - 1) + Blocks.size - Blocks.aligned(offset))
  }

  /// The same for a jump, with some before it.
  func gap(around offset: Int64, atMost length: Int64) -> Range<Int64> {
    var start = Blocks.aligned(offset)
    let least = max(0, start - margin)
    while start > least, !has(Blocks.index(of: start - 1)), !isComing(start - 1) {
      start -= Blocks.size
    }
    return gap(from: start, atMost: length + Blocks.aligned(offset) - start)
  }

  /// Bytes to fetch ahead: they grow with what was read in order.
  func window(_ limits: StreamingLimits) -> Int64 {
    let most = isCached ? limits.aheadOnDisk : limits.aheadInMemory
    return min(most, max(limits.firstBytes, run * 8))
  }

  /// The range that is due ahead of the reader; nil for none.
  func due(_ limits: StreamingLimits) -> Range<Int64>? {
    guard let size, ranging != .forward, fault == nil, !isClosed, !isGuessing else { return nil }
    guard !fetches.contains(where: { !$0.isAside }) else { return nil }
    let window = window(limits)
    // Without a cache, what lies beyond the memory would be fetched and dropped for ever.
    let goal = isCached ? goal : min(goal, position + limits.aheadInMemory)
    let wanted = min(size, max(position + window, min(goal, size)))
    guard position < wanted, let missing = firstMissing(in: Blocks.aligned(position)..<wanted)
    else { return nil }
    guard !isComing(missing) else { return nil }
    // Long requests, not one for each block that the reader has passed.
    let isNear = missing - position <= window / 2 || missing < goal
    guard isNear || wanted == size else { return nil }
    let gap = gap(
      from: missing, atMost: min(limits.requestBytes, max(Blocks.size, wanted - missing)))
    return gap.isEmpty ? nil : gap
  }

  /// The offset at which a server without ranges is asked again, before the reader has come to the
  /// end of what it sent: all that lies before is sent once more; nil while enough is there.
  func dueForward(_ limits: StreamingLimits) -> Int64? {
    guard ranging == .forward, fetches.isEmpty, fault == nil, !isClosed else { return nil }
    let start = Blocks.aligned(position)
    let wanted = min(size ?? .max, position + limits.forwardBytes / 2)
    return firstMissing(in: start..<max(start, wanted))
  }

  /// The first offset of a range that is neither there nor under way; nil for none.
  func firstUnasked(in range: Range<Int64>) -> Int64? {
    var offset = range.lowerBound
    while let missing = firstMissing(in: offset..<range.upperBound) {
      guard isComing(missing) else { return missing }
      offset = Blocks.start(of: Blocks.index(of: missing) + 1)
      guard offset < range.upperBound else { break }
    }
    return nil
  }

  /// Whether an offset is part of a request under way, however far away.
  private func isComing(_ offset: Int64) -> Bool {
    fetches.contains { !$0.isOver && $0.start <= offset && offset < $0.end }
  }

  /// Whether an offset is near the end of the file, where many formats have tags.
  func isTail(_ offset: Int64) -> Bool {
    size.map { offset >= $0 - min(512 << 10, $0 / 8) } ?? false
  }

  /// The request under way that will bring an offset soon.
  func fetch(bringing offset: Int64) -> Fetch? {
    fetches.first { fetch in
      guard !fetch.isOver, Blocks.aligned(fetch.next) <= offset, offset < fetch.end else {
        return false
      }
      return ranging != .ranges || offset - fetch.next <= Self.reach
    }
  }

  /// Bytes in front of a jump that are fetched with it: Ogg and FLAC are searched by bisection, whose
  /// last steps are near to one another.
  var margin: Int64 { isOgg || isFLAC ? 2 * Blocks.size : 0 }

  var isFLAC: Bool { blocks[0]?.starts(with: "fLaC".utf8) ?? false }
  private var isOgg: Bool { blocks[0]?.starts(with: "OggS".utf8) ?? false }

  /// Bytes that are awaited and not asked for anew.
  static let reach: Int64 = 256 << 10

  /// Drops blocks that the reader will not soon want.
  mutating func trim(_ limits: StreamingLimits) {
    if isCached {
      guard blocks.count > 48 else { return }
      let near = (position - Blocks.size * 2)..<(position + Blocks.size * 16)
      for index in blocks.indices
      where stored.contains(index) && !near.contains(Blocks.start(of: index)) {
        blocks.remove(index)
      }
      return
    }
    let ahead = ranging == .forward ? limits.forwardBytes : limits.aheadInMemory
    guard Int64(blocks.count) * Blocks.size > ahead + (4 << 20) else { return }
    // The header, and the tags at the end, are often read again.
    let tail = (size ?? .max) - Blocks.size * 4
    let near = (position - (1 << 20))..<(position + ahead)
    for index in blocks.indices where index > 3 && !kept.contains(index) {
      let start = Blocks.start(of: index)
      if start < tail, !near.contains(start) { blocks.remove(index) }
    }
  }
}
