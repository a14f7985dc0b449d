// The decode thread's work, step by step. Confined to that thread.
import Media
import Music
import Synchronization

/// Works on one request: decodes its items into the ring.
final class DecodeLoop {
  /// Sound needed to start playing: more than the sink's period, which is taken at once.
  private static let primingTime = 0.1
  /// Sound needed before the decode thread may rest.
  private static let startingTime = 0.6
  /// Sound needed to resume after an underrun.
  private static let refillTime = 0.5
  /// The smallest timestamp correction worth reporting, in seconds.
  private static let notableShift = 0.05
  /// How much of the old sound may play on while the new item opens.
  private static let coverTime = 1.0
  /// The ring is refilled in bursts from `lowWater` up to here, so that the thread sleeps for
  /// seconds; the room above is for another next item.
  static var highWater: Int { RingMemory.capacity / 4 * 3 }

  let ring: Ring
  let reading: FileReading
  let remote: RemoteOpening
  let awaitsSuccessor: Bool
  /// Runs its argument unless the decode thread was abandoned; false if it was.
  let unlessAbandoned: (() -> Void) -> Bool
  let report: (DecodeEvent) -> Void

  /// Nil while nothing is to be decoded.
  var job: Job?
  var resampler: Resampler?
  /// The ring position of the resampler's frame 0.
  var origin: FrameNumber = 0
  /// The writing end of the ring.
  var written: FrameNumber = 0
  /// The committed end of the ring.
  var committedEnd: FrameNumber = 0
  /// Decoded frames older than the resampler's, not in the ring yet.
  var waiting = DecodedFrames()
  /// Nil while gaps keep their length.
  var shortener: SilenceShortener?
  /// Frames that the shortener has put out, older than those of `waiting`.
  var shortened = DecodedFrames()
  var plan = RenderPlan()
  /// The crossfade of items without one of their own.
  var crossfade = Duration.zero

  init(
    ring: Ring, reading: @escaping FileReading, remote: @escaping RemoteOpening,
    awaitsSuccessor: Bool,
    unlessAbandoned: @escaping (() -> Void) -> Bool, report: @escaping (DecodeEvent) -> Void
  ) {
    self.ring = ring
    self.reading = reading
    self.remote = remote
    self.awaitsSuccessor = awaitsSuccessor
    self.unlessAbandoned = unlessAbandoned
    self.report = report
  }

  func stop() {
    job = nil
    cut(keeping: 0)
  }

  func begin(_ request: DecodeRequest) {
    var kept = job?.item == request.item ? job?.decoder : nil
    job = nil
    cut(keeping: request.coversOld ? Self.coverTime : 0)
    do throws(MediaError) {
      // A decoder of the same item only seeks; a cancelled one is useless, and the request after
      // a cancelled one has a new cancellation.
      if kept?.cancellation !== request.cancellation { kept = nil }
      let position = max(request.position, request.item.start)
      let decoder = try open(request.item, at: position, request.cancellation, kept, request.index)
      let rate = request.rate ?? decoder.rate
      if resampler?.rate != rate { resampler = Resampler(rate: rate) }
      resampler?.reset()
      prepareShortener(for: request, rate: rate)
      report(.opened(serial: request.serial, rate: rate))
      origin = written
      job = Job(
        request: request, stage: .decoding(begin(request.item, decoder, at: written, of: request)),
        next: request.next, start: .priming(written))
    } catch {
      report(.failed(serial: request.serial, request.item.id, error))
    }
  }

  /// Opens an item at a position in its file, or reuses the file's open decoder.
  func open(
    _ item: PlayItem, at position: Duration, _ cancellation: Cancellation, _ kept: Decoder? = nil,
    _ index: SeekIndex? = nil
  ) throws(MediaError) -> Decoder {
    let decoder: Decoder
    if let kept {
      decoder = kept
    } else {
      decoder = try Decoder(
        item.source, cancellation: cancellation, reading: reading, remote: remote)
      if let index { decoder.use(index) }
    }
    decoder.endFrame = item.end.map { frame(of: $0, decoder) }
    if kept != nil || position > .zero, decoder.isSeekable {
      try decoder.seek(to: frame(of: position, decoder))
    }
    return decoder
  }

  /// The frame of the file nearest to a time.
  func frame(of time: Duration, _ decoder: Decoder) -> Int64 {
    max(0, FrameNumber(seconds: time.seconds, rate: decoder.rate))
  }

  /// From `start` on the ring holds this item, which fades in up to `fadeEnd`.
  func begin(
    _ item: PlayItem, _ decoder: Decoder, from time: Duration? = nil, at start: FrameNumber,
    fadeEnd: FrameNumber? = nil, isLinear: Bool = false, of request: DecodeRequest
  ) -> Decoding {
    let position = time ?? decoder.time
    var part = RenderPart(
      start: start, fadeEnd: fadeEnd ?? start, isLinear: isLinear,
      beginsFile: position <= .zero || decoder.isStream,
      loudness: PartLoudness(item, decoder.replayGain))
    part.owner = item.id.serial
    plan.append(part)
    publishPlan()
    let duration = item.end ?? decoder.duration ?? (decoder.isStream ? nil : item.duration)
    report(
      .began(
        serial: request.serial,
        Segment(
          item: item, start: start, position: position, duration: duration,
          isSeekable: decoder.isSeekable)))
    return Decoding(
      item: item, decoder: decoder, origin: start - frames((position - item.start).seconds))
  }

  /// Passes a new seek index to the decoders of its file.
  func use(_ index: SeekIndex, of path: FilePath) {
    guard let job, let decoder = job.decoder, job.item.source == .file(path), decoder.use(index),
      job.item.end == nil, let duration = decoder.duration
    else { return }
    report(.measured(serial: job.request.serial, job.item.id, duration))
  }

  /// Reports stream titles, and position shifts of damaged files.
  private func note(_ decoding: Decoding, _ request: DecodeRequest) {
    var decoding = decoding
    if decoding.decoder.isStream {
      guard let said = decoding.decoder.streamTitle, said != decoding.title else { return }
      decoding.title = said
      report(.titled(serial: request.serial, decoding.item.id, said))
    } else if let resampler {
      let reached = origin + resampler.endOfInput
      let counted = reached - decoding.origin
      let position = frames((decoding.decoder.time - decoding.item.start).seconds)
      guard abs(position - counted) > frames(Self.notableShift) else { return }
      decoding.origin = reached - position
      report(
        .shifted(serial: request.serial, decoding.item.id, at: reached, decoding.decoder.time))
    }
    job?.stage = .decoding(decoding)
  }

  /// Changes the gain of an item in the ring.
  func setGain(of item: PlayItem) {
    plan.setGain(PartLoudness.factor(of: item), of: item.id.serial)
    switch job?.stage {
    case .decoding(var decoding) where decoding.item.id == item.id:
      decoding.item.gain = item.gain
      job?.stage = .decoding(decoding)
    case .ended(var ended) where ended.item.id == item.id:
      ended.item.gain = item.gain
      job?.stage = .ended(ended)
    case .decoding, .ended, nil: break
    }
    publishPlan()
  }

  func publishPlan() {
    let playing = written.nearest(ringEnds(ring.memory).playing)
    plan.forget(before: playing - FrameNumber(RingMemory.history))
    _ = unlessAbandoned { ring.publish(plan) }
  }

  /// Does one step; false if there is nothing to do until woken.
  func step() -> Bool {
    guard let job, let resampler else { return false }
    if pendingFrames > 0 {
      guard append() else { return false }
      noteProgress()
      return true
    }
    guard case .decoding(let decoding) = job.stage else { return join() }
    if case .untilRest(let position) = job.start, written >= position {
      self.job?.start = .restDue
      return false
    }
    guard ring.fill < Self.highWater else { return false }
    var fault: MediaError?
    do throws(MediaError) {
      if try decoding.decoder.decode(into: resampler) {
        note(decoding, job.request)
        return true
      }
    } catch {
      if error == .cancelled { return false }
      fault = error
    }
    finishItem(job, fault)
    return true
  }

  private func finishItem(_ job: Job, _ fault: MediaError?) {
    guard let resampler else { return }
    finishShortening()
    guard case .decoding(let over) = self.job?.stage else { return }
    let end = origin + resampler.endOfInput
    if end <= over.origin, dropSoundless(over.item, job, fault) { return }
    self.job?.stage = .ended(
      EndedItem(item: over.item, length: end - over.origin, decoder: over.decoder))
    report(.ended(serial: job.request.serial, over.item.id, end: end, fault: fault))
    noteProgress()
  }

  /// Drops an item without a decodable frame, as if it could not be opened; false if the output has
  /// reached it.
  private func dropSoundless(_ item: PlayItem, _ job: Job, _ fault: MediaError?) -> Bool {
    if let join = job.joins.last, join.follower.id == item.id {
      guard undo(join) else { return false }
      self.job?.joins.removeLast()
      self.job?.stage = .ended(join.predecessor)
      self.job?.next = .unknown
      report(.dropped(serial: job.request.serial, item.id, end: join.end))
      commit()
    } else {
      self.job = nil
    }
    report(.failed(serial: job.request.serial, item.id, fault ?? .soundless(item.source)))
    return true
  }

  /// The output waits for sound from a frame on; a full ring has it already.
  func refill(from frame: FrameNumber) {
    job?.refill = frame
    noteProgress()
  }

  func noteProgress() {
    guard let job, let resampler else { return }
    if case .priming(let start) = job.start,
      job.isEnded || written - start >= frames(Self.primingTime)
    {
      if job.isEnded, written == start, resampler.isHolding { return resampler.finish() }
      let rest = start + frames(Self.startingTime)
      self.job?.start = awaitsSuccessor ? .over : .untilRest(rest)
      report(.primed(serial: job.request.serial, start: start))
    }
    if let start = job.refill {
      if job.isEnded, written <= start, resampler.isHolding { return resampler.finish() }
      let isEnough = job.isEnded ? written > start : written - start >= frames(Self.refillTime)
      guard isEnough else { return }
      self.job?.refill = nil
      report(.refilled(serial: job.request.serial, start: start))
    }
  }

  func frames(_ seconds: Double) -> FrameNumber {
    FrameNumber(seconds: seconds, rate: resampler?.rate ?? 48000)
  }
}

extension PartLoudness {
  /// An entry's own gain as a factor.
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
