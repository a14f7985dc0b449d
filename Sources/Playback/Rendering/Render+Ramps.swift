// The render core's last step: sound that begins in the middle, and sound that is faded as a whole.

/// The first frame since a jump: where a file does not begin there, its sound would click.
///
/// What a file begins with is left bit for bit as it is, and so is all that is not real-time.
@_noLocks @_noAllocation
func beginEntry(
  _ state: UnsafeMutablePointer<RenderState>, _ part: RenderPart, at frame: FrameNumber
) {
  if state.pointee.onlyCommitted || (frame == part.start && part.beginsFile) { return }
  state.pointee.entry.ramp(to: 0, over: 0)
  state.pointee.entry.ramp(to: 1, over: state.pointee.entryFrames)
}

/// Lets in what begins in the middle.
@_noLocks @_noAllocation
func renderEntry(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  renderRamp(&state.pointee.entry, out, frames)
}

/// Fades everything in or out, where that was asked for.
@_noLocks @_noAllocation
func renderLevel(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) {
  let settings = state.pointee.settings
  if !settings.pointee.levelComesWithJump {
    state.pointee.level.ramp(to: settings.pointee.level, over: settings.pointee.levelFrames)
  }
  renderRamp(&state.pointee.level, out, frames)
}

/// Takes the level that was to come with a jump.
@_noLocks @_noAllocation
func renderLevelOfJump(_ state: UnsafeMutablePointer<RenderState>) {
  let settings = state.pointee.settings
  guard settings.pointee.levelComesWithJump else { return }
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
