import CFFmpeg

/// A seek index whose clock has been brought together with the stamps that FFmpeg counts.
struct IndexAnchor {
  let index: SeekIndex
  private let base: AVRational
  /// One moment on both clocks.
  private let stamp: Int64
  private let ticks: Int64
  /// Bytes of the file in front of what FFmpeg takes for its start.
  private let hidden: Int64

  private static let unit = AVRational(num: 1, den: Int32(SeekIndex.ticksPerSecond))

  /// Nil where the index knows no frame at this position of a packet with this stamp.
  init?(_ index: SeekIndex, position: Int64, stamp: Int64, base: AVRational, hidden: Int64) {
    guard stamp != tritone_no_pts(), let ticks = index.ticks(atPosition: position + hidden) else {
      return nil
    }
    self.hidden = hidden
    self.index = index
    self.base = base
    self.stamp = Believable.bounded(stamp)
    self.ticks = ticks
  }

  func stamp(ofTicks ticks: Int64) -> Int64 {
    stamp + Believable.rescaled(ticks - self.ticks, from: Self.unit, to: base)
  }

  func ticks(ofStamp stamp: Int64) -> Int64 {
    ticks + Believable.rescaled(Believable.bounded(stamp) - self.stamp, from: base, to: Self.unit)
  }

  /// The true stamp of the packet at a position, nil where the index has none there.
  func stamp(atPosition position: Int64) -> Int64? {
    index.ticks(atPosition: position + hidden).map(stamp(ofTicks:))
  }

  /// The stamp of the last frame in the index at or before another stamp; FFmpeg is told where it
  /// and the one behind it are, so that seeking there goes nowhere else.
  func enter(before limit: Int64, _ stream: UnsafeMutablePointer<AVStream>) -> Int64 {
    let place = index.index(at: ticks(ofStamp: limit))
    let next = place + 1 < index.entries.count ? index.entries[place + 1] : index.end
    // Told for each seek anew: damage makes FFmpeg note entries with stamps of its own.
    for entry in [index.entries[place], next] {
      av_add_index_entry(
        stream, entry.position - hidden, stamp(ofTicks: entry.ticks), 0, 0, Int32(AVINDEX_KEYFRAME))
    }
    return stamp(ofTicks: index.entries[place].ticks)
  }
}
