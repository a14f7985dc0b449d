package import Music

/// The frame positions of a file of MPEG audio or ADTS, which has no such table itself.
///
/// Built by `scan`, used by `Decoder.use`. Sparse: every 32nd frame, fewer in enormous files.
package struct SeekIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// The file offset of the frame's first byte.
    var position: Int64
    /// The start of the frame, counted from the first one, in `ticksPerSecond`.
    var ticks: Int64
  }

  /// A unit in which frames of every sampling rate of these formats have integer lengths.
  static let ticksPerSecond: Int64 = 28_224_000
  /// Every frame up to here is in the index, to find where another reader began to count.
  static let leadCount = 64

  /// Hz, of the first frame; AAC with SBR may decode to twice as much.
  package internal(set) var rate = 0
  package internal(set) var samplesPerFrame = 0
  /// Frames with sound: not the one that holds a Xing or VBRI header.
  package internal(set) var frameCount: Int64 = 0
  /// The length of the sound, without the delay and padding in the encoder's tag.
  package internal(set) var duration = Duration.zero
  /// The stamp of the scanned file, to detect changes.
  package internal(set) var file: FileStamp

  var isADTS = false
  /// In the order of both position and time; never empty.
  var entries: [Entry] = []
  /// The end of the last frame.
  var end = Entry(position: 0, ticks: 0)
  var tag: MPEGInfoTag?

  /// The number of entries.
  package var count: Int { entries.count }

  /// The index of the last entry at or before a time, or of the first entry.
  func index(at ticks: Int64) -> Int {
    max(0, partition { $0.ticks <= ticks } - 1)
  }

  /// The start of the frame at exactly this position, nil if it is not in the index.
  func ticks(atPosition position: Int64) -> Int64? {
    let offset = partition { $0.position < position }
    guard offset < entries.count, entries[offset].position == position else { return nil }
    return entries[offset].ticks
  }

  /// The number of leading entries that fulfil a condition (binary search).
  private func partition(_ condition: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
