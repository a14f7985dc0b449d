// How one item follows another: without a gap through the same filter, or fading into it.
import Media
import Music

extension DecodeLoop {
  /// Below this a fade is not worth the name, in seconds.
  private static let shortestFade = 0.02
  /// How much of what is about to be played is left alone, in seconds.
  private static let fadeMargin = 0.2

  func setNext(_ answer: NextItem, after id: PlayID) {
    guard let job else { return }
    if let index = job.joins.firstIndex(where: { $0.predecessor.item.id == id }) {
      let join = job.joins[index]
      if answer == .item(join.follower) { return }
      guard takeBack(join) else {
        report(.keptNext(serial: job.order.serial, join.follower.id))
        return
      }
      for dropped in job.joins[index...].reversed() {
        report(.dropped(serial: job.order.serial, dropped.follower.id, end: dropped.end))
      }
      self.job?.joins.removeSubrange(index...)
      self.job?.stage = .ended(join.predecessor)
      self.job?.next = answer
      settle()
    } else if job.item.id == id {
      self.job?.next = answer
    }
  }

  /// Takes back everything from the joint on; what the filter still owes before it is let out.
  func takeBack(_ join: Join) -> Bool {
    guard let resampler else { return false }
    if join.end > join.start {
      // What fades lies beside the end of the item before it, which is whole.
      let playing = join.start.nearest(ringEnds(ring.memory).playing)
      guard playing + frames(Self.fadeMargin) < join.start, cut(to: join.end) else {
        return false
      }
    } else if written < join.start {
      resampler.finish()
      while written < join.start, pendingFrames > 0, append(upTo: join.start) {}
    } else {
      guard cut(to: join.start) else { return false }
    }
    forgetDecoded()
    plan.cut(at: join.start)
    publishPlan()
    setComplete(false)
    return true
  }

  /// Forgets what was decoded and is not in the ring: what comes next begins at its end.
  private func forgetDecoded() {
    resampler?.reset()
    waiting.removeAll()
    origin = written
  }

  private func cut(to frame: FrameNumber) -> Bool {
    var done = false
    _ = unlessAbandoned { done = ringCut(ring.memory, UInt32(truncatingIfNeeded: frame)) }
    if done { written = frame }
    return done
  }

  /// Goes on with the next item behind the one that has ended.
  func join() -> Bool {
    guard let resampler, let job, case .ended(let ended) = job.stage else { return false }
    guard case .item(let item) = job.next else {
      // Nothing will go through the filter after what it holds, or nobody has said so in time.
      let isLate = !waitsForAnswer && ring.fill < resampler.rate
      if job.next == .nothing || isLate, resampler.isHolding {
        resampler.finish()
        return true
      }
      if job.next == .nothing {
        settle()
        setComplete(true)
      }
      noteProgress()
      return false
    }
    if plan.isFull { publishPlan() }
    guard !plan.isFull else { return false }
    do throws(MediaError) {
      if fadeFrames(of: ended.item) > 0 {
        resampler.finish()
        while pendingFrames > 0 { guard append() else { return false } }
      }
      self.job?.next = .unknown
      setComplete(false)
      let isThere = try fadeIn(item, after: ended, of: job.order)
      if !isThere { try follow(item, after: ended, of: job.order) }
      settle()
    } catch {
      report(.failed(serial: job.order.serial, item.id, error))
      self.job?.next = .unknown
    }
    return true
  }

  /// What was heard long ago is taken back no more.
  private func note(_ join: Join) {
    let playing = join.start.nearest(ringEnds(ring.memory).playing)
    job?.joins.removeAll { $0.end < playing - FrameNumber(RingMemory.history) }
    job?.joins.append(join)
  }

  /// Without a gap: through the same filter, and from the same decoder where the file goes on.
  private func follow(
    _ item: PlayItem, after old: Ended, of order: DecodeOrder
  ) throws(MediaError) {
    guard let resampler else { return }
    let start = origin + resampler.endOfInput
    let decoder: Decoder
    if let kept = old.decoder, old.item.source == item.source, old.item.end == item.start {
      kept.endFrame = item.end.map { frame(of: $0, kept) }
      decoder = kept
    } else {
      decoder = try open(item, at: item.start, order.cancellation)
    }
    note(Join(predecessor: old.closed, follower: item, start: start, end: start))
    job?.stage = .decoding(begin(item, decoder, at: start, of: order))
  }

  /// Puts the beginning of an item beside the end of the one before it, all of which is in the
  /// ring; false where nothing was done since there is no time for that, or one of them is too short.
  ///
  /// An item that takes long to come fades in for as long as there is still time, or follows without
  /// a fade, from its first frame on.
  private func fadeIn(
    _ item: PlayItem, after old: Ended, of order: DecodeOrder
  ) throws(MediaError) -> Bool {
    var most = min(fadeFrames(of: old.item), old.length / 2)
    if waitsForAnswer {
      // What had been settled may be open again, as far as nobody has played it.
      uncommit(to: written - most)
    }
    most = min(most, fadeRoom)
    guard most >= frames(Self.shortestFade) else { return false }
    let decoder = try open(item, at: item.start, order.cancellation)
    let position = decoder.time
    if let whole = (item.end ?? decoder.duration).map({ $0 - item.start }) {
      most = min(most, frames(whole.seconds) / 2)
    }
    forgetDecoded()
    let fade: FrameNumber
    do throws(MediaError) { fade = try decodeBeginning(most, decoder) } catch {
      forgetDecoded()
      throw error
    }
    let end = written
    let start = end - fade
    guard putBeside(start, Int(fade)) else { throw .cancelled }
    let isLinear = old.item.album.flatMap { before in
      item.album.map { before.isFollowed(by: $0) }
    }
    origin = start
    note(Join(predecessor: old.closed, follower: item, start: start, end: end))
    job?.stage = .decoding(
      begin(
        item, decoder, from: position, at: start, fadeEnd: end, isLinear: isLinear ?? false,
        of: order))
    return true
  }

  /// Decodes up to `most` frames of an item, or as many as there is time to fade in, which becomes
  /// less while its decoder waits; the frames to fade in, 0 where it is too late for a fade.
  private func decodeBeginning(
    _ most: FrameNumber, _ decoder: Decoder
  ) throws(MediaError) -> FrameNumber {
    guard let resampler else { return 0 }
    var isOver = false
    while !isOver, FrameNumber(waiting.count) < min(most, fadeRoom) {
      if resampler.pendingFrames == 0, try !decoder.decode(into: resampler) {
        resampler.finish()
        isOver = resampler.pendingFrames == 0
      }
      let count = min(resampler.pendingFrames, Int(most) - waiting.count)
      waiting.append(UnsafeBufferPointer(rebasing: resampler.pending[..<(count * 2)]))
      resampler.consume(count)
    }
    let had = FrameNumber(waiting.count)
    // One that is shorter than it said has its own end to play, too.
    let fade = min(isOver ? had / 2 : had, most, fadeRoom)
    return fade < frames(Self.shortestFade) ? 0 : fade
  }

  /// Copies the first decoded frames to the overlap store, where those from `start` on are mixed in.
  private func putBeside(_ start: FrameNumber, _ count: Int) -> Bool {
    let isDone = waiting.read { source in
      guard let source, count > 0 else { return true }
      let position = UInt32(truncatingIfNeeded: start)
      return unlessAbandoned { ringStore(source, ring.memory.pointee.overlap, at: position, count) }
    }
    if isDone { waiting.consume(count) }
    return isDone
  }

  /// How much of an item's end may overlap the next one.
  func fadeFrames(of item: PlayItem) -> FrameNumber {
    let most = FrameNumber(Self.highWater) - frames(1)
    return max(0, min(frames(item.crossfade.seconds), most))
  }

  /// Frames at the end of the ring that are not about to be played; an output that waits for what is
  /// settled plays none of those that are not.
  private var fadeRoom: FrameNumber {
    FrameNumber(ring.fill) - (waitsForAnswer ? 0 : frames(Self.fadeMargin))
  }
}

extension DecodeLoop.Ended {
  /// The same without its file, which nothing will go on with.
  fileprivate var closed: Self { Self(item: item, length: length, decoder: nil) }
}
