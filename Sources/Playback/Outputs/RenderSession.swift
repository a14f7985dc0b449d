/// An output's playback from one jump to the next: the render core, the frames output, and the
/// reported clock. For the output's thread; a real-time callback may touch `state` only.
struct RenderSession: ~Copyable {
  /// A successful jump.
  struct Jump {
    let frame: FrameNumber
    /// The last reported clock.
    fileprivate(set) var clock: OutputClock

    var serial: UInt64 { clock.serial }
  }

  /// Hz, the first rate set.
  private(set) var rate: Int?
  /// Nil before the first jump and after a failed one.
  private(set) var jump: Jump?
  private let ring: UnsafeMutablePointer<RingMemory>
  private let isRealTime: Bool
  /// Created with the rate.
  private(set) var state: UnsafeMutablePointer<RenderState>?

  init(ring: UnsafeMutablePointer<RingMemory>, isRealTime: Bool) {
    self.ring = ring
    self.isRealTime = isRealTime
  }

  deinit {
    state?.deinitialize(count: 1)
    state?.deallocate()
  }

  /// Creates the render core, with one rate for the session; required before the first jump.
  mutating func setRate(_ rate: Int) {
    guard state == nil else { return }
    self.rate = rate
    let new = UnsafeMutablePointer<RenderState>.allocate(capacity: 1)
    new.initialize(to: RenderState(ring: ring, rate: rate, isRealTime: isRealTime))
    state = new
  }

  /// Whether there is sound to render: from a jump on, until an underrun.
  var isOpen: Bool { state?.pointee.isOpen ?? false }

  /// Frames output since the jump.
  var given: FrameNumber { state?.pointee.given ?? 0 }

  /// Jumps to a frame of the ring; false, and silent, if the ring does not hold it.
  mutating func jump(to frame: FrameNumber, serial: UInt64) -> Bool {
    clear()
    guard let state, renderJump(state, to: frame) else { return false }
    state.pointee.isOpen = true
    jump = Jump(
      frame: frame,
      clock: OutputClock(serial: serial, heard: frame, at: .now, isAdvancing: false))
    return true
  }

  /// Lets old sound fade out under the fade-in behind the jump.
  ///
  /// - Parameter frame: The old sound's frame at an index, as it was output.
  mutating func fadeOut(_ frame: (Int) -> SIMD2<Float>) {
    guard let state else { return }
    let count = state.pointee.entryFrames
    for index in 0..<count {
      let pair = frame(index)
      state.pointee.tail[index * 2] = pair.x
      state.pointee.tail[index * 2 + 1] = pair.y
    }
    state.pointee.tailLeft = count
  }

  /// Renders up to `frames` frames of interleaved stereo.
  mutating func render(_ out: UnsafeMutablePointer<Float>, _ frames: Int) -> Int {
    guard isOpen, let state else { return 0 }
    return renderSound(state, out, frames)
  }

  /// Renders nothing until the next jump.
  mutating func close() { state?.pointee.isOpen = false }

  /// Drops the jump.
  mutating func clear() {
    close()
    jump = nil
  }

  /// Closes after an underrun; returns the event to report, once.
  mutating func stopDry() -> OutputEvent? {
    guard let jump, isOpen else { return nil }
    close()
    return .underrun(serial: jump.serial)
  }

  /// The ring frame of an output frame.
  func frame(ofGiven given: FrameNumber) -> FrameNumber? {
    state?.pointee.map.frame(ofGiven: given).frame
  }

  /// The frame heard now by the last clock, at most the last one output.
  var heardNow: FrameNumber? {
    guard let jump, let rate else { return nil }
    let end = jump.clock.heard.nearest(ringEnds(ring).playing)
    return jump.clock.heard(at: .now, rate: rate, before: end)
  }

  /// The clock at the instant when an output frame is heard.
  func clock(
    ofGiven given: FrameNumber, at now: SuspendingClock.Instant = .now, isAdvancing: Bool
  ) -> OutputClock? {
    guard let jump, let heard = state?.pointee.map.frame(ofGiven: given) else { return nil }
    return OutputClock(
      serial: jump.serial, heard: heard.frame, at: now, isAdvancing: isAdvancing,
      speed: heard.speed)
  }

  /// Records a reported clock; returns its event.
  mutating func record(_ clock: OutputClock) -> OutputEvent {
    jump?.clock = clock
    return .clock(clock)
  }
}
