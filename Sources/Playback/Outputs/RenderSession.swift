/// What an output plays from one jump to the next: the render core, how much of it was given out, and
/// the clock that was reported. For the output's thread; a real-time callback may touch `state` only.
struct RenderSession: ~Copyable {
  /// A jump that was made.
  struct Jump {
    let frame: FrameNumber
    /// The clock that was reported last.
    fileprivate(set) var clock: OutputClock

    var serial: UInt64 { clock.serial }
  }

  /// Hz, the first that was named.
  private(set) var rate: Int?
  /// Nil before the first jump and after one that could not be made.
  private(set) var jump: Jump?
  private let ring: UnsafeMutablePointer<RingMemory>
  private let isRealTime: Bool
  /// Made when the rate is known.
  private(set) var state: UnsafeMutablePointer<RenderState>?

  init(ring: UnsafeMutablePointer<RingMemory>, isRealTime: Bool) {
    self.ring = ring
    self.isRealTime = isRealTime
  }

  deinit {
    state?.deinitialize(count: 1)
    state?.deallocate()
  }

  /// Makes the render core, which has one rate for the session; needed before the first jump.
  mutating func setRate(_ rate: Int) {
    guard state == nil else { return }
    self.rate = rate
    let new = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
    new.initialize(to: RenderState(ring: ring, rate: rate, isRealTime: isRealTime))
    state = new
  }

  /// Whether there is sound to be taken: from a jump on, until an underrun.
  var isOpen: Bool { state?.pointee.isOpen ?? false }

  /// Frames given out since the jump.
  var given: FrameNumber { state?.pointee.given ?? 0 }

  /// Goes to a frame of the ring; false where the ring does not hold it, and nothing is played then.
  mutating func jump(to frame: FrameNumber, serial: UInt64) -> Bool {
    clear()
    guard let state, renderJump(state, to: frame) else { return false }
    state.pointee.isOpen = true
    jump = Jump(
      frame: frame,
      clock: OutputClock(serial: serial, heard: frame, at: .now, isAdvancing: false))
    return true
  }

  /// Gives out up to `frames` frames of interleaved stereo.
  mutating func render(_ out: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
    guard isOpen, let state else { return 0 }
    return renderSound(state, out, frames)
  }

  /// Gives out nothing until the next jump.
  mutating func close() { state?.pointee.isOpen = false }

  /// Forgets the jump.
  mutating func clear() {
    close()
    jump = nil
  }

  /// Closes after an underrun; the event to report, once.
  mutating func starve() -> OutputEvent? {
    guard let jump, isOpen else { return nil }
    close()
    return .underrun(serial: jump.serial)
  }

  /// The frame of the ring that a frame given out was.
  func frame(ofGiven given: FrameNumber) -> FrameNumber? {
    state?.pointee.map.frame(ofGiven: given).frame
  }

  /// The frame that is heard now by the last clock: none that was not given out.
  var heardNow: FrameNumber? {
    guard let jump, let rate else { return nil }
    let end = jump.clock.heard.nearest(ringEnds(ring).playing)
    return jump.clock.heard(at: .now, rate: rate, before: end)
  }

  /// The clock at the moment when a frame given out is heard.
  func clock(
    ofGiven given: FrameNumber, at now: SuspendingClock.Instant = .now, isAdvancing: Bool
  ) -> OutputClock? {
    guard let jump, let heard = state?.pointee.map.frame(ofGiven: given) else { return nil }
    return OutputClock(
      serial: jump.serial, heard: heard.frame, at: now, isAdvancing: isAdvancing,
      speed: heard.speed)
  }

  /// Notes that a clock is reported; the event.
  mutating func tell(_ clock: OutputClock) -> OutputEvent {
    jump?.clock = clock
    return .clock(clock)
  }
}
