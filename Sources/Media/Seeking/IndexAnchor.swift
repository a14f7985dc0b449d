import CFFmpeg

/// A seek index whose clock has been brought together with the stamps that FFmpeg counts.
struct IndexAnchor {
  let index: SeekIndex
  private let base: AVRational
  /// One moment on both clocks.
  private let timestamp: Int64
  private let ticks: Int64
  /// Bytes of the file in front of what FFmpeg takes for its start.
  private let hidden: Int64

  private static let unit = AVRational(num: 1, den: Int32(SeekIndex.ticksPerSecond))

  /// Nil where the index knows no frame at this position of a packet with this stamp.
  init?(_ index: SeekIndex, position: Int64, timestamp: Int64, base: AVRational, hidden: Int64) {
    guard timestamp != tritone_no_pts(), let ticks = index.ticks(atPosition: position + hidden)
    else {
      return nil
    }
    self.hidden = hidden
    self.index = index
    self.base = base
    self.timestamp = Believable.bounded(timestamp)
    self.ticks = ticks
  }

  func timestamp(ofTicks ticks: Int64) -> Int64 {
    timestamp + Believable.rescaled(ticks - self.ticks, from: Self.unit, to: base)
  }

  func ticks(ofTimestamp timestamp: Int64) -> Int64 {
    ticks
      + Believable.rescaled(
        Believable.bounded(timestamp) - self.timestamp, from: base, to: Self.unit)
  }

  /// The true stamp of the packet at a position, nil where the index has none there.
  func timestamp(atPosition position: Int64) -> Int64? {
    index.ticks(atPosition: position + hidden).map(timestamp(ofTicks:))
  }

  /// The stamp of the last frame in the index at or before another stamp; FFmpeg is told where it
  /// and the one behind it are, so that seeking there goes nowhere else.
  func enter(before limit: Int64, _ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    let offset = index.index(at: ticks(ofTimestamp: limit))
    let next = offset + 1 < index.entries.count ? index.entries[offset + 1] : index.end
    // Told for each seek anew: damage makes FFmpeg note entries with stamps of its own.
    for entry in [index.entries[offset], next] {
      av_add_index_entry(
        stream, entry.position - hidden, timestamp(ofTicks: entry.ticks), 0, 0,
        Int32(AVINDEX_KEYFRAME))
    }
    return timestamp(ofTicks: index.entries[offset].ticks)
  }
}
