// What the audio thread has to know of the sound in the ring: which part of it belongs to which
// item, how loud that is to be, and where one fades into the next. Plain values, handed over whole.

/// How loud an item is to be; factors, since the audio thread computes no powers.
struct PartLoudness: Equatable, BitwiseCopyable {
  /// The gain of the playlist's entry.
  var gain: Float = 1
  /// ReplayGain's; 0 where the file does not say.
  var track: Float = 0
  var album: Float = 0
  /// Full scale is 1; 0 where the file does not say.
  var trackPeak: Float = 0
  var albumPeak: Float = 0
  var isAmongAlbum = false

  @_noLocks @_noAllocation
  init() {}
}

/// A stretch of the ring that belongs to one item.
struct RenderPart: Equatable, BitwiseCopyable {
  /// The ring's frame from which on the item is heard; all of its number, since an item may be
  /// longer than half of 2^32 frames.
  var start: FrameNumber = 0
  /// Up to here the item is in the overlap store and the one before it in the ring's own; `start`
  /// where it does not fade in.
  var fadeEnd: FrameNumber = 0
  /// Whether the two are the same recording, whose sum keeps its level with linear curves.
  var isLinear = false
  /// Whether its first frame is its file's own.
  var beginsFile = false
  /// The serial of the item's placing.
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

/// The parts that are in the ring, in their order.
struct RenderPlan: BitwiseCopyable {
  static let capacity = 64
  private(set) var count = 0
  private var parts = InlineArray<64, RenderPart>(repeating: RenderPart())

  var isFull: Bool { count == Self.capacity }

  @_noLocks @_noAllocation
  func part(_ index: Int) -> RenderPart { parts[index] }

  /// Everything from a frame on belongs to `part`.
  mutating func append(_ part: RenderPart) {
    cut(at: part.start)
    if isFull { dropFirst() }
    parts[count] = part
    count += 1
  }

  /// Gives an item another gain.
  mutating func setGain(_ gain: Float, of owner: UInt64) {
    for index in 0..<count where parts[index].owner == owner { parts[index].loudness.gain = gain }
  }

  /// Forgets the parts that start at a frame or behind it.
  mutating func cut(at frame: FrameNumber) {
    while count > 0, parts[count - 1].start >= frame { count -= 1 }
  }

  /// Forgets the parts that end before a frame.
  mutating func forget(before frame: FrameNumber) {
    while count > 1, parts[1].fadeEnd < frame { dropFirst() }
  }

  private mutating func dropFirst() {
    for index in 1..<count { parts[index - 1] = parts[index] }
    count -= 1
  }

  /// The index of the part that a frame belongs to, -1 before the first.
  @_noLocks @_noAllocation
  func index(of frame: FrameNumber) -> Int {
    var index = count &- 1
    while index >= 0, parts[index].start > frame { index &-= 1 }
    return index
  }
}
