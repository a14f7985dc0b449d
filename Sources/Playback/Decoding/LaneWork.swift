// What the decoding thread does, step by step. Confined to that thread.
import Media
import Music
import Synchronization

/// The item being decoded, the one to follow, and how far the ring is filled with them.
final class LaneWork {
  struct Decoding {
    var item: PlayItem
    var decoder: Decoder
    /// The ring's frame at which the item would start if all of it were there.
    var origin: FrameNumber
    var isEnded = false
  }

  /// An item whose end is in the ring.
  struct Ended {
    var item: PlayItem
    /// Frames of the ring that it has from its own start on.
    var length: FrameNumber
    /// Still open, so that what follows in the same file is there without a seam.
    var decoder: Decoder?
  }

  /// Where an item was joined to the one before it.
  struct Joint {
    var predecessor: Ended
    var follower: PlayItem
    var start: FrameNumber
    /// Behind `start` where the two overlap.
    var end: FrameNumber
  }

  /// Sound enough to start playing: more than a period of the sink, which takes that at once.
  private static let primingTime = 0.1
  /// Sound enough to rest a moment before going on.
  private static let startingTime = 0.6
  /// Sound enough to go on after the output starved.
  private static let refillTime = 0.5
  /// A difference between the place counted and the true one that is worth telling, in seconds.
  private static let notableShift = 0.05
  /// How much of what is heard now may go on while something else is being opened.
  private static let coverTime = 1.0
  /// The ring is filled up to here and refilled from `lowWater` on, in bursts, so that the thread
  /// sleeps for seconds. Above it, room is left for another next item.
  static var highWater: Int { RingMemory.capacity / 4 * 3 }

  let ring: Ring
  let reading: FileReading
  let waitsForAnswer: Bool
  /// Runs its argument unless the lane has been abandoned; false if it has.
  let guarded: (() -> Void) -> Bool
  let report: (LaneEvent) -> Void

  var order: LaneOrder?
  var decoding: Decoding?
  var next = NextItem.unknown
  var resampler: Resampler?
  /// The ring's frame at which the resampler's count began.
  var origin: FrameNumber = 0
  /// The writing end of the ring.
  var written: FrameNumber = 0
  /// Up to where it is decided what is heard.
  var settled: FrameNumber = 0
  /// Decoded before what the resampler has, and not in the ring yet.
  var waiting = DecodedFrames()
  var plan = RenderPlan()
  /// Where the order's sound starts, until `primed` was reported.
  private var unprimed: FrameNumber?
  /// How far to go before resting, while the order's sound starts to play.
  private var restingPlace: FrameNumber?
  /// Whether that is reached: the next sleep is a short one.
  var isRestDue = false
  /// In the order in which they are heard, as far as one might be taken back.
  var joints: [Joint] = []
  /// The item whose end the ring holds and that nothing was joined to yet.
  var ended: Ended?
  private var refillStart: FrameNumber?
  /// What the stream that is decoded said last.
  private var title: String?

  init(
    ring: Ring, reading: @escaping FileReading, waitsForAnswer: Bool,
    guarded: @escaping (() -> Void) -> Bool, report: @escaping (LaneEvent) -> Void
  ) {
    self.ring = ring
    self.reading = reading
    self.waitsForAnswer = waitsForAnswer
    self.guarded = guarded
    self.report = report
  }

  func stop() {
    order = nil
    decoding = nil
    joints = []
    unprimed = nil
    restingPlace = nil
    refillStart = nil
    cut(keeping: 0)
  }

  func begin(_ order: LaneOrder) {
    let old = decoding?.item == order.item ? decoding : nil
    self.order = order
    next = order.next
    joints = []
    unprimed = nil
    restingPlace = nil
    refillStart = nil
    cut(keeping: order.coversOld ? Self.coverTime : 0)
    do throws(MediaError) {
      // A decoder that is still at this item only has to seek; a cancelled one cannot go on, and
      // the player gives an order that follows one another cancellation.
      let kept = old.flatMap {
        $0.decoder.cancellation === order.cancellation ? $0.decoder : nil
      }
      decoding = nil
      let position = max(order.position, order.item.start)
      let decoder = try open(order.item, at: position, kept, order.index)
      let rate = order.rate ?? decoder.rate
      if resampler?.rate != rate { resampler = Resampler(rate: rate) }
      resampler?.reset()
      report(.opened(serial: order.serial, rate: rate))
      origin = written
      unprimed = written
      begin(order.item, decoder, at: written)
    } catch {
      report(.failed(serial: order.serial, order.item.id, reason: error.reason))
      self.order = nil
    }
  }

  /// Opens an item, or goes on with a decoder that is at its file, from a place in the file on.
  func open(
    _ item: PlayItem, at position: Duration, _ kept: Decoder?, _ index: SeekIndex? = nil
  ) throws(MediaError) -> Decoder {
    let decoder: Decoder
    if let kept {
      decoder = kept
    } else {
      decoder = try Decoder(
        item.source, cancellation: order?.cancellation ?? Cancellation(), reading: reading)
      if let index { decoder.use(index) }
    }
    decoder.endFrame = item.end.map { frame(of: $0, decoder) }
    if kept != nil || position > .zero, decoder.isSeekable {
      try decoder.seek(to: frame(of: position, decoder))
    }
    return decoder
  }

  /// The frame of the file that a time is, the nearest one.
  func frame(of time: Duration, _ decoder: Decoder) -> Int64 {
    max(0, FrameNumber(seconds: time.seconds, rate: decoder.rate))
  }

  /// From `start` on, the ring holds this item, which fades in up to `fadeEnd`.
  func begin(
    _ item: PlayItem, _ decoder: Decoder, from place: Duration? = nil, at start: FrameNumber,
    fadeEnd: FrameNumber? = nil, isLinear: Bool = false
  ) {
    guard let order else { return }
    let position = place ?? decoder.time
    decoding = Decoding(
      item: item, decoder: decoder, origin: start - frames((position - item.start).seconds))
    var part = RenderPart(
      start: start, fadeEnd: fadeEnd ?? start, isLinear: isLinear,
      beginsFile: position <= .zero || decoder.isStream,
      loudness: PartLoudness(item, decoder.replayGain))
    part.owner = item.id.serial
    plan.append(part)
    publishPlan()
    title = nil
    let duration = item.end ?? decoder.duration ?? (decoder.isStream ? nil : item.duration)
    report(
      .began(
        serial: order.serial,
        Segment(
          item: item, start: start, position: position, duration: duration,
          isSeekable: decoder.isSeekable)))
  }

  /// A file that is being decoded was scanned.
  func use(_ index: SeekIndex, of path: FilePath) {
    guard let decoding, decoding.item.source == .file(path), let order, decoding.decoder.use(index),
      decoding.item.end == nil, let duration = decoding.decoder.duration
    else { return }
    report(.measured(serial: order.serial, decoding.item.id, duration))
  }

  /// Passes on what a stream says it is playing, and where a damaged file really is.
  private func note(_ decoding: Decoding, _ order: LaneOrder) {
    if decoding.decoder.isStream {
      guard let said = decoding.decoder.streamTitle, said != title else { return }
      title = said
      report(.titled(serial: order.serial, decoding.item.id, said))
    } else if let resampler {
      let reached = origin + resampler.endOfInput
      let counted = reached - decoding.origin
      let place = frames((decoding.decoder.time - decoding.item.start).seconds)
      guard abs(place - counted) > frames(Self.notableShift) else { return }
      self.decoding?.origin = reached - place
      report(
        .shifted(serial: order.serial, decoding.item.id, at: reached, decoding.decoder.time))
    }
  }

  /// An item that is in the ring has another gain from now on.
  func setGain(of item: PlayItem) {
    plan.setGain(PartLoudness.factor(of: item), of: item.id.serial)
    if decoding?.item.id == item.id { decoding?.item.gain = item.gain }
    if ended?.item.id == item.id { ended?.item.gain = item.gain }
    publishPlan()
  }

  func publishPlan() {
    let playing = written.nearest(ringEnds(ring.memory).playing)
    plan.forget(before: playing - FrameNumber(RingMemory.history))
    _ = guarded { ring.publish(plan) }
  }

  /// Does a little; false if there is nothing to do until woken.
  func step() -> Bool {
    guard let order, let resampler else { return false }
    if pendingFrames > 0 {
      guard append() else { return false }
      noteProgress(order)
      return true
    }
    guard let decoding, !decoding.isEnded else { return join(order) }
    if let place = restingPlace, written >= place {
      restingPlace = nil
      isRestDue = true
      return false
    }
    guard ring.fill < Self.highWater else { return false }
    var fault: String?
    do throws(MediaError) {
      if try decoding.decoder.decode(into: resampler) {
        note(decoding, order)
        return true
      }
    } catch {
      if error == .cancelled { return false }
      fault = error.reason
    }
    finishItem(decoding, order, fault)
    return true
  }

  private func finishItem(_ over: Decoding, _ order: LaneOrder, _ fault: String?) {
    guard let resampler else { return }
    let end = origin + resampler.endOfInput
    if end <= over.origin, dropSoundless(over, order, fault) { return }
    decoding?.isEnded = true
    ended = Ended(item: over.item, length: end - over.origin, decoder: over.decoder)
    report(.ended(serial: order.serial, over.item.id, end: end, fault: fault))
    noteProgress(order)
  }

  /// Not a frame of an item could be decoded: it is as if it could not be opened. False where the
  /// output is at it already.
  private func dropSoundless(_ over: Decoding, _ order: LaneOrder, _ fault: String?) -> Bool {
    if let joint = joints.last, joint.follower.id == over.item.id {
      guard takeBack(joint) else { return false }
      joints.removeLast()
      ended = joint.predecessor
      next = .unknown
      report(.dropped(serial: order.serial, over.item.id, end: joint.end))
      settle()
    } else {
      self.order = nil
    }
    decoding = nil
    report(.failed(serial: order.serial, over.item.id, reason: fault ?? Self.soundless))
    return true
  }

  private static let soundless = "there is no sound in it"

  /// The output waits for sound from a frame on; where the ring is full, it is there already.
  func refill(from frame: FrameNumber) {
    refillStart = frame
    if let order { noteProgress(order) }
  }

  func noteProgress(_ order: LaneOrder) {
    guard let resampler else { return }
    let isComplete = decoding?.isEnded ?? true
    if let start = unprimed, isComplete || written - start >= frames(Self.primingTime) {
      if isComplete, written == start, resampler.isHolding { return resampler.finish() }
      unprimed = nil
      report(.primed(serial: order.serial, start: start))
      if !waitsForAnswer { restingPlace = start + frames(Self.startingTime) }
    }
    if let start = refillStart {
      if isComplete, written <= start, resampler.isHolding { return resampler.finish() }
      let isEnough = isComplete ? written > start : written - start >= frames(Self.refillTime)
      guard isEnough else { return }
      refillStart = nil
      report(.refilled(serial: order.serial, start: start))
    }
  }

  func frames(_ seconds: Double) -> FrameNumber {
    FrameNumber(seconds: seconds, rate: resampler?.rate ?? 48000)
  }
}

extension PartLoudness {
  /// The factor that an entry's own gain is.
  static func factor(of item: PlayItem) -> Float {
    RenderSettings.factor(min(24, max(-60, item.gain.isFinite ? item.gain : 0)))
  }

  init(_ item: PlayItem, _ said: ReplayGain?) {
    self.init()
    gain = PartLoudness.factor(of: item)
    var known = said ?? ReplayGain()
    if let measured = item.measured { known.fill(from: measured) }
    track = known.trackGain.map(RenderSettings.factor) ?? 0
    album = known.albumGain.map(RenderSettings.factor) ?? 0
    trackPeak = Float(known.trackPeak ?? 0)
    albumPeak = Float(known.albumPeak ?? 0)
    isAmongAlbum = item.isAmongAlbum
  }
}
