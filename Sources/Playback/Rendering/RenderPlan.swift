// The audio thread's plan of the ring: which item each frame belongs to, its loudness, and the
// crossfades. Plain values, handed over whole.

/// The loudness of an item; factors, since the audio thread computes no powers.
struct PartLoudness: Equatable, BitwiseCopyable {
  /// The gain of the playlist's entry.
  var gain: Float = 1
  /// ReplayGain of the track; 0 if unknown.
  var track: Float = 0
  var album: Float = 0
  /// Full scale is 1; 0 if unknown.
  var trackPeak: Float = 0
  var albumPeak: Float = 0
  var isAmongAlbum = false

  @_noLocks @_noAllocation
  init() {}
}

/// A stretch of the ring that belongs to one item.
struct RenderPart: Equatable, BitwiseCopyable {
  /// The ring frame at which the item starts; in 64 bits, since an item may be longer than half of
  /// 2^32 frames.
  var start: FrameNumber = 0
  /// The end of the crossfade: before it, the item is in the overlap store and the previous one in
  /// the main store; equal to `start` without a crossfade.
  var fadeEnd: FrameNumber = 0
  /// Whether both items are the same recording, whose sum keeps its level with linear curves.
  var isLinear = false
  /// Whether the part's first frame is its file's own.
  var beginsFile = false
  /// The serial of the item's `PlayID`.
  var owner: UInt64 = 0
  var loudness = PartLoudness()

  @_noLocks @_noAllocation
  init() {}

  init(
    start: FrameNumber, fadeEnd: FrameNumber, isLinear: Bool = false, beginsFile: Bool = false,
    loudness: PartLoudness
  ) {
    self.start = start
    self.fadeEnd = fadeEnd
    self.isLinear = isLinear
    self.beginsFile = beginsFile
    self.loudness = loudness
  }
}

/// The ring's parts in order.
struct RenderPlan: BitwiseCopyable {
  static let capacity = 64
  private(set) var count = 0
  private var parts = InlineArray<64, RenderPart>(repeating: RenderPart())

  var isFull: Bool { count == Self.capacity }

  @_noLocks @_noAllocation
  func part(_ index: Int) -> RenderPart { parts[index] }

  /// Appends a part that starts at its first frame.
  mutating func append(_ part: RenderPart) {
    cut(at: part.start)
    if isFull { dropFirst() }
    parts[count] = part
    count += 1
  }

  /// Changes an item's gain.
  mutating func setGain(_ gain: Float, of owner: UInt64) {
    for index in 0..<count where parts[index].owner == owner { parts[index].loudness.gain = gain }
  }

  /// Removes the parts from a frame on.
  mutating func cut(at frame: FrameNumber) {
    while count > 0, parts[count - 1].start >= frame { count -= 1 }
  }

  /// Removes the parts that end before a frame.
  mutating func forget(before frame: FrameNumber) {
    while count > 1, parts[1].fadeEnd < frame { dropFirst() }
  }

  private mutating func dropFirst() {
    for index in 1..<count { parts[index - 1] = parts[index] }
    count -= 1
  }

  /// The index of a frame's part, -1 before the first.
  @_noLocks @_noAllocation
  func index(of frame: FrameNumber) -> Int {
    var index = count &- 1
    while index >= 0, parts[index].start > frame { index &-= 1 }
    return index
  }
}
