import Media
import Music
import Synchronization
import Threads

/// Writes what the ring holds to a file, as fast as it comes, as far as it is decided. For one thread.
/// A file that is encoded and not finished goes with it.
struct RingWriter: ~Copyable {
  private let ring: Ring
  private var file: SoundFile
  private(set) var session: RenderSession
  /// Whether nothing was to follow what the ring held, when a block was copied last: at another speed
  /// the last frames come only then.
  private(set) var isComplete = false

  init(_ ring: Ring, to file: consuming SoundFile) {
    self.ring = ring
    self.file = file
    session = RenderSession(ring: ring.memory, isRealTime: false)
  }

  /// Hz; nil before it was set.
  var rate: Int? { session.rate }

  /// The frame of the ring that is written next.
  var written: FrameNumber { session.frame(ofGiven: session.given) ?? 0 }

  mutating func setRate(_ rate: Int) throws(MediaError) {
    try file.setRate(rate)
    session.setRate(rate)
  }

  /// Goes to a frame of the ring; false where the ring does not hold it.
  @discardableResult
  mutating func begin(at frame: FrameNumber, serial: UInt64) -> Bool {
    session.jump(to: frame, serial: serial)
  }

  /// The event of how far it is.
  mutating func clockEvent() -> OutputEvent? {
    guard let clock = session.clock(ofGiven: session.given, isAdvancing: false) else { return nil }
    return session.tell(clock)
  }

  /// Copies a block; false if there is none.
  mutating func copy() throws(MediaError) -> Bool {
    isComplete = ring.memory.pointee.isComplete.load(ordering: .acquiring)
    let frames = session.render(file.block, SoundFile.blockFrames)
    try file.append(frames)
    ring.wakeProducerIfLow()
    return frames > 0
  }

  /// Sleeps until its thread is woken, or while it plays until there may be a block.
  func sleep(isPlaying: Bool, for time: Duration? = nil) {
    ring.memory.pointee.isConsumerAsleep.store(true, ordering: .sequentiallyConsistent)
    // That may have changed since, before it could be seen that this side sleeps.
    let isCompleteNow = ring.memory.pointee.isComplete.load(ordering: .sequentiallyConsistent)
    if isPlaying, ringSettled(ring.memory) > 0 || isCompleteNow != isComplete { return }
    if let time { ring.consumerWake.wait(for: time) } else { ring.consumerWake.wait() }
  }

  /// Decides all that the ring holds, since its decoding side is gone.
  func settle() {
    let writing = ringEnds(ring.memory).writing
    ring.memory.pointee.committedEnd.store(writing, ordering: .releasing)
  }

  /// Completes the file.
  mutating func finish() throws(MediaError) { try file.finish() }
}
