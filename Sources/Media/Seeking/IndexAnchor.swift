import CFFmpeg

/// A seek index aligned with FFmpeg's timestamps.
struct IndexAnchor {
  let index: SeekIndex
  private let base: AVRational
  /// One moment on both clocks.
  private let timestamp: Int64
  private let ticks: Int64
  /// Bytes of the file before FFmpeg's first byte.
  private let hidden: Int64

  private static let unit = AVRational(num: 1, den: Int32(SeekIndex.ticksPerSecond))

  /// Nil if the index has no frame at the position of the packet with this timestamp.
  init?(_ index: SeekIndex, position: Int64, timestamp: Int64, base: AVRational, hidden: Int64) {
    guard timestamp != tritone_no_pts(), let ticks = index.ticks(atPosition: position + hidden)
    else {
      return nil
    }
    self.hidden = hidden
    self.index = index
    self.base = base
    self.timestamp = PlausibleRange.bounded(timestamp)
    self.ticks = ticks
  }

  func timestamp(ofTicks ticks: Int64) -> Int64 {
    timestamp + PlausibleRange.rescaled(ticks - self.ticks, from: Self.unit, to: base)
  }

  func ticks(ofTimestamp timestamp: Int64) -> Int64 {
    ticks
      + PlausibleRange.rescaled(
        PlausibleRange.bounded(timestamp) - self.timestamp, from: base, to: Self.unit)
  }

  /// The true timestamp of the packet at a position, nil if it is not in the index.
  func timestamp(atPosition position: Int64) -> Int64? {
    index.ticks(atPosition: position + hidden).map(timestamp(ofTicks:))
  }

  /// The timestamp of the last indexed frame at or before a limit; adds this entry and the next to
  /// FFmpeg's index, so that a seek finds exactly this frame.
  func enter(before limit: Int64, _ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    let offset = index.index(at: ticks(ofTimestamp: limit))
    let next = offset + 1 < index.entries.count ? index.entries[offset + 1] : index.end
    // Added for each seek: damage makes FFmpeg add entries with timestamps of its own.
    for entry in [index.entries[offset], next] {
      av_add_index_entry(
        stream, entry.position - hidden, timestamp(ofTicks: entry.ticks), 0, 0,
        Int32(AVINDEX_KEYFRAME))
    }
    return timestamp(ofTicks: index.entries[offset].ticks)
  }
}
