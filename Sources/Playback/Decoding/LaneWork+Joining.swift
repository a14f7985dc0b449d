// How one item follows another: without a gap through the same filter, or fading into it.
import Media
import Music

extension LaneWork {
  /// Below this a fade is not worth the name, in seconds.
  private static let shortestFade = 0.02
  /// How much of what is about to be played is left alone, in seconds.
  private static let fadeMargin = 0.2

  func setNext(_ answer: NextItem, after id: PlayID) {
    if let index = joints.firstIndex(where: { $0.predecessor.item.id == id }), let order {
      let joint = joints[index]
      if answer == .item(joint.follower) { return }
      guard takeBack(joint) else {
        report(.keptNext(serial: order.serial, joint.follower.id))
        return
      }
      for dropped in joints[index...].reversed() {
        report(.dropped(serial: order.serial, dropped.follower.id, end: dropped.end))
      }
      joints.removeSubrange(index...)
      decoding = nil
      ended = joint.predecessor
      next = answer
      settle()
    } else if decoding?.item.id == id || (decoding == nil && ended?.item.id == id) {
      next = answer
    }
  }

  /// Takes back everything from the joint on; what the filter still owes before it is let out.
  private func takeBack(_ joint: Joint) -> Bool {
    guard let resampler else { return false }
    if joint.end > joint.start {
      // What fades lies beside the end of the item before it, which is whole.
      let playing = joint.start.nearest(ringEnds(ring.memory).playing)
      guard playing + frames(Self.fadeMargin) < joint.start, cut(to: joint.end) else {
        return false
      }
    } else if written < joint.start {
      resampler.finish()
      while written < joint.start, resampler.pendingFrames > 0, append(upTo: joint.start) {}
    } else {
      guard cut(to: joint.start) else { return false }
    }
    resampler.reset()
    origin = written
    plan.cut(at: UInt32(truncatingIfNeeded: joint.start))
    publishPlan()
    setComplete(false)
    return true
  }

  private func cut(to frame: FrameNumber) -> Bool {
    var done = false
    _ = guarded { done = ringCut(ring.memory, UInt32(truncatingIfNeeded: frame)) }
    if done { written = frame }
    return done
  }

  /// Goes on with the next item behind the one that has ended.
  func join(_ order: LaneOrder) -> Bool {
    guard let resampler, let ended else { return false }
    guard case .item(let item) = next else {
      // Nothing will go through the filter after what it holds, or nobody has said so in time.
      let isLate = !waitsForAnswer && ring.fill < resampler.rate
      if next == .nothing || isLate, resampler.isHolding {
        resampler.finish()
        return true
      }
      if next == .nothing {
        settle()
        setComplete(true)
      }
      noteProgress(order)
      return false
    }
    if plan.isFull { publishPlan() }
    guard !plan.isFull else { return false }
    do throws(MediaError) {
      if fadeFrames(of: ended.item) > 0 {
        resampler.finish()
        while resampler.pendingFrames > 0 { guard append() else { return false } }
      }
      next = .unknown
      setComplete(false)
      let fade = try fadeIn(item, after: ended, order)
      if !fade { try follow(item, after: ended, order) }
      settle()
    } catch {
      report(.failed(serial: order.serial, item.id, reason: error.reason))
      next = .unknown
    }
    return true
  }

  /// What was heard long ago is taken back no more.
  private func note(_ joint: Joint) {
    let playing = joint.start.nearest(ringEnds(ring.memory).playing)
    joints.removeAll { $0.end < playing - FrameNumber(RingMemory.history) }
    joints.append(joint)
  }

  /// Without a gap: through the same filter, and from the same decoder where the file goes on.
  private func follow(
    _ item: PlayItem, after old: Ended, _ order: LaneOrder
  ) throws(MediaError) {
    guard let resampler else { return }
    let start = origin + resampler.endOfInput
    let decoder: Decoder
    if let kept = old.decoder, old.item.path == item.path, old.item.end == item.start {
      kept.endFrame = item.end.map { frame(of: $0, kept) }
      decoder = kept
    } else {
      decoder = try open(item, at: item.start, nil)
    }
    note(Joint(predecessor: old.closed, follower: item, start: start, end: start))
    ended = nil
    begin(item, decoder, at: start)
  }

  /// Puts the beginning of an item beside the end of the one before it, all of which is in the
  /// ring; false where there is no time for that, or one of them is too short.
  private func fadeIn(
    _ item: PlayItem, after old: Ended, _ order: LaneOrder
  ) throws(MediaError) -> Bool {
    var fade = min(fadeFrames(of: old.item), old.length / 2)
    fade = min(fade, fadeRoom(fade))
    guard fade >= frames(Self.shortestFade), let resampler else { return false }
    let decoder = try open(item, at: item.start, nil)
    if let whole = (item.end ?? decoder.duration).map({ $0 - item.start }) {
      fade = min(fade, frames(whole.seconds) / 2)
    }
    let end = written
    var held = try overlap(fade, decoder, at: end - fade)
    if held < fade {
      // It is shorter than it said.
      fade = held / 2
      try decoder.seek(to: frame(of: item.start, decoder))
      if fade >= frames(Self.shortestFade) {
        held = try overlap(fade, decoder, at: end - fade)
      }
    }
    guard fade >= frames(Self.shortestFade), held == fade else {
      resampler.reset()
      origin = written
      return false
    }
    let isLinear = old.item.album.flatMap { before in
      item.album.map { before.isFollowed(by: $0) }
    }
    origin = end - fade
    note(Joint(predecessor: old.closed, follower: item, start: end - fade, end: end))
    ended = nil
    begin(
      item, decoder, from: item.start, at: end - fade, fadeEnd: end, isLinear: isLinear ?? false)
    return true
  }

  /// Decodes `fade` frames into the overlap store; the number that there were.
  private func overlap(
    _ fade: FrameNumber, _ decoder: Decoder, at start: FrameNumber
  ) throws(MediaError) -> FrameNumber {
    guard let resampler else { return 0 }
    resampler.reset()
    var done: FrameNumber = 0
    while done < fade {
      if resampler.pendingFrames == 0, try !decoder.decode(into: resampler) {
        resampler.finish()
        if resampler.pendingFrames == 0 { break }
      }
      let count = min(resampler.pendingFrames, Int(fade - done))
      guard count > 0, let source = resampler.pending.baseAddress else { continue }
      let place = UInt32(truncatingIfNeeded: start + done)
      guard guarded({ ringStore(source, ring.memory.pointee.overlap, at: place, count) }) else {
        throw .cancelled
      }
      resampler.take(count)
      done += FrameNumber(count)
    }
    return done
  }

  /// How much of an item's end may overlap the next one.
  func fadeFrames(of item: PlayItem) -> FrameNumber {
    let most = FrameNumber(Self.highWater) - frames(1)
    return max(0, min(frames(item.crossfade.seconds), most))
  }

  /// Frames at the end of the ring that are not about to be played.
  private func fadeRoom(_ wanted: FrameNumber) -> FrameNumber {
    guard waitsForAnswer else { return FrameNumber(ring.fill) - frames(Self.fadeMargin) }
    // What had been settled may be open again, as far as nobody has played it.
    unsettle(to: written - wanted)
    return FrameNumber(ring.fill)
  }
}

extension LaneWork.Ended {
  /// The same without its file, which nothing will go on with.
  fileprivate var closed: Self { Self(item: item, length: length, decoder: nil) }
}
