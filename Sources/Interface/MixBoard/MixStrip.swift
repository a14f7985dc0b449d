import Music

/// One mix laid out over columns: a block for each entry, or for a run of one key where entries are
/// more than columns.
struct MixStrip: Equatable {
  enum Kind: Equatable {
    case key(MusicalKey)
    case unknownKey, missingFile
    /// All entries beyond the last one of the timeline.
    case rest(Int)
  }

  struct Block: Equatable {
    /// Without gaps between the blocks.
    var columns: Range<Int>
    /// Indices of the mix's entries.
    var entries: Range<Int>
    var kind: Kind
  }

  let blocks: [Block]

  init(_ timeline: MixTimeline, scale: MixScale) {
    var spans = MixSpan.spans(of: timeline, scale)
    let natural = Int(scale.position(of: timeline.duration).rounded())
    if spans.count > natural { spans = MixSpan.joined(spans) }
    if spans.count > scale.columns { spans = MixSpan.sampled(spans, columns: max(1, natural)) }
    blocks = Self.blocks(spans, columns: scale.columns)
  }

  /// The number of columns with blocks.
  var columns: Int { blocks.last?.columns.upperBound ?? 0 }

  /// Rounds spans to columns, at least one each.
  ///
  /// - Parameter columns: No fewer than spans.
  private static func blocks(_ spans: [MixSpan], columns: Int) -> [Block] {
    var ends: [Int] = []
    for span in spans { ends.append(max((ends.last ?? 0) + 1, Int(span.end.rounded()))) }
    var limit = columns
    for index in ends.indices.reversed() {
      ends[index] = min(ends[index], limit)
      limit = ends[index] - 1
    }
    return spans.indices.map { index in
      let start = index == 0 ? 0 : ends[index - 1]
      return Block(
        columns: start..<ends[index], entries: spans[index].entries, kind: spans[index].kind)
    }
  }

  /// The clash of a block's last entry with the next block's first one.
  func clash(after index: Int, in timeline: MixTimeline) -> MixClash? {
    guard index + 1 < blocks.count else { return nil }
    let (end, next) = (blocks[index].entries.upperBound, blocks[index + 1].entries.lowerBound)
    guard end == next, end > 0, next < timeline.entries.count else { return nil }
    return MixClash(from: timeline.entries[end - 1].point, to: timeline.entries[next].point)
  }

  /// The block of an entry. Where entries are more than columns, the block in front of one without
  /// its own.
  func block(of entry: Int) -> Int? {
    blocks.lastIndex { $0.entries.lowerBound <= entry } ?? blocks.indices.first
  }

  /// The column of the join before an entry; for the number of entries, the one behind the last.
  func join(before entry: Int, in timeline: MixTimeline, _ scale: MixScale) -> Int? {
    guard let index = block(of: entry) else { return nil }
    let block = blocks[index]
    if block.entries.lowerBound == entry { return max(0, block.columns.lowerBound - 1) }
    guard entry < timeline.entries.count else { return block.columns.upperBound }
    let column = Int(scale.position(of: timeline.entries[entry].start).rounded())
    return max(block.columns.lowerBound, min(block.columns.upperBound - 1, column))
  }
}
