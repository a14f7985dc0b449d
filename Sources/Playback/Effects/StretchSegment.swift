// The segment positions of a `Stretcher`. Runs on the audio thread: it must not allocate, lock, or
// touch a reference.

@_noLocks @_noAllocation
func stretchFrame(
  _ stretcher: UnsafeMutablePointer<Stretcher>, _ frame: Int
) -> UnsafeMutablePointer<Float> {
  stretcher.pointee.input + (frame &- stretcher.pointee.first) &* 2
}

/// The ideal start of a segment for `position`: centred on the position that the speed implies.
@_noLocks @_noAllocation
private func stretchAim(
  _ stretcher: UnsafeMutablePointer<Stretcher>, _ position: Double
) -> Int {
  let lead = (stretcher.pointee.speed - 1) * Double(stretcher.pointee.hop) / 2
  // Rounds to nearest; the sum may lie below 0 by less than a hop.
  return Int(position + lead + Double(stretcher.pointee.hop) + 0.5) &- stretcher.pointee.hop
}

/// The input needed before a segment begins: for any start within reach, the segment and the sound
/// after it, the pattern of the next search.
@_noLocks @_noAllocation
func stretchInputEnd(_ stretcher: UnsafeMutablePointer<Stretcher>, _ position: Double) -> Int {
  stretchAim(stretcher, position) &+ stretcher.pointee.reach &+ stretcher.pointee.hop
    &+ stretcher.pointee.overlap
}

/// Begins a segment behind the previous one; false if there is too little input.
@_noLocks @_noAllocation
func stretchBegin(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Bool {
  let (next, end) = (stretcher.pointee.next, stretcher.pointee.end)
  if next == end, stretcher.pointee.isFinished {
    begin(stretcher, frames: 0, standingFor: Double(end))
    return false
  }
  if stretcher.pointee.speed == 1 { return beginCopy(stretcher) }

  let position = stretcher.pointee.segmentEnd
  let hop = stretcher.pointee.hop
  let aim = stretchAim(stretcher, position)
  let earliest = max(stretcher.pointee.first, aim &- stretcher.pointee.reach)
  var latest = aim &+ stretcher.pointee.reach
  let segmentEnd = position + Double(hop) * stretcher.pointee.speed
  if stretcher.pointee.isFinished {
    latest = min(latest, end &- hop &- stretcher.pointee.overlap)
    if latest < earliest || segmentEnd > Double(end) { return beginLast(stretcher) }
  } else if stretchInputEnd(stretcher, position) > end {
    return false
  }
  if next >= earliest, next <= latest {
    begin(stretcher, frames: hop, standingFor: segmentEnd)
    return true
  }
  // Only if the speed has just changed from 1 and the input ends here.
  if end &- next < stretcher.pointee.overlap { return beginLast(stretcher) }
  join(stretcher, earliest, latest)
  begin(stretcher, frames: hop, standingFor: segmentEnd, faded: stretcher.pointee.overlap)
  return true
}

/// Copies the input at speed 1. Where an earlier segment has left an offset between input and
/// position, the position makes it up at half speed; the sound does not change.
@_noLocks @_noAllocation
private func beginCopy(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Bool {
  let next = stretcher.pointee.next
  let end = stretcher.pointee.end
  let count = min(stretcher.pointee.hop, end &- next)
  if count == 0 { return false }
  var target = Double(next &+ count)
  if !stretcher.pointee.isFinished || next &+ count < end {
    let position = stretcher.pointee.segmentEnd
    target = min(position + Double(count) * 1.5, max(position + Double(count) * 0.5, target))
    target = min(Double(end), target)
  }
  begin(stretcher, frames: count, standingFor: target)
  return true
}

/// Stretches the last frames to about the time left for them.
@_noLocks @_noAllocation
private func beginLast(_ stretcher: UnsafeMutablePointer<Stretcher>) -> Bool {
  let (end, overlap) = (stretcher.pointee.end, stretcher.pointee.overlap)
  let reach = stretcher.pointee.reach
  let left = end &- stretcher.pointee.next
  let time = max(0, Double(end) - stretcher.pointee.segmentEnd) / stretcher.pointee.speed
  let wanted = Int(time + 0.5)
  if left < overlap || abs(left &- wanted) <= reach / 2 {
    begin(stretcher, frames: left, standingFor: Double(end))
    return true
  }
  let latest = min(end &- wanted &+ reach, end &- overlap)
  let earliest = max(stretcher.pointee.first, min(latest, end &- wanted &- reach))
  let position = join(stretcher, earliest, max(earliest, latest))
  begin(stretcher, frames: end &- position, standingFor: Double(end), faded: overlap)
  return true
}

@_noLocks @_noAllocation
private func begin(
  _ stretcher: UnsafeMutablePointer<Stretcher>, frames: Int, standingFor end: Double,
  faded: Int = 0
) {
  stretcher.pointee.segmentStart = stretcher.pointee.segmentEnd
  stretcher.pointee.segmentEnd = end
  stretcher.pointee.segmentFrames = frames
  stretcher.pointee.segmentTaken = 0
  stretcher.pointee.headFrames = faded
}

/// Continues at the most similar position in range, crossfaded; returns the position.
@_noLocks @_noAllocation @discardableResult
private func join(
  _ stretcher: UnsafeMutablePointer<Stretcher>, _ earliest: Int, _ latest: Int
) -> Int {
  let former = stretchFrame(stretcher, stretcher.pointee.next)
  let offset = mostSimilar(
    &stretcher.pointee.search, to: former, in: stretchFrame(stretcher, earliest),
    last: latest &- earliest)
  let position = earliest &+ offset
  let later = stretchFrame(stretcher, position)
  let (head, fade) = (stretcher.pointee.head, stretcher.pointee.lengths.fade)
  var frame = 0
  while frame < stretcher.pointee.overlap {
    let (left, right, weight) = (frame &* 2, frame &* 2 &+ 1, fade[frame])
    head[left] = former[left] * (1 - weight) + later[left] * weight
    head[right] = former[right] * (1 - weight) + later[right] * weight
    frame &+= 1
  }
  stretcher.pointee.next = position &+ stretcher.pointee.overlap
  return position
}
