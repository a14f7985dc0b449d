// The render core's last step: the entry ramp and the overall fade.

/// Decides at the first frame after a jump whether an entry ramp is needed: the middle of a file
/// would click.
///
/// A file's own beginning stays bit for bit, and so does everything that is not real-time.
@_noLocks @_noAllocation
func beginEntry(
  _ state: UnsafeMutablePointer<RenderState>, _ part: RenderPart, at frame: FrameNumber
) {
  if state.pointee.onlyCommitted || (frame == part.start && part.beginsFile) {
    state.pointee.tailLeft = 0
    return
  }
  state.pointee.entry.ramp(to: 0, over: 0)
  state.pointee.entry.ramp(to: 1, over: state.pointee.entryFrames)
}

/// Applies the entry ramp.
@_noLocks @_noAllocation
func renderEntry(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  renderRamp(&state.pointee.entry, out, frames)
}

/// Adds the old sound under the entry ramp, with what the ramp leaves of the level.
@_noLocks @_noAllocation
func renderTail(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let left = state.pointee.tailLeft
  if left == 0 { return }
  let length = state.pointee.entryFrames
  let count = min(left, frames)
  let tail = state.pointee.tail + (length &- left) &* 2
  for index in 0..<count {
    let gain = Float(left &- index &- 1) / Float(length)
    out[index &* 2] += tail[index &* 2] * gain
    out[index &* 2 &+ 1] += tail[index &* 2 &+ 1] * gain
  }
  state.pointee.tailLeft = left &- count
}

/// Applies the overall fade.
@_noLocks @_noAllocation
func renderLevel(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let settings = state.pointee.settings
  if !settings.pointee.levelComesWithJump {
    if settings.pointee.silence != state.pointee.silence.wanted { beginSilence(state) }
    state.pointee.level.ramp(to: settings.pointee.level, over: settings.pointee.levelFrames)
  }
  if state.pointee.silence.start == .max {
    renderRamp(&state.pointee.level, out, frames)
  } else {
    renderSilence(state, out, frames)
  }
}

/// A fade that is over at a frame of the ring, whenever that is rendered.
struct SilenceFade: BitwiseCopyable {
  /// The frame of the settings.
  var wanted = FrameNumber.max
  /// The frame from which on there is silence; later than wanted where that is over already.
  var start = FrameNumber.max
  /// The fade's length in frames heard.
  var length = 1.0
  /// The gain of the last frame rendered.
  var gain: Float = 1
}

/// Adopts another frame of silence; the level goes on from where the former fade has brought it.
@_noLocks @_noAllocation
private func beginSilence(_ state: UnsafeMutablePointer<RenderState>) {
  let settings = state.pointee.settings
  let heard = state.pointee.level.current * state.pointee.silence.gain
  state.pointee.level.ramp(to: heard, over: 0)
  var silence = SilenceFade()
  silence.wanted = settings.pointee.silence
  if silence.wanted != .max {
    let (frame, speed) = state.pointee.map.position(ofGiven: state.pointee.given)
    let shortest = Double(state.pointee.entryFrames)
    let left = max(shortest, (Double(silence.wanted) - frame) / speed)
    silence.start = left > shortest ? silence.wanted : FrameNumber(frame + shortest * speed)
    silence.length = max(1, min(left, Double(settings.pointee.silenceFade)))
  }
  state.pointee.silence = silence
}

@_noLocks @_noAllocation
private func renderSilence(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let (frame, speed) = state.pointee.map.position(ofGiven: state.pointee.given)
  let length = state.pointee.silence.length
  var left = (Double(state.pointee.silence.start) - frame) / speed
  if left - Double(frames) > length {
    state.pointee.silence.gain = 1
    return renderRamp(&state.pointee.level, out, frames)
  }
  var gain: Float = 1
  for index in 0..<frames {
    gain = Float(max(0, min(1, left / length)))
    let level = gain * state.pointee.level.next()
    out[index &* 2] *= level
    out[index &* 2 &+ 1] *= level
    left -= 1
  }
  state.pointee.silence.gain = gain
}

/// Applies a level that was set to change with the jump.
@_noLocks @_noAllocation
func renderLevelOfJump(_ state: UnsafeMutablePointer<RenderState>) {
  let settings = state.pointee.settings
  guard settings.pointee.levelComesWithJump else { return }
  state.pointee.silence = SilenceFade()
  state.pointee.level.ramp(to: settings.pointee.level, over: 0)
}

@inline(__always)
private func renderRamp(
  _ ramp: inout GainRamp, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  if ramp.isUnity { return }
  for index in 0..<frames {
    let gain = ramp.next()
    out[index &* 2] *= gain
    out[index &* 2 &+ 1] *= gain
  }
}
