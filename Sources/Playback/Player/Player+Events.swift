import Media
import Music

extension Player {
  func handle(_ event: PlayerEvent) {
    switch event {
    case .decodeThread(let event): handle(event)
    case .output(let event): handle(event)
    case .indexed(let path, let index): receive(index, of: path)
    }
  }

  private func handle(_ event: DecodeEvent) {
    // Events of superseded requests are ignored.
    guard event.serial == serial else { return }
    switch event {
    case .opened(_, let rate): if self.rate == nil { adopt(rate) }
    case .began(_, let segment):
      current?.timeline.append(segment)
      repeatAnswer(after: segment.item.id)
      if let path = segment.item.source.file { findIndex(of: path) }
      handleBoundaries()
    case .primed(_, let start):
      current?.patience = nil
      prime(at: start)
    case .ended(_, let id, let end, let fault):
      current?.faults[id] = fault
      let known = timeline.current?.duration
      current?.timeline.close(id, at: end)
      if id == current?.item.id, timeline.current?.duration != known { reportState() }
      handleBoundaries()
      let isAnswered = current?.successors.answers.isEmpty == false
      if isAnswered || isOpening && output.isRealTime { askForNext() }
    case .failed(_, let id, let fault): fail(id, fault)
    case .dropped(_, let id, let end):
      current?.timeline.drop(id, end: end)
      handleBoundaries()
    case .keptNext(_, let id):
      if current?.item.id != id { current?.successors.superseded = id }
    case .measured(_, let id, let duration):
      current?.timeline.measure(id, duration)
      reportState()
    case .shifted(_, let id, let frame, let position):
      current?.timeline.shift(id, at: frame, to: position)
      handleBoundaries()
    case .titled(_, let id, let title): report(.streamTitle(id, title))
    case .refilled(_, let start):
      if current?.supply == .underrun, link.isReady { land(at: start) }
    }
  }

  /// Adopts the output's new rate: everything begun at the old one is decoded again.
  private func change(to rate: Int, at resumption: FrameNumber?) {
    let begun = self.rate == nil ? nil : current
    let frame = resumption ?? clock?.heard
    let position = frame.map { timeline.position(of: $0) }
    adopt(rate)
    guard let begun else { return outputReturned(at: resumption) }
    begin(begun.item, at: position ?? begun.position, isSeek: true)
  }

  private func adopt(_ rate: Int) {
    self.rate = rate
    current?.timeline.rate = rate
    publishSettings()
    output.setRate(rate)
  }

  private func prime(at start: FrameNumber) {
    if link.isReady, isTooShort(from: start) {
      askForNext()
      awaitMore(from: start)
    } else {
      begin(at: start)
    }
  }

  /// Starts playing a request's first sound.
  func begin(at start: FrameNumber) {
    if link.isReady { land(at: start) } else { standWithoutOutput(at: start) }
    askForNext()
    if timeline.end == start, !timeline.hasNext, isEndDecided { endPlaying() }
  }

  /// Stores and shows the position at which a returning output resumes.
  private func standWithoutOutput(at start: FrameNumber) {
    // Late clocks of the lost output no longer count.
    jumpSerial += 1
    link = .away(resumption: start)
    current?.stage = .landed(
      Current.Landed(
        clock: OutputClock(serial: jumpSerial, heard: start, at: .now, isAdvancing: false)))
    reportState()
  }

  private func fail(_ id: PlayID, _ fault: MediaError) {
    report(fault, of: id)
    if id == current?.item.id {
      becomeStopped()
    } else {
      forgetAnswer(id)
    }
  }

  private func handle(_ event: OutputEvent) {
    switch event {
    case .connecting: report(.output(.connecting))
    case .ready(let rate, let description):
      let resumption = link.resumption
      link = .ready
      report(.output(.ready(description)))
      if let rate, rate != self.rate {
        change(to: rate, at: resumption)
      } else {
        outputReturned(at: resumption)
      }
    case .reopening: if link.isReady { outputLost() }
    case .unavailable(let reason):
      if link.isReady { outputLost() }
      report(.output(.unavailable(reason)))
    case .clock(let clock) where clock.serial == jumpSerial: tick(clock)
    case .underrun(let serial) where serial == jumpSerial: handleUnderrun()
    case .jumpFailed(let frame, let serial) where serial == jumpSerial: decodeAgain(from: frame)
    case .volume(let volume, let isMuted):
      // Servers round: a volume set here comes back slightly different.
      guard abs(volume - self.volume) > 0.001 || isMuted != self.isMuted else { return }
      (self.volume, self.isMuted) = (volume, isMuted)
      report(.volume(volume, isMuted: isMuted))
    case .devices(let devices, let chosen): report(.devices(devices, chosen: chosen))
    case .heard(let frame, let serial): correctResumption(frame, serial)
    case .corkRequested(let isWanted): if isWanted { interrupt() } else { endInterruption() }
    case .unplugged(let name): outputUnplugged(name)
    case .pluggedIn(let name): outputPluggedIn(name)
    case .closed: closed()
    case .clock, .underrun, .jumpFailed: break  // of a jump that has been superseded
    }
  }

  /// The output's jump failed: decodes again from that frame.
  private func decodeAgain(from frame: FrameNumber) {
    guard let current, !isOpening else { return }
    begin(current.item, at: timeline.position(of: frame), isSeek: true)
  }

  /// Whether the machine has slept since the last call: the reported position ran on meanwhile, the
  /// sound did not.
  @discardableResult
  func noteSleep() -> Bool {
    let now = ReportTime.now
    guard reportTime.hasSlept(until: now) else { return false }
    reportTime = now
    return true
  }

  private func outputReturned(at resumption: FrameNumber?) {
    if var request = delayedRequest {
      request.rate = rate
      request.next = answer
      give(request)
    } else if let frame = resumption {
      // The sound lost with the server may reach further back than the ring.
      let playing = frame.nearest(ringEnds(ring.memory).playing)
      if landed != nil, let item = current?.item,
        playing - frame > FrameNumber(RingMemory.history)
      {
        begin(item, at: timeline.position(of: frame), isSeek: true)
      } else {
        land(at: frame)
      }
    }
  }

  /// Stores the last audible frame, not the last one handed over.
  private func outputLost() {
    link = .away(resumption: nil)
    landed?.boundary = nil
    guard current != nil, !isOpening else { return }
    let now = SuspendingClock.now
    let start = timeline.current?.start ?? 0
    let heard = clock.map { max(start, self.heard(of: $0, at: now)) } ?? start
    link = .away(resumption: heard)
    jumpSerial += 1
    guard landed != nil else { return }
    note(heard: now)
    landed?.clock = OutputClock(serial: jumpSerial, heard: heard, at: now, isAdvancing: false)
    reportState()
  }

  /// Adopts the output's clock.
  private func tick(_ new: OutputClock) {
    guard let rate else { return }
    // An output that is not real-time only reports its progress.
    let isRunning = new.isAdvancing || !output.isRealTime
    var new = new
    if isPaused { new.isAdvancing = false }
    switch current?.stage {
    case nil, .opening: break  // of the sound that the request is to replace
    case .jumping(let jump):
      guard isRunning || isPaused else { return }
      current?.stage = .landed(Current.Landed(clock: new))
      watchWriting()
      reportState()
      if jump.hasUnderrun { handleUnderrun() }
      handleBoundaries()
    case .landed(let old):
      landed?.clock = new
      let drift = abs(old.clock.extrapolated(to: new.at, rate: rate) - new.heard)
      let isOtherSpeed = old.clock.speed != new.speed
      let isCorrection = isOtherSpeed || output.isRealTime && Double(drift) > 0.02 * Double(rate)
      let hasSlept = noteSleep()
      if old.clock.isAdvancing != new.isAdvancing || isCorrection || hasSlept { reportState() }
      handleBoundaries()
    }
  }

  /// The output ran dry: at the end of the sound, or because decoding is too slow.
  private func handleUnderrun() {
    switch current?.stage {
    case nil, .opening: break
    case .jumping(var jump):
      jump.hasUnderrun = true
      current?.stage = .jumping(jump)
    case .landed(let landed):
      // A late output jumps back in the ring, or has not received its end yet.
      if timeline.end != nil, !timeline.hasNext, ring.fill == 0 {
        current?.supply = .dry
      } else {
        holdForRefill(landed.clock)
      }
    }
  }

  private func holdForRefill(_ clock: OutputClock) {
    guard let id = current?.item.id else { return }
    current?.supply = .underrun
    output.hold()
    let now = SuspendingClock.now
    let playing = clock.heard.nearest(ringEnds(ring.memory).playing)
    let heard = min(self.heard(of: clock, at: now), playing)
    landed?.clock = OutputClock(
      serial: clock.serial, heard: heard, at: now, isAdvancing: false)
    note(heard: now)
    reportState()
    report(.buffering(id))
    decodeThread.refill(from: playing)
    giveUpIfStillStarved()
  }
}
