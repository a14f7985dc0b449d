// The render core's last step: the entry ramp and the overall fade.

/// Decides at the first frame after a jump whether an entry ramp is needed: the middle of a file
/// would click.
///
/// A file's own beginning stays bit for bit, and so does everything that is not real-time.
@_noLocks @_noAllocation
func beginEntry(
  _ state: UnsafeMutablePointer<RenderState>, _ part: RenderPart, at frame: FrameNumber
) {
  if state.pointee.onlyCommitted || (frame == part.start && part.beginsFile) { return }
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

/// Applies the overall fade.
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

/// Applies a level that was set to change with the jump.
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
