// The render core at speeds other than 1: the mix goes through the stretcher.
import Synchronization

/// Renders up to `frames` frames at the set speed.
@_noLocks @_noAllocation
func renderStretched(
  _ state: UnsafeMutablePointer<RenderState>, _ out: UnsafeMutablePointer<Float>, _ frames: Int
) -> Int {
  let stretcher = state.pointee.stretcher
  if !state.pointee.isStretching { beginStretching(state) }
  var done = 0
  while done < frames {
    noteStretched(state, given: state.pointee.given &+ FrameNumber(done))
    let put = feedStretcher(state, outFrames: frames &- done)
    let taken = stretchTake(stretcher, out + done &* 2, frames &- done)
    done &+= taken
    if taken > 0 || put > 0 { continue }
    // The stretcher is drained. After the ring's end, more sound is a new beginning.
    if !stretcher.pointee.isFinished || ringFill(state.pointee.ring) == 0 { break }
    beginStretching(state)
  }
  leaveStretching(state, given: state.pointee.given &+ FrameNumber(done))
  return done
}

@_noLocks @_noAllocation
private func beginStretching(_ state: UnsafeMutablePointer<RenderState>) {
  state.pointee.isStretching = true
  state.pointee.stretchBase = state.pointee.frame
  stretchReset(state.pointee.stretcher)
}

/// Feeds the stretcher for so many output frames, as far as possible; returns the number fed.
@_noLocks @_noAllocation
private func feedStretcher(
  _ state: UnsafeMutablePointer<RenderState>, outFrames: Int
) -> Int {
  let stretcher = state.pointee.stretcher
  let wanted = stretchInputWanted(stretcher, outFrames: outFrames)
  let room = min(wanted, min(stretchRoom(stretcher), RenderState.scratchFrames))
  if room <= 0 { return 0 }
  let got = renderMix(state, state.pointee.scratch, room)
  if got > 0 { return stretchPut(stretcher, state.pointee.scratch, got) }
  // The last frames wait for more to compare with; at the ring's end there is none.
  let ring = state.pointee.ring
  if ring.pointee.isComplete.load(ordering: .acquiring), ringFill(ring) == 0 {
    stretchFinish(stretcher)
  }
  return 0
}

/// Records the ring frame of the next output frame.
@_noLocks @_noAllocation
private func noteStretched(_ state: UnsafeMutablePointer<RenderState>, given: FrameNumber) {
  let position = Double(state.pointee.stretchBase) + stretchPosition(state.pointee.stretcher)
  let speed = state.pointee.stretcher.pointee.speed
  state.pointee.map.note(given: given, frame: position, speed: speed)
}

/// At speed 1 the stretcher copies; once empty it is bypassed.
@_noLocks @_noAllocation
private func leaveStretching(_ state: UnsafeMutablePointer<RenderState>, given: FrameNumber) {
  let stretcher = state.pointee.stretcher
  guard stretcher.pointee.speed == 1, stretchIsEmpty(stretcher) else { return }
  state.pointee.isStretching = false
  state.pointee.map.note(given: given, frame: Double(state.pointee.frame), speed: 1)
}
