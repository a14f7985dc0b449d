// The decoding thread's end of the ring.
import Media
import Music
import Synchronization
import Threads

extension DecodeLoop {
  /// How long a jump takes, the sink's period included.
  private static let restTime = Duration.milliseconds(80)
  /// With less than so much sound, in seconds, there is no time to rest.
  private static let leastTime = 0.15

  /// Decoded frames that are not in the ring yet.
  var pendingFrames: Int { waiting.count + (resampler?.pendingFrames ?? 0) }

  /// Copies what was decoded into the ring, as far as there is room.
  func append(upTo limit: FrameNumber = .max) -> Bool {
    guard let resampler else { return false }
    let room = Int(min(FrameNumber(ring.room), limit - written))
    let isFirst = waiting.count > 0
    let count = min(isFirst ? waiting.count : resampler.pendingFrames, room)
    guard count > 0 else { return false }
    let isDone =
      isFirst ? waiting.read { put($0, count) } : put(resampler.pending.baseAddress, count)
    guard isDone else { return false }
    if isFirst { waiting.consume(count) } else { resampler.consume(count) }
    written += FrameNumber(count)
    settle()
    return true
  }

  private func put(_ frames: UnsafePointer<Float>?, _ count: Int) -> Bool {
    guard let frames else { return false }
    return unlessAbandoned { ringAppend(ring.memory, frames, count) }
  }

  /// Works out up to where it is decided what is heard: the end of an item that may overlap the
  /// next one is not, before that is known.
  func settle() {
    let isOpen = job.map { !$0.isEnded || $0.next != .nothing } ?? false
    let open = isOpen ? job.map { fadeFrames(of: $0.item) } ?? 0 : 0
    committedEnd = max(committedEnd, written - open)
    let low = UInt32(truncatingIfNeeded: committedEnd)
    _ = unlessAbandoned { ring.memory.pointee.committedEnd.store(low, ordering: .releasing) }
    ring.wakeConsumer()
  }

  /// Takes back that a stretch was settled.
  func uncommit(to frame: FrameNumber) {
    committedEnd = min(committedEnd, frame)
    let low = UInt32(truncatingIfNeeded: committedEnd)
    _ = unlessAbandoned {
      ring.memory.pointee.committedEnd.store(low, ordering: .sequentiallyConsistent)
    }
  }

  /// Says whether nothing will follow what is in the ring.
  func setComplete(_ isComplete: Bool) {
    _ = unlessAbandoned {
      ring.memory.pointee.isComplete.store(isComplete, ordering: .sequentiallyConsistent)
    }
    if isComplete { ring.wakeConsumer() }
  }

  /// Takes back what nobody has claimed, except so many seconds.
  func cut(keeping seconds: Double) {
    setComplete(false)
    waiting.removeAll()
    _ = unlessAbandoned {
      while true {
        let ends = ringEnds(ring.memory)
        let fill = FrameNumber(ends.writing &- ends.playing)
        let kept = min(fill, frames(seconds))
        let target = ends.playing &+ UInt32(truncatingIfNeeded: kept)
        written = written.nearest(ends.writing)
        // Fails where the playing side has claimed more meanwhile: then look again.
        if kept == fill || ringCut(ring.memory, target) {
          written = written.nearest(kept == fill ? ends.writing : target)
          return
        }
      }
    }
    let low = UInt32(truncatingIfNeeded: written)
    // What comes next is not a continuation: it waits for its jump.
    _ = unlessAbandoned {
      ring.memory.pointee.discontinuity.store(1 << 32 | UInt64(low), ordering: .releasing)
    }
    plan.cut(at: written)
    committedEnd = written
  }

  /// The level at which decoding goes on: high enough that a fade can still be prepared.
  private var lowWater: Int {
    let fade = job.map { fadeFrames(of: $0.item) } ?? 0
    let needed = fade == 0 ? 0 : Int(fade + frames(2))
    return min(Self.highWater - Int(frames(0.5)), max(RingMemory.capacity / 2, needed))
  }

  /// Leaves the processors to the threads and the server that have a jump to make: filling the ring
  /// takes longer than the scheduler lets anyone interrupt.
  private func rest() {
    job?.start = .over
    ring.memory.pointee.wakeLevel.store(Int(frames(Self.leastTime)), ordering: .relaxed)
    ring.memory.pointee.isProducerAsleep.store(true, ordering: .sequentiallyConsistent)
    if !ringNeedsProducer(ring.memory) { ring.producerWake.wait(for: Self.restTime) }
    ring.memory.pointee.isProducerAsleep.store(false, ordering: .relaxed)
  }

  /// Sleeps until there is mail, or room that is worth waking for.
  func sleep() {
    if case .restDue = job?.start { return rest() }
    let memory = ring.memory
    let isEnded = job?.isEnded ?? false
    let isUnanswered = isEnded && job?.next == .unknown && !waitsForAnswer
    let owesTail = isUnanswered && resampler?.isHolding == true
    let isBusy = !isEnded || pendingFrames > 0
    // Too many short items are in the ring: each that was played makes room for another.
    let isCrowded = plan.isFull && isEnded
    var level = owesTail ? (resampler?.rate ?? 48000) - 1 : lowWater
    if isCrowded { level = max(0, ring.fill - 1) }
    if job != nil, isBusy || owesTail || isCrowded {
      memory.pointee.wakeLevel.store(level, ordering: .relaxed)
      memory.pointee.isProducerAsleep.store(true, ordering: .sequentiallyConsistent)
      // The playing side may have passed the level just before it could see that we sleep.
      if ringNeedsProducer(memory) { return }
    }
    ring.producerWake.wait()
    memory.pointee.isProducerAsleep.store(false, ordering: .relaxed)
  }
}
