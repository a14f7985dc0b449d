import Media
import Music

extension Player {
  /// Has `item` decoded from a place on; what is audible goes on until that is ready.
  func begin(_ item: PlayItem, at position: Duration, isSeek: Bool = false) {
    // Work in progress is given up, and with it the decoder it was done with.
    if progress == .opening || !isSeek {
      cancellation.cancel()
      cancellation = Cancellation()
    }
    let wasAudible = progress == .landed && !isPaused && output.isPaced
    serial += 1
    progress = .opening
    boundaryTimer?.cancel()
    primingTimer?.cancel()
    endFadeOfTrack()
    isStarved = false
    resumption = nil
    wrongNext = nil
    isNextLate = false
    current = item
    target = max(item.start, position)
    timeline = Timeline(rate: rate ?? 44100)
    clock = nil
    if let answer = answers.first, isSeek {
      // What follows that is asked for again when it is decoded.
      answers = [answer]
      asked = item.id
    }
    if !isSeek {
      beginnings = []
      answers = []
      asked = nil
      faults = [:]
      listened = Listening()
      publish(.loading(item.id))
    }
    let order = LaneOrder(
      serial: serial, item: item, position: target, next: answer, rate: rate,
      coversOld: wasAudible, cancellation: cancellation,
      index: indices.last { .file($0.path) == item.source }?.index)
    if rate == nil, output.isPaced {
      delayedOrder = order
    } else {
      give(order)
    }
  }

  func give(_ order: LaneOrder) {
    delayedOrder = nil
    lane.start(order)
    openingTimer?.cancel()
    openingTimer = Task {
      try? await Task.sleep(for: access.grace, clock: .suspending)
      if !Task.isCancelled { giveAgainIfWaiting(order) }
      try? await Task.sleep(for: access.patience, clock: .suspending)
      if !Task.isCancelled { openingTookTooLong(order.serial) }
    }
  }

  /// The lane hangs in the file that was played before: another one takes the order.
  private func giveAgainIfWaiting(_ order: LaneOrder) {
    guard order.serial == serial, progress == .opening, lane.isOrderWaiting else { return }
    replaceLane()
    var order = order
    order.cancellation = cancellation
    order.next = answer
    lane.start(order)
  }

  /// The lane hangs in the file system: it is left there, and another takes its place.
  private func openingTookTooLong(_ late: UInt64) {
    guard late == serial, progress == .opening, let current else { return }
    replaceLane()
    report(.failed(current.id, reason: MediaError.timedOut(current.source).reason))
    becomeStopped()
  }

  /// The file stopped yielding sound in the middle.
  func giveUpIfStillStarved() {
    openingTimer?.cancel()
    openingTimer = Task { [serial = jumpSerial] in
      try? await Task.sleep(for: access.patience, clock: .suspending)
      guard !Task.isCancelled, isStarved, serial == jumpSerial, let current else { return }
      replaceLane()
      finishCurrent(reachedEnd: false)
      report(.failed(current.id, reason: MediaError.timedOut(current.source).reason))
      becomeStopped()
    }
  }

  func replaceLane() {
    cancellation.cancel()
    cancellation = Cancellation()
    lane.abandon()
    lane = DecodeLane(
      ring: ring, reading: access.reading, waitsForAnswer: !output.isPaced, report: laneReport)
  }

  /// The current item is over, one way or another, and counts as heard as far as it was.
  func finishCurrent(reachedEnd: Bool) {
    guard let current else { return }
    let heard = part(reachedEnd: reachedEnd)
    if let fault = faults[current.id] { report(.failed(current.id, reason: fault)) }
    report(.finished(current.id, heard: heard, reachedEnd: reachedEnd))
  }

  private func part(reachedEnd: Bool) -> Double {
    if !reachedEnd { note(heard: SuspendingClock.now) }
    if reachedEnd, let end = timeline.boundary { listened.end(at: timeline.position(of: end)) }
    let end = timeline.current?.duration ?? current?.duration
    return min(1, listened.part(of: end.map { $0 - (current?.start ?? .zero) }))
  }

  /// Closes the stretch that has been listened to without a break.
  func note(heard now: SuspendingClock.Instant) {
    guard progress == .landed, let clock else { return }
    listened.end(at: timeline.position(of: heard(of: clock, at: now)))
  }

  func becomeStopped() {
    cancellation.cancel()
    cancellation = Cancellation()
    serial += 1
    jumpSerial += 1
    progress = .idle
    delayedOrder = nil
    current = nil
    answers = []
    asked = nil
    clock = nil
    resumption = nil
    isStarved = false
    isNextLate = false
    boundaryTimer?.cancel()
    primingTimer?.cancel()
    endFadeOfTrack()
    openingTimer?.cancel()
    output.clear()
    lane.stop()
    publish(.stopped)
  }

  /// Hands the output over to what starts at a frame of the ring.
  func land(at start: FrameNumber) {
    let isOver = isEndDecided && timeline.end.map { $0 <= start } ?? false
    guard isOver || start.nearest(ringEnds(ring.memory).writing) > start else {
      // A server that is given nothing at first drops what comes later as being too late.
      isStarved = true
      lane.refill(from: start)
      return giveUpIfStillStarved()
    }
    jumpSerial += 1
    progress = .jumping
    isStarved = false
    isDry = false
    isStarvedEarly = false
    openingTimer?.cancel()
    landing = start
    // The first that is known of it may be later.
    listened.begin(at: timeline.position(of: start))
    // What begins in the timer's last seconds fades with them; a track's end is not known yet.
    if sleepState != .endOfTrack { fadeIfDue() }
    output.jump(to: start, serial: jumpSerial)
    if !isPaused { output.run() }
  }

  /// The place to show: what is heard, or where a pause will go on.
  private func playClock(_ clock: OutputClock, rate: Int) -> PlayClock {
    let start = timeline.current?.start ?? clock.heard
    // Before the first frame is audible, the clock stands for the moment when it will be.
    let isAhead = clock.isAdvancing && clock.heard < start
    let origin = timeline.current?.item.start ?? .zero
    return PlayClock(
      position: max(.zero, timeline.position(of: clock.heard) - origin),
      at: reportTime.instant(isAhead ? clock.instant(of: start, rate: rate) : clock.at),
      isAdvancing: clock.isAdvancing, duration: timeline.current?.duration.map { $0 - origin },
      speed: clock.speed)
  }

  /// Reports where the current item is.
  func reportState() {
    guard let current, progress == .landed, let clock, let rate else { return }
    noteSleep()
    let shown = playClock(clock, rate: rate)
    publish(isPaused ? .paused(current.id, shown) : .playing(current.id, shown))
  }

  func publish(_ state: PlayerState) {
    guard state != reported else { return }
    reported = state
    report(.state(state))
  }

  func report(_ report: PlayerReport) { reporting.yield(report) }
}
