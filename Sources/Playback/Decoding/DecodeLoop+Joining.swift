// Joining items: gapless through the same resampler, or with a crossfade.
import Media
import Music

extension DecodeLoop {
  /// The shortest crossfade, in seconds; a shorter one is dropped.
  private static let minimumFade = 0.02
  /// Sound at the playing end that no fade may touch, in seconds.
  private static let fadeMargin = 0.2

  func setNext(_ answer: NextItem, after id: PlayID) {
    guard let job else { return }
    if let index = job.joins.firstIndex(where: { $0.predecessor.item.id == id }) {
      let join = job.joins[index]
      if answer == .item(join.follower) { return }
      guard undo(join) else {
        report(.keptNext(serial: job.request.serial, join.follower.id))
        return
      }
      forgetJoins(from: index, next: answer)
    } else if job.item.id == id {
      self.job?.next = answer
    }
  }

  /// Drops undone joins: the first one's predecessor is the last item in the ring again.
  func forgetJoins(from index: Int, next: NextItem) {
    guard let job else { return }
    for dropped in job.joins[index...].reversed() {
      report(.dropped(serial: job.request.serial, dropped.follower.id, end: dropped.end))
    }
    self.job?.stage = .ended(job.joins[index].predecessor)
    self.job?.joins.removeSubrange(index...)
    self.job?.next = next
    commit()
  }

  /// Undoes a join: cuts the ring there and flushes the previous item's rest out of the resampler.
  func undo(_ join: Join) -> Bool {
    guard let resampler else { return false }
    if join.end > join.start {
      // The fading sound is in the overlap store; the previous item's end is whole.
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

  /// Discards decoded frames that are not in the ring, so that the next ones begin at its end.
  private func forgetDecoded() {
    resampler?.reset()
    waiting.removeAll()
    forgetShortened()
    origin = written
  }

  private func cut(to frame: FrameNumber) -> Bool {
    var done = false
    _ = unlessAbandoned { done = ringCut(ring.memory, UInt32(truncatingIfNeeded: frame)) }
    if done { written = frame }
    return done
  }

  /// Joins the next item to the ended one.
  func join() -> Bool {
    guard let resampler, let job, case .ended(let ended) = job.stage else { return false }
    guard case .item(let item) = job.next else {
      // The resampler is flushed when nothing follows, or the answer is late.
      let isLate = !awaitsSuccessor && ring.fill < resampler.rate
      if job.next == .nothing || isLate, resampler.isHolding {
        resampler.finish()
        return true
      }
      if job.next == .nothing {
        commit()
        setComplete(true)
      }
      noteProgress()
      return false
    }
    if plan.isFull { publishPlan() }
    guard !plan.isFull else { return false }
    do throws(MediaError) {
      if fadeFrames(from: ended.item, into: item) > 0 {
        resampler.finish()
        while pendingFrames > 0 { guard append() else { return false } }
      }
      self.job?.next = .unknown
      setComplete(false)
      let isThere = try fadeIn(item, after: ended, of: job.request)
      if !isThere { try follow(item, after: ended, of: job.request) }
      commit()
    } catch {
      report(.failed(serial: job.request.serial, item.id, error))
      self.job?.next = .unknown
    }
    return true
  }

  /// Records a join and drops those played long ago.
  private func note(_ join: Join) {
    let playing = join.start.nearest(ringEnds(ring.memory).playing)
    job?.joins.removeAll { $0.end < playing - FrameNumber(RingMemory.history) }
    job?.joins.append(join)
  }

  /// Gapless: through the same resampler, and from the same decoder where the file goes on.
  private func follow(
    _ item: PlayItem, after old: EndedItem, of request: DecodeRequest
  ) throws(MediaError) {
    guard let resampler else { return }
    let start = origin + resampler.endOfInput
    let decoder: Decoder
    if let kept = old.decoder, old.item.source == item.source, old.item.end == item.start {
      kept.endFrame = item.end.map { frame(of: $0, kept) }
      decoder = kept
    } else {
      decoder = try open(item, at: item.start, request.cancellation)
    }
    note(Join(predecessor: old.closed, follower: item, start: start, end: start))
    job?.stage = .decoding(begin(item, decoder, at: start, of: request))
  }

  /// Mixes the beginning of an item over the end of the previous one, which is wholly in the ring;
  /// false, without any change, if there is no time or one of the items is too short.
  ///
  /// An item that opens late fades in for the time left, or follows without a fade from frame 0.
  private func fadeIn(
    _ item: PlayItem, after old: EndedItem, of request: DecodeRequest
  ) throws(MediaError) -> Bool {
    var most = min(fadeFrames(from: old.item, into: item), old.length / 2)
    if awaitsSuccessor {
      // Reopens the committed end, as far as nothing of it was played.
      uncommit(to: written - most)
    }
    most = min(most, fadeRoom)
    guard most >= frames(Self.minimumFade) else { return false }
    let decoder = try open(item, at: item.start, request.cancellation)
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
        of: request))
    return true
  }

  /// Decodes up to `most` frames of an item, or as many as there is time to fade in, which shrinks
  /// while the decoder blocks; returns the length of the fade, 0 if it is too late.
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
    // An item shorter than announced needs half of its length for its own end.
    let fade = min(isOver ? had / 2 : had, most, fadeRoom)
    return fade < frames(Self.minimumFade) ? 0 : fade
  }

  /// Copies the first decoded frames to the overlap store; those from `start` on are mixed.
  private func putBeside(_ start: FrameNumber, _ count: Int) -> Bool {
    let isDone = waiting.read { source in
      guard let source, count > 0 else { return true }
      let position = UInt32(truncatingIfNeeded: start)
      return unlessAbandoned { ringStore(source, ring.memory.pointee.overlap, at: position, count) }
    }
    if isDone { waiting.consume(count) }
    return isDone
  }

  /// Unplayed frames at the end of the ring, less the margin; an output that is not real-time never
  /// plays beyond the committed end.
  private var fadeRoom: FrameNumber {
    FrameNumber(ring.fill) - (awaitsSuccessor ? 0 : frames(Self.fadeMargin))
  }
}

extension DecodeLoop.EndedItem {
  /// The same item without its open decoder.
  fileprivate var closed: Self { Self(item: item, length: length, decoder: nil) }
}
