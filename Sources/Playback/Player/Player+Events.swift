import Media
import Music

extension Player {
  func handle(_ event: PlayerEvent) {
    switch event {
    case .lane(let event): handle(event)
    case .output(let event): handle(event)
    case .indexed(let path, let index): take(index, of: path)
    }
  }

  private func handle(_ event: LaneEvent) {
    switch event {
    case .opened(let serial, let rate) where serial == self.serial:
      if self.rate == nil { adopt(rate) }
    case .began(let serial, let segment) where serial == self.serial:
      timeline.append(segment)
      noteBeginning(of: segment)
      repeatAnswer(after: segment.item.id)
      if let path = segment.item.source.file { findIndex(of: path) }
      settle()
    case .primed(let serial, let start) where serial == self.serial:
      openingTimer?.cancel()
      prime(at: start)
    case .ended(let serial, let id, let end, let fault) where serial == self.serial:
      faults[id] = fault
      let known = timeline.current?.duration
      timeline.close(id, at: end)
      writtenEnd = end
      if id == current?.id, timeline.current?.duration != known { reportState() }
      settle()
      if !answers.isEmpty || progress == .opening && output.isPaced { askForNext() }
    case .failed(let serial, let id, let reason) where serial == self.serial:
      fail(id, reason)
    case .dropped(let serial, let id, let end) where serial == self.serial:
      timeline.drop(id, end: end)
      writtenEnd = end
      if beginnings.last?.id == id { beginnings.removeLast() }
      settle()
    case .keptNext(let serial, let id) where serial == self.serial:
      if current?.id != id { wrongNext = id }
    case .measured(let serial, let id, let duration) where serial == self.serial:
      timeline.measure(id, duration)
      reportState()
    case .shifted(let serial, let id, let frame, let position) where serial == self.serial:
      timeline.shift(id, at: frame, to: position)
      settle()
    case .titled(let serial, let id, let title) where serial == self.serial:
      report(.streamTitle(id, title))
    case .refilled(let serial, let start) where serial == self.serial:
      if isStarved, isOutputReady { land(at: start) }
    default: break  // of an order that has been superseded
    }
  }

  private func adopt(_ rate: Int) {
    self.rate = rate
    timeline.rate = rate
    publishSettings()
    output.setRate(rate)
  }

  private func prime(at start: FrameNumber) {
    if isOutputReady, isTooShort(from: start) {
      askForNext()
      awaitMore(from: start)
    } else {
      begin(at: start)
    }
  }

  /// The first sound of an order is there.
  func begin(at start: FrameNumber) {
    if isOutputReady { land(at: start) } else { standWithoutOutput(at: start) }
    askForNext()
    if timeline.end == start, !timeline.hasNext, isEndDecided { endPlaying() }
  }

  /// Where an output that comes back is to begin; it is shown until then.
  private func standWithoutOutput(at start: FrameNumber) {
    // What the lost output says later of what it played no longer counts.
    jumpSerial += 1
    resumption = start
    progress = .landed
    clock = OutputClock(serial: jumpSerial, heard: start, at: .now, isAdvancing: false)
    reportState()
  }

  private func fail(_ id: PlayID, _ reason: String) {
    report(.failed(id, reason: reason))
    if id == current?.id {
      becomeStopped()
    } else {
      forgetAnswer(id)
    }
  }

  private func handle(_ event: OutputEvent) {
    switch event {
    case .connecting: report(.output(.connecting))
    case .ready(let rate, let description):
      isOutputReady = true
      report(.output(.ready(description)))
      if let rate, self.rate == nil { adopt(rate) }
      outputReturned()
    case .unavailable(let reason):
      if isOutputReady { outputLost() }
      report(.output(.unavailable(reason)))
    case .clock(let clock) where clock.serial == jumpSerial: tick(clock)
    case .starved(let serial) where serial == jumpSerial: starve()
    case .jumpFailed(let frame, let serial) where serial == jumpSerial: decodeAgain(from: frame)
    case .volume(let volume, let isMuted):
      // Servers round; what was set here comes back a little different.
      guard abs(volume - self.volume) > 0.001 || isMuted != self.isMuted else { return }
      (self.volume, self.isMuted) = (volume, isMuted)
      report(.volume(volume, isMuted: isMuted))
    case .devices(let devices, let chosen): report(.devices(devices, chosen: chosen))
    case .heard(let frame, let serial): correctResumption(frame, serial)
    case .corkRequested(let isWanted): if isWanted { interrupt() } else { endInterruption() }
    case .closed: closed()
    case .clock, .starved, .jumpFailed: break  // of a jump that has been superseded
    }
  }

  /// The ring does not hold the frame that the output was sent to: what is there is decoded anew.
  private func decodeAgain(from frame: FrameNumber) {
    guard let current, progress == .jumping || progress == .landed else { return }
    begin(current, at: timeline.position(of: frame), isSeek: true)
  }

  /// Whether the machine has slept since this was asked last: what was reported of the position has
  /// been counted on meanwhile, and the sound has not.
  @discardableResult
  func noteSleep() -> Bool {
    let now = ReportTime.now
    guard reportTime.hasSlept(until: now) else { return false }
    reportTime = now
    return true
  }

  private func outputReturned() {
    if var order = delayedOrder {
      order.rate = rate
      order.next = answer
      give(order)
    } else if let frame = resumption {
      resumption = nil
      // What the server took with it may be more than the ring still has.
      let playing = frame.nearest(ringEnds(ring.memory).playing)
      if progress == .landed, let current, playing - frame > FrameNumber(RingMemory.history) {
        begin(current, at: timeline.position(of: frame), isSeek: true)
      } else {
        land(at: frame)
      }
    }
  }

  /// Keeps the frame that was audible last, not the one that was handed over last.
  private func outputLost() {
    isOutputReady = false
    boundaryTimer?.cancel()
    guard current != nil, progress == .landed || progress == .jumping else { return }
    let now = SuspendingClock.now
    let start = timeline.current?.start ?? 0
    let heard = clock.map { max(start, self.heard(of: $0, at: now)) } ?? start
    resumption = heard
    jumpSerial += 1
    guard progress == .landed else { return }
    note(heard: now)
    clock = OutputClock(serial: jumpSerial, heard: heard, at: now, isAdvancing: false)
    reportState()
  }

  /// The output says which frame is heard.
  private func tick(_ new: OutputClock) {
    guard let rate, current != nil else { return }
    let isFirst = progress == .jumping
    let old = clock
    // An output that does not play in real time says how far it is, and no more.
    let isRunning = new.isAdvancing || !output.isPaced
    if isFirst {
      guard isRunning || isPaused else { return }
      progress = .landed
      watchWriting()
    }
    var new = new
    if isPaused { new.isAdvancing = false }
    clock = new
    let drift = old.map { abs($0.extrapolated(to: new.at, rate: rate) - new.heard) } ?? 0
    let isOtherSpeed = old?.speed != new.speed
    let isCorrection = isOtherSpeed || output.isPaced && Double(drift) > 0.02 * Double(rate)
    let hasSlept = noteSleep()
    if isFirst || old?.isAdvancing != new.isAdvancing || isCorrection || hasSlept { reportState() }
    if isStarvedEarly { starve() }
    settle()
  }

  /// The ring ran dry: either all of it has been handed over, or the disk is too slow.
  private func starve() {
    isStarvedEarly = progress == .jumping
    guard let clock, progress == .landed, let id = current?.id else { return }
    // An output that fell behind goes back in the ring, or has not been given all of it.
    if timeline.end != nil, !timeline.hasNext, ring.fill == 0 {
      isDry = true
      return
    }
    isStarved = true
    output.hold()
    let now = SuspendingClock.now
    let playing = clock.heard.nearest(ringEnds(ring.memory).playing)
    let heard = min(self.heard(of: clock, at: now), playing)
    self.clock = OutputClock(
      serial: clock.serial, heard: heard, at: now, isAdvancing: false)
    note(heard: now)
    reportState()
    report(.buffering(id))
    lane.refill(from: playing)
    giveUpIfStillStarved()
  }
}
