// The decoding thread's end of the ring.
import Media
import Music
import Synchronization
import Threads

extension DecodeLoop {
  /// The time of a jump, the sink's period included.
  private static let restTime = Duration.milliseconds(80)
  /// The fill, in seconds, below which there is no time to rest.
  private static let minimumTime = 0.15

  /// Decoded frames that are not in the ring yet.
  var pendingFrames: Int { shortened.count + waiting.count + (resampler?.pendingFrames ?? 0) }

  /// Copies decoded frames into the ring, as far as there is room.
  func append(upTo limit: FrameNumber = .max) -> Bool {
    guard let resampler, pendingFrames > 0 else { return false }
    if shortensSilence, shortened.count == 0 {
      shorten()
      if shortened.count == 0 { return true }
    }
    let room = Int(min(FrameNumber(ring.room), limit - written))
    let (isShortened, isWaiting) = (shortened.count > 0, waiting.count > 0)
    let count = min(
      isShortened ? shortened.count : isWaiting ? waiting.count : resampler.pendingFrames, room)
    guard count > 0 else { return false }
    let isDone =
      isShortened
      ? shortened.read { put($0, count) }
      : isWaiting
        ? waiting.read { put($0, count) } : put(resampler.pending.baseAddress, count)
    guard isDone else { return false }
    if isShortened {
      shortened.consume(count)
    } else if isWaiting {
      waiting.consume(count)
    } else {
      resampler.consume(count)
    }
    written += FrameNumber(count)
    commit()
    return true
  }

  private func put(_ frames: UnsafePointer<Float>?, _ count: Int) -> Bool {
    guard let frames else { return false }
    return unlessAbandoned { ringAppend(ring.memory, frames, count) }
  }

  /// Moves the committed end on; an item's end that may overlap an unknown successor stays open.
  func commit() {
    let isOpen = job.map { !$0.isEnded || $0.next != .nothing } ?? false
    let open = isOpen ? job.map(openFrames) ?? 0 : 0
    committedEnd = max(committedEnd, written - open)
    let low = UInt32(truncatingIfNeeded: committedEnd)
    _ = unlessAbandoned { ring.memory.pointee.committedEnd.store(low, ordering: .releasing) }
    ring.wakeConsumer()
  }

  /// The end of an item that may still overlap its successor: half of the item at most, or an
  /// output that waits for committed frames would never reach a short item and ask what follows.
  private func openFrames(of job: Job) -> FrameNumber {
    let length =
      switch job.stage {
      case .decoding(let decoding): max(0, written - decoding.origin)
      case .ended(let ended): ended.length
      }
    return min(fadeFrames(from: job.item, into: job.next.item), length / 2)
  }

  /// Moves the committed end back to a frame.
  func uncommit(to frame: FrameNumber) {
    committedEnd = min(committedEnd, frame)
    let low = UInt32(truncatingIfNeeded: committedEnd)
    _ = unlessAbandoned {
      ring.memory.pointee.committedEnd.store(low, ordering: .sequentiallyConsistent)
    }
  }

  /// Sets whether the ring's end is the end of playback.
  func setComplete(_ isComplete: Bool) {
    _ = unlessAbandoned {
      ring.memory.pointee.isComplete.store(isComplete, ordering: .sequentiallyConsistent)
    }
    if isComplete { ring.wakeConsumer() }
  }

  /// Cuts the unclaimed frames of the ring, except for so many seconds.
  func cut(keeping seconds: Double) {
    setComplete(false)
    waiting.removeAll()
    forgetShortened()
    _ = unlessAbandoned {
      while true {
        let ends = ringEnds(ring.memory)
        let fill = FrameNumber(ends.writing &- ends.playing)
        let kept = min(fill, frames(seconds))
        let target = ends.playing &+ UInt32(truncatingIfNeeded: kept)
        written = written.nearest(ends.writing)
        // The cut fails if the playing side has claimed more meanwhile; then retry.
        if kept == fill || ringCut(ring.memory, target) {
          written = written.nearest(kept == fill ? ends.writing : target)
          return
        }
      }
    }
    let low = UInt32(truncatingIfNeeded: written)
    // The next sound is a discontinuity, which only a jump may pass.
    _ = unlessAbandoned {
      ring.memory.pointee.discontinuity.store(1 << 32 | UInt64(low), ordering: .releasing)
    }
    plan.cut(at: written)
    committedEnd = written
  }

  /// The fill at which decoding resumes, high enough to prepare a crossfade.
  private var lowWater: Int {
    let fade = job.map { fadeFrames(from: $0.item, into: $0.next.item) } ?? 0
    let needed = fade == 0 ? 0 : Int(fade + frames(2))
    return min(Self.highWater - Int(frames(0.5)), max(RingMemory.capacity / 2, needed))
  }

  /// Yields the processor to threads with a jump under way: filling the ring takes longer than a
  /// time slice.
  private func rest() {
    job?.start = .over
    ring.memory.pointee.wakeLevel.store(Int(frames(Self.minimumTime)), ordering: .relaxed)
    ring.memory.pointee.isProducerAsleep.store(true, ordering: .sequentiallyConsistent)
    if !ringNeedsProducer(ring.memory) { ring.producerWake.wait(for: Self.restTime) }
    ring.memory.pointee.isProducerAsleep.store(false, ordering: .relaxed)
  }

  /// Sleeps until there is mail, or enough room to refill.
  func sleep() {
    if case .restDue = job?.start { return rest() }
    let memory = ring.memory
    let isEnded = job?.isEnded ?? false
    let isUnanswered = isEnded && job?.next == .unknown && !awaitsSuccessor
    let owesTail = isUnanswered && resampler?.isHolding == true
    let isBusy = !isEnded || pendingFrames > 0
    // The plan is full of short items; each played one makes room for another.
    let isCrowded = plan.isFull && isEnded
    var level = owesTail ? (resampler?.rate ?? 48000) - 1 : lowWater
    if isCrowded { level = max(0, ring.fill - 1) }
    if job != nil, isBusy || owesTail || isCrowded {
      memory.pointee.wakeLevel.store(level, ordering: .relaxed)
      memory.pointee.isProducerAsleep.store(true, ordering: .sequentiallyConsistent)
      // The playing side may have passed the level just before it could see the sleep flag.
      if ringNeedsProducer(memory) { return }
    }
    ring.producerWake.wait()
    memory.pointee.isProducerAsleep.store(false, ordering: .relaxed)
  }
}
