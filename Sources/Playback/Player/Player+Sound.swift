import Media
import Music

extension Player {
  /// Requests `item` from a position on; the old sound plays on until the new one is ready.
  func begin(_ item: PlayItem, at position: Duration, isSeek: Bool = false) {
    // Cancels work in progress, and with it its decoder.
    if isOpening || !isSeek { renewCancellation() }
    let wasAudible = landed != nil && !isPaused && output.isRealTime
    serial += 1
    endFadeToFrame()
    link.forgetResumption()
    let position = max(item.start, position)
    if let old = current, isSeek {
      current = old.restarted(item, from: position)
    } else {
      current = Current(item, from: position, rate: rate ?? 44100)
      current?.isBlended = wasAudible && position > .zero
      publish(.loading(item.id))
    }
    let request = DecodeRequest(
      serial: serial, item: item, position: position, next: answer, rate: rate,
      coversOld: wasAudible, cancellation: cancellation,
      index: indices.last { .file($0.path) == item.source }?.index,
      shortensSilence: sound.shortensSilence)
    if rate == nil, output.isRealTime {
      current?.stage = .opening(.awaitingRate(request))
    } else {
      give(request)
    }
  }

  func give(_ request: DecodeRequest) {
    current?.stage = .opening(.requested)
    decodeThread.start(request)
    current?.patience = Alarm(
      Task {
        try? await Task.sleep(for: access.grace, clock: .suspending)
        if !Task.isCancelled { giveAgainIfWaiting(request) }
        try? await Task.sleep(for: access.patience, clock: .suspending)
        if !Task.isCancelled { openingTookTooLong(request.serial) }
      })
  }

  /// Gives the request to a new decode thread if the old one is blocked in the previous file.
  private func giveAgainIfWaiting(_ request: DecodeRequest) {
    guard request.serial == serial, isOpening, decodeThread.isRequestPending else { return }
    replaceDecodeThread()
    var request = request
    request.cancellation = cancellation
    request.next = answer
    decodeThread.start(request)
  }

  /// Replaces a decode thread that is blocked in the file system.
  private func openingTookTooLong(_ late: UInt64) {
    guard late == serial, isOpening, let item = current?.item else { return }
    replaceDecodeThread()
    report(.timedOut(item.source), of: item.id)
    becomeStopped()
  }

  /// Fails a file that stopped yielding sound in its middle.
  func giveUpIfStillStarved() {
    guard let source = current?.item.source else { return }
    let patience = access.patience(with: source)
    current?.patience = Alarm(
      Task { [serial = jumpSerial] in
        try? await Task.sleep(for: patience, clock: .suspending)
        guard !Task.isCancelled, serial == jumpSerial, let current, current.supply == .underrun
        else { return }
        replaceDecodeThread()
        finishCurrent(reachedEnd: false)
        report(.timedOut(current.item.source), of: current.item.id)
        becomeStopped()
      })
  }

  /// Cancels the decode thread's file access.
  func renewCancellation() {
    cancellation.cancel()
    cancellation = Cancellation()
  }

  func replaceDecodeThread() {
    renewCancellation()
    decodeThread.abandon()
    decodeThread = DecodeThread(
      ring: ring, reading: access.reading, remote: access.remote,
      awaitsSuccessor: !output.isRealTime, crossfade: crossfade, report: decodeReport)
  }

  /// Finishes the current item and reports the part of it that was heard.
  func finishCurrent(reachedEnd: Bool) {
    if !reachedEnd { note(heard: SuspendingClock.now) }
    if reachedEnd, let end = timeline.boundary { current?.endListening(at: end) }
    guard let current else { return }
    let item = current.item
    let end = current.timeline.current?.duration ?? item.duration
    let heard = min(1, current.listened.part(of: end.map { $0 - item.start }))
    if let fault = current.faults[item.id] { report(fault, of: item.id) }
    report(.finished(item.id, heard: heard, reachedEnd: reachedEnd))
  }

  /// Ends the present stretch of listening.
  func note(heard now: SuspendingClock.Instant) {
    guard let clock = landed?.clock else { return }
    let frame = heard(of: clock, at: now)
    current?.endListening(at: frame)
  }

  func becomeStopped() {
    renewCancellation()
    serial += 1
    jumpSerial += 1
    current = nil
    link.forgetResumption()
    endFadeToFrame()
    output.clear()
    decodeThread.stop()
    publish(.stopped)
  }

  /// Sends the output to a frame of the ring.
  func land(at start: FrameNumber) {
    let isOver = isEndDecided && timeline.end.map { $0 <= start } ?? false
    guard isOver || start.nearest(ringEnds(ring.memory).writing) > start else {
      // A server that gets nothing at first drops later sound as too late.
      current?.supply = .underrun
      decodeThread.refill(from: start)
      return giveUpIfStillStarved()
    }
    jumpSerial += 1
    let jump = Current.Jump(frame: start, clock: clock)
    current?.stage = .jumping(jump)
    current?.supply = .flowing
    current?.patience = nil
    // The first clock may be later than this frame.
    current?.beginListening(at: start)
    // An item that starts in the timer's last seconds fades too.
    fadeIfDue()
    if current?.isBlended == true {
      output.blend(to: start, serial: jumpSerial)
    } else {
      output.jump(to: start, serial: jumpSerial)
    }
    current?.isBlended = false
    if !isPaused { output.run() }
  }

  /// The displayed position: the audible one, or where a pause will resume.
  private func playClock(_ clock: OutputClock, rate: Int) -> PlayClock {
    let start = timeline.current?.start ?? clock.heard
    // Before the first frame is audible, the clock is set to its future instant.
    let isAhead = clock.isAdvancing && clock.heard < start
    let origin = timeline.current?.item.start ?? .zero
    return PlayClock(
      position: max(.zero, timeline.position(of: clock.heard) - origin),
      at: reportTime.instant(isAhead ? clock.instant(of: start, rate: rate) : clock.at),
      isAdvancing: clock.isAdvancing, duration: timeline.current?.duration.map { $0 - origin },
      speed: clock.speed)
  }

  /// Reports the state on change.
  func reportState() {
    guard let id = current?.item.id, let clock = landed?.clock, let rate else { return }
    noteSleep()
    let shown = playClock(clock, rate: rate)
    publish(isPaused ? .paused(id, shown) : .playing(id, shown))
  }

  func publish(_ state: PlayerState) {
    guard state != reported else { return }
    reported = state
    report(.state(state))
  }

  func report(_ report: PlayerReport) { reporting.yield(report) }

  /// Turns a fault into its message, where it leaves the engine.
  func report(_ fault: MediaError, of id: PlayID) {
    report(.failed(id, reason: fault.reason))
  }
}
