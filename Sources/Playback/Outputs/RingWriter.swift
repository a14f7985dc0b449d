import Media
import Music
import Synchronization
import Threads

/// Writes the ring to a file, up to the committed end, as fast as it fills. For one thread. An
/// unfinished encoded file is deleted with this value.
struct RingWriter: ~Copyable {
  private let ring: Ring
  private var file: SoundFile
  private(set) var session: RenderSession
  /// Whether the ring was complete at the last block: at another speed the last frames come only
  /// then.
  private(set) var isComplete = false

  init(_ ring: Ring, to file: consuming SoundFile) {
    self.ring = ring
    self.file = file
    session = RenderSession(ring: ring.memory, isRealTime: false)
  }

  /// Hz; nil until set.
  var rate: Int? { session.rate }

  /// The next ring frame to write.
  var written: FrameNumber { session.frame(ofGiven: session.given) ?? 0 }

  mutating func setRate(_ rate: Int) throws(MediaError) {
    try file.setRate(rate)
    session.setRate(rate)
  }

  /// Jumps to a frame of the ring; false if the ring does not hold it.
  @discardableResult
  mutating func begin(at frame: FrameNumber, serial: UInt64) -> Bool {
    session.jump(to: frame, serial: serial)
  }

  /// The event that reports the clock.
  mutating func clockEvent() -> OutputEvent? {
    guard let clock = session.clock(ofGiven: session.given, isAdvancing: false) else { return nil }
    return session.record(clock)
  }

  /// Copies a block; false if there is none.
  mutating func copy() throws(MediaError) -> Bool {
    isComplete = ring.memory.pointee.isComplete.load(ordering: .acquiring)
    let frames = session.render(file.block, SoundFile.blockFrames)
    try file.append(frames)
    ring.wakeProducerIfLow()
    return frames > 0
  }

  /// Sleeps until woken or, while playing, until a block may be ready.
  func sleep(isPlaying: Bool, for time: Duration? = nil) {
    ring.memory.pointee.isConsumerAsleep.store(true, ordering: .sequentiallyConsistent)
    // `isComplete` may have changed before the sleep flag was visible.
    let isCompleteNow = ring.memory.pointee.isComplete.load(ordering: .sequentiallyConsistent)
    if isPlaying, ringSettled(ring.memory) > 0 || isCompleteNow != isComplete { return }
    if let time { ring.consumerWake.wait(for: time) } else { ring.consumerWake.wait() }
  }

  /// Commits the whole ring, since its producer is gone.
  func commitAll() {
    let writing = ringEnds(ring.memory).writing
    ring.memory.pointee.committedEnd.store(writing, ordering: .releasing)
  }

  /// Completes the file.
  mutating func finish() throws(MediaError) { try file.finish() }
}
