// The render core: mixes the ring's sound for the output, on the audio thread. It must not
// allocate, lock, or touch a reference; the attributes make the compiler check that.

/// The audio thread's state between two requests. Belongs to the output.
struct RenderState: ~Copyable {
  let ring: UnsafeMutablePointer<RingMemory>
  /// The plan of the present request.
  var plan: UnsafeMutablePointer<RenderPlan>
  var settings: UnsafeMutablePointer<RenderSettings>
  /// Whether playback stops at the committed end.
  let onlyCommitted: Bool
  /// The length of a gain change in frames: 10 ms.
  let rampFrames: Int
  /// The length of the ramp into the middle of sound and of the fade of a hold in frames: 8 ms.
  let entryFrames: Int
  /// The next frame to be claimed.
  var frame: FrameNumber = 0
  /// Frames output since the last jump.
  var given: FrameNumber = 0
  /// Whether the output may request sound.
  var isOpen = false
  var map = RenderMap()
  /// The gains of the main store and of the overlap store.
  var mainGain = GainRamp()
  var overlapGain = GainRamp()
  /// The overall level, and the entry ramp.
  var level = GainRamp()
  var entry = GainRamp()
  /// Old sound that fades out under the entry ramp, and its frames that are left.
  let tail: UnsafeMutablePointer<Float>
  var tailLeft = 0
  /// The fade of a sleep timer that ends at a frame.
  var silence = SilenceFade()
  var isFading = false
  /// Whether nothing was output since the last jump, so that there is nothing to ramp from.
  var isFresh = true
  /// The output frame behind the last one kept for displays; -1 behind a jump.
  var tapped: FrameNumber = -1

  let effects: UnsafeMutablePointer<EffectChain>
  let stretcher: UnsafeMutablePointer<Stretcher>
  /// Input of the stretcher.
  let scratch: UnsafeMutablePointer<Float>
  /// Whether the stretcher is in use, and its frame 0 in the ring.
  var isStretching = false
  var stretchBase: FrameNumber = 0

  static var scratchFrames: Int { @_noLocks @_noAllocation get { 4_096 } }

  static func entryFrames(rate: Int) -> Int { max(1, rate / 125) }

  init(ring: UnsafeMutablePointer<RingMemory>, rate: Int, isRealTime: Bool) {
    self.ring = ring
    plan = ring.pointee.plans + ring.pointee.planSlots.newest
    settings = ring.pointee.settings + ring.pointee.settingsSlots.newest
    onlyCommitted = !isRealTime
    rampFrames = max(1, rate / 100)
    entryFrames = Self.entryFrames(rate: rate)
    tail = .allocate(capacity: entryFrames * 2)
    tail.initialize(repeating: 0, count: entryFrames * 2)
    effects = .allocate(capacity: 1)
    effects.initialize(to: EffectChain(settings.pointee.effects))
    stretcher = .allocate(capacity: 1)
    stretcher.initialize(to: Stretcher(rate: rate))
    stretchSetSpeed(stretcher, settings.pointee.effects.speed)
    scratch = .allocate(capacity: Self.scratchFrames * 2)
    scratch.initialize(repeating: 0, count: Self.scratchFrames * 2)
  }

  deinit {
    effects.deinitialize(count: 1)
    effects.deallocate()
    stretcher.deinitialize(count: 1)
    stretcher.deallocate()
    scratch.deallocate()
    tail.deallocate()
  }
}

/// Jumps to a frame of the ring; false if the ring does not hold it.
@_noLocks @_noAllocation
func renderJump(_ state: UnsafeMutablePointer<RenderState>, to frame: FrameNumber) -> Bool {
  renderTakeSettings(state)
  renderLevelOfJump(state)
  guard ringSkip(state.pointee.ring, UInt32(truncatingIfNeeded: frame)) else { return false }
  ringPassFence(state.pointee.ring, at: UInt32(truncatingIfNeeded: frame))
  state.pointee.frame = frame
  state.pointee.given = 0
  state.pointee.tapped = -1
  state.pointee.isFresh = true
  state.pointee.isFading = false
  state.pointee.tailLeft = 0
  state.pointee.isStretching = false
  state.pointee.entry.ramp(to: 1, over: 0)
  state.pointee.map.begin(at: frame)
  effectsReset(state.pointee.effects)
  return true
}

/// Adopts the listener's last settings.
@_noLocks @_noAllocation
private func renderTakeSettings(_ state: UnsafeMutablePointer<RenderState>) {
  let ring = state.pointee.ring
  let settings = ring.pointee.settings + ring.pointee.settingsSlots.newest
  if settings == state.pointee.settings { return }
  state.pointee.settings = settings
  effectsSet(state.pointee.effects, settings.pointee.effects)
  stretchSetSpeed(state.pointee.stretcher, settings.pointee.effects.speed)
}

/// Renders up to `frames` frames; fewer if the ring runs dry.
@_noLocks @_noAllocation
func renderSound(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) -> Int {
  let ring = state.pointee.ring
  state.pointee.plan = ring.pointee.plans + ring.pointee.planSlots.newest
  renderTakeSettings(state)
  let isStretching =
    state.pointee.isStretching || state.pointee.settings.pointee.effects.speed != 1
  let got = isStretching ? renderStretched(state, out, frames) : renderMix(state, out, frames)
  if got == 0 { return 0 }
  effectsProcess(state.pointee.effects, out, got)
  renderEntry(state, out, got)
  renderLevel(state, out, got)
  renderTail(state, out, got)
  tapSound(state, out, got)
  state.pointee.given &+= FrameNumber(got)
  return got
}

/// Claims frames of the ring and applies each part's loudness.
@_noLocks @_noAllocation
func renderMix(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) -> Int {
  let ring = state.pointee.ring
  let claim = ringClaim(ring, frames, onlyCommitted: state.pointee.onlyCommitted)
  let first = state.pointee.frame.nearest(claim.start)
  let plan = state.pointee.plan
  var done = 0
  while done < claim.count {
    let frame = first &+ FrameNumber(done)
    let index = plan.pointee.index(of: frame)
    var length = claim.count &- done
    if index &+ 1 < plan.pointee.count {
      length = min(length, Int(plan.pointee.part(index &+ 1).start &- frame))
    }
    let part = index < 0 ? RenderPart() : plan.pointee.part(index)
    if state.pointee.isFresh { beginEntry(state, part, at: frame) }
    let fadeLeft = index < 0 ? 0 : Int(part.fadeEnd &- frame)
    if fadeLeft > 0 { length = min(length, fadeLeft) }
    let target = out + done &* 2
    ringCopy(ring.pointee.samples, from: UInt32(truncatingIfNeeded: frame), to: target, length)
    if fadeLeft > 0 {
      renderFade(state, part, before: index &- 1, from: frame, target, length)
    } else {
      renderPlain(state, part, isKnown: index >= 0, target, length)
    }
    state.pointee.isFresh = false
    done &+= length
  }
  state.pointee.frame = first &+ FrameNumber(claim.count)
  return claim.count
}

/// Renders one item alone.
@_noLocks @_noAllocation
private func renderPlain(
  _ state: UnsafeMutablePointer<RenderState>, _ part: RenderPart, isKnown: Bool,
  _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  if state.pointee.isFading {
    // The item that faded in continues in the main store.
    state.pointee.mainGain = state.pointee.overlapGain
    state.pointee.isFading = false
  }
  if isKnown {
    let wanted = state.pointee.settings.pointee.gain(of: part.loudness)
    let time = state.pointee.isFresh ? 0 : state.pointee.rampFrames
    state.pointee.mainGain.ramp(to: wanted, over: time)
  }
  if state.pointee.mainGain.isUnity { return }
  for index in 0..<frames {
    let gain = state.pointee.mainGain.next()
    out[index &* 2] *= gain
    out[index &* 2 &+ 1] *= gain
  }
}

/// Crossfades the end of one item, in `out`, with the beginning of the next.
@_noLocks @_noAllocation
private func renderFade(
  _ state: UnsafeMutablePointer<RenderState>, _ part: RenderPart, before: Int,
  from frame: FrameNumber,
  _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let ring = state.pointee.ring
  let settings = state.pointee.settings
  let time = state.pointee.isFresh ? 0 : state.pointee.rampFrames
  if before >= 0 {
    let old = state.pointee.plan.pointee.part(before).loudness
    state.pointee.mainGain.ramp(to: settings.pointee.gain(of: old), over: time)
  }
  let isContinuing = state.pointee.isFading
  state.pointee.isFading = true
  state.pointee.overlapGain.ramp(
    to: settings.pointee.gain(of: part.loudness), over: isContinuing ? time : 0)
  let whole = Double(part.fadeEnd &- part.start)
  let first = Double(frame &- part.start)
  let mask = RingMemory.capacity &- 1
  for index in 0..<frames {
    let position = (first + Double(index) + 0.5) / whole
    let rising = part.isLinear ? position : quarterSine(position)
    let falling = part.isLinear ? 1 - position : quarterSine(1 - position)
    let old = Float(falling) * state.pointee.mainGain.next()
    let new = Float(rising) * state.pointee.overlapGain.next()
    let source = (Int(truncatingIfNeeded: frame) &+ index) & mask
    let left = out[index &* 2] * old
    let right = out[index &* 2 &+ 1] * old
    out[index &* 2] = left + ring.pointee.overlap[source &* 2] * new
    out[index &* 2 &+ 1] = right + ring.pointee.overlap[source &* 2 &+ 1] * new
  }
}

/// The sine of `position` quarter turns, 0...1, within 1e-9: Taylor's series, since the audio thread
/// calls no C.
@inline(__always)
private func quarterSine(_ position: Double) -> Double {
  let angle = position * (Double.pi / 2)
  let square = angle * angle
  var sum = 1 - square / 156
  sum = 1 - square / 110 * sum
  sum = 1 - square / 72 * sum
  sum = 1 - square / 42 * sum
  sum = 1 - square / 20 * sum
  sum = 1 - square / 6 * sum
  return angle * sum
}
