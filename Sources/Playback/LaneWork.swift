// What the decoding thread does, step by step. Confined to that thread.
import Media
import Music
import Synchronization

/// The item being decoded, the one to follow, and how far the ring is filled with them.
final class LaneWork {
  private struct Decoding {
    var item: PlayItem
    var decoder: Decoder
    var isEnded = false
  }

  /// Sound enough to start playing.
  private static let primingTime = 0.1
  /// Sound enough to go on after the output starved.
  private static let refillTime = 0.5
  /// How much of what is heard now may go on while something else is being opened.
  private static let coverTime = 1.0
  /// The ring is filled up to here and refilled from `lowWater` on, in bursts, so that the thread
  /// sleeps for seconds. Above it, room is left for another next item.
  private static let highWater = RingMemory.capacity / 4 * 3
  private static let lowWater = RingMemory.capacity / 2

  private let ring: Ring
  private let waitsForAnswer: Bool
  /// Runs its argument unless the lane has been abandoned; false if it has.
  private let guarded: (() -> Void) -> Bool
  private let report: (LaneEvent) -> Void

  private var order: LaneOrder?
  private var decoding: Decoding?
  private var next = NextItem.unknown
  private var resampler: Resampler?
  /// The ring's frame at which the resampler's count began.
  private var origin: FrameNumber = 0
  /// The writing end of the ring.
  private var written: FrameNumber = 0
  /// Where the order's sound starts, until `primed` was reported.
  private var unprimed: FrameNumber?
  /// Where the item that is decoded was joined to the one before it.
  private var joint: (predecessor: PlayID, at: FrameNumber)?
  /// The item whose end the ring holds and that nothing was joined to yet.
  private var ended: PlayID?
  var refillStart: FrameNumber?

  init(
    ring: Ring, waitsForAnswer: Bool, guarded: @escaping (() -> Void) -> Bool,
    report: @escaping (LaneEvent) -> Void
  ) {
    self.ring = ring
    self.waitsForAnswer = waitsForAnswer
    self.guarded = guarded
    self.report = report
  }

  func stop() {
    order = nil
    decoding = nil
    joint = nil
    unprimed = nil
    refillStart = nil
    cut(keeping: 0)
  }

  func begin(_ order: LaneOrder) {
    let old = decoding?.item == order.item ? decoding : nil
    self.order = order
    next = order.next
    joint = nil
    unprimed = nil
    refillStart = nil
    cut(keeping: order.coversOld ? Self.coverTime : 0)
    do throws(MediaError) {
      // A decoder that is still at this item only has to seek; a cancelled one cannot go on, and
      // the player gives an order that follows one another cancellation.
      let kept = old.flatMap {
        $0.decoder.cancellation === order.cancellation ? $0.decoder : nil
      }
      decoding = nil
      let decoder: Decoder
      if let kept {
        decoder = kept
      } else {
        decoder = try Decoder(order.item.path, cancellation: order.cancellation)
      }
      if kept != nil || order.position > .zero { try seek(decoder, to: order.position) }
      let rate = order.rate ?? decoder.rate
      if resampler?.rate != rate { resampler = Resampler(rate: rate) }
      resampler?.reset()
      report(.opened(serial: order.serial, rate: rate))
      decoding = Decoding(item: order.item, decoder: decoder)
      origin = written
      unprimed = written
      announce(decoder, order.item, at: written)
    } catch {
      report(.failed(serial: order.serial, order.item.id, reason: error.reason))
      self.order = nil
    }
  }

  private func seek(_ decoder: Decoder, to position: Duration) throws(MediaError) {
    let frame = (position.seconds * Double(decoder.rate)).rounded()
    try decoder.seek(to: Int64(min(max(0, frame), 1e15)))
  }

  private func announce(_ decoder: Decoder, _ item: PlayItem, at start: FrameNumber) {
    guard let order else { return }
    report(
      .began(
        serial: order.serial,
        Segment(
          item: item, start: start, position: decoder.time,
          duration: decoder.duration ?? item.duration)))
  }

  func setNext(_ answer: NextItem, after id: PlayID) {
    if let joint, joint.predecessor == id, let order, let decoding {
      if answer == .item(decoding.item) { return }
      guard takeBack(to: joint.at) else {
        report(.keptNext(serial: order.serial, decoding.item.id))
        return
      }
      report(.dropped(serial: order.serial, decoding.item.id))
      self.joint = nil
      self.decoding = nil
      ended = id
      next = answer
    } else if decoding?.item.id == id || (decoding == nil && ended == id) {
      next = answer
    }
  }

  /// Takes back everything from the joint on; what the filter still owes before it is let out.
  private func takeBack(to joint: FrameNumber) -> Bool {
    guard let resampler else { return false }
    if written < joint {
      resampler.finish()
      while written < joint, resampler.pendingFrames > 0, append(upTo: joint) {}
    } else {
      var done = false
      _ = guarded {
        done = ringCut(ring.memory, UInt32(truncatingIfNeeded: joint))
      }
      guard done else { return false }
      written = joint
    }
    resampler.reset()
    origin = written
    return true
  }

  /// Does a little; false if there is nothing to do until woken.
  func step() -> Bool {
    guard let order, let resampler else { return false }
    if resampler.pendingFrames > 0 {
      guard append() else { return false }
      noteProgress(order)
      return true
    }
    guard let decoding, !decoding.isEnded else { return join(order) }
    guard ring.fill < Self.highWater else { return false }
    var fault: String?
    do throws(MediaError) {
      if try decoding.decoder.decode(into: resampler) { return true }
    } catch {
      if error == .cancelled { return false }
      fault = error.reason
    }
    finishItem(decoding.item.id, order, fault)
    return true
  }

  private func finishItem(_ id: PlayID, _ order: LaneOrder, _ fault: String?) {
    guard let resampler else { return }
    decoding?.isEnded = true
    ended = id
    let end = origin + resampler.endOfInput
    report(.ended(serial: order.serial, id, end: end, fault: fault))
    noteProgress(order)
  }

  /// Goes on with the next item behind the one that has ended.
  private func join(_ order: LaneOrder) -> Bool {
    guard let resampler, let predecessor = ended else { return false }
    guard case .item(let item) = next else {
      // Nothing will go through the filter after what it holds, or nobody has said so in time.
      let isLate = !waitsForAnswer && ring.fill < resampler.rate
      if next == .nothing || isLate, resampler.isHolding {
        resampler.finish()
        return true
      }
      noteProgress(order)
      return false
    }
    next = .unknown
    do throws(MediaError) {
      let decoder = try Decoder(item.path, cancellation: order.cancellation)
      let start = origin + resampler.endOfInput
      decoding = Decoding(item: item, decoder: decoder)
      joint = (predecessor, start)
      ended = nil
      announce(decoder, item, at: start)
    } catch {
      report(.failed(serial: order.serial, item.id, reason: error.reason))
    }
    return true
  }

  /// Copies what the resampler has into the ring, as far as there is room.
  private func append(upTo limit: FrameNumber = .max) -> Bool {
    guard let resampler else { return false }
    let room = Int(min(FrameNumber(ring.room), limit - written))
    let count = min(resampler.pendingFrames, room)
    guard count > 0, let source = resampler.pending.baseAddress else { return false }
    guard guarded({ ringAppend(ring.memory, source, count) }) else { return false }
    resampler.take(count)
    written += FrameNumber(count)
    ring.wakeConsumer()
    return true
  }

  private func noteProgress(_ order: LaneOrder) {
    guard let resampler else { return }
    let isComplete = decoding?.isEnded ?? true
    if let start = unprimed, isComplete || written - start >= frames(Self.primingTime) {
      if isComplete, written == start, resampler.isHolding { return resampler.finish() }
      unprimed = nil
      report(.primed(serial: order.serial, start: start))
    }
    if let start = refillStart, isComplete || written - start >= frames(Self.refillTime) {
      refillStart = nil
      report(.refilled(serial: order.serial, start: start))
    }
  }

  private func frames(_ seconds: Double) -> FrameNumber {
    FrameNumber(seconds * Double(resampler?.rate ?? 48000))
  }

  /// Takes back what nobody has claimed, except so many seconds.
  private func cut(keeping seconds: Double) {
    _ = guarded {
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
    ended = nil
  }

  /// Sleeps until there is mail, or room that is worth waking for.
  func sleep() {
    let memory = ring.memory
    let isUnanswered = decoding?.isEnded ?? false && next == .unknown && !waitsForAnswer
    let owesTail = isUnanswered && resampler?.isHolding == true
    let level = owesTail ? (resampler?.rate ?? 48000) - 1 : Self.lowWater
    let isBusy = decoding.map { !$0.isEnded } ?? false || (resampler?.pendingFrames ?? 0) > 0
    if order != nil, isBusy || owesTail {
      memory.pointee.wakeLevel.store(level, ordering: .relaxed)
      memory.pointee.isProducerAsleep.store(true, ordering: .sequentiallyConsistent)
      // The playing side may have passed the level just before it could see that we sleep.
      if ringNeedsProducer(memory) { return }
    }
    ring.producerWake.wait()
    memory.pointee.isProducerAsleep.store(false, ordering: .relaxed)
  }
}
