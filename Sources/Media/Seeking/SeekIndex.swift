package import Music

/// Where the frames of a file of MPEG audio or ADTS lie, which such a file itself does not say.
///
/// Made by `scan`, given to `Decoder.use`. Sparse: every 32nd frame, fewer in enormous files.
package struct SeekIndex: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// Of the frame's first byte in the file.
    var position: Int64
    /// When the frame begins, counted from the first one, in `ticksPerSecond`.
    var ticks: Int64
  }

  /// A unit in which every sampling rate of these formats has whole numbers.
  static let ticksPerSecond: Int64 = 28_224_000
  /// Every frame up to here is in the index, to find where another reader began to count.
  static let leadCount = 64

  /// Hz, of the first frame; twice as much may come out of AAC.
  package internal(set) var rate = 0
  package internal(set) var samplesPerFrame = 0
  /// Frames with sound: not the one that holds a Xing or VBRI header.
  package internal(set) var frameCount: Int64 = 0
  /// How long the sound is, without what the encoder's tag says is delay and padding.
  package internal(set) var duration = Duration.zero
  /// The file that was scanned, to notice when it has become another.
  package internal(set) var file: FileStamp

  var isADTS = false
  /// In the order of both position and time; never empty.
  var entries: [Entry] = []
  /// The end of the last frame.
  var end = Entry(position: 0, ticks: 0)
  var tag: MPEGInfoTag?

  /// How many places the index knows.
  package var count: Int { entries.count }

  /// The number of the last entry at or before a time, of the first one if there is none.
  func index(at ticks: Int64) -> Int {
    max(0, partition { $0.ticks <= ticks } - 1)
  }

  /// When the frame at exactly this position begins, nil where the index has none there.
  func ticks(atPosition position: Int64) -> Int64? {
    let offset = partition { $0.position < position }
    guard offset < entries.count, entries[offset].position == position else { return nil }
    return entries[offset].ticks
  }

  /// How many entries, from the first on, fulfil a condition that no later one fulfils.
  private func partition(_ condition: (Entry) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(entries[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
