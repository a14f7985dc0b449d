// The control plane: knows the current item and its successors, commands the decode thread and the
// output, and alone reports what plays. Never calls FFmpeg or libpulse, never blocks.
package import Media
package import Music
package import Threads

/// Plays items gaplessly one after another, and reports the audible state.
package actor Player {
  /// Reports, on change only.
  package nonisolated let reports: AsyncStream<PlayerReport>
  let reporting: AsyncStream<PlayerReport>.Continuation

  let ring = Ring()
  let access: FileAccess
  let output: any Output
  let indexer: Indexer
  let decodeReport: @Sendable (DecodeEvent) -> Void
  var decodeThread: DecodeThread
  /// Cancels the decode thread's file access.
  var cancellation = Cancellation()
  /// The serial of the last request.
  var serial: UInt64 = 0
  /// The serial of the output's last jump.
  var jumpSerial: UInt64 = 0

  /// Reads what is heard, for displays.
  package nonisolated let monitor: SoundMonitor

  /// Nil while stopped.
  var current: Current? {
    didSet { monitor.follow(clock, rate: rate, isStopped: current == nil) }
  }
  var pausing = Pausing.off
  private(set) var unplugging: Unplugging
  var link = OutputLink.away(resumption: nil)
  /// The ring's rate in Hz; nil before a file or the output sets it. An output may change it while
  /// nothing plays.
  var rate: Int?
  /// Seek indices of scanned files, newest last.
  var indices: [(path: FilePath, index: SeekIndex)] = []

  var volume = 1.0
  var isMuted = false
  var sound = SoundSettings()
  /// The target of the overall fade, and its time in seconds.
  var level = (target: 1.0, time: 0.0, comesWithJump: false)
  var sleeping = Sleeping()

  /// Converts audio instants to those of reports.
  var reportTime: ReportTime
  /// The last reported state, to report changes only.
  var reported = PlayerState.stopped

  private var closing = Closing.open

  /// The progress of shutting down.
  private enum Closing {
    case open
    /// Waits until the output is closed, with the callers of `shutDown`.
    case waiting([CheckedContinuation<Void, Never>])
    /// The output has closed, or timed out.
    case closed
  }

  /// Starts connecting at once, and never waits for the connection.
  ///
  /// - Parameter remote: opens tracks of servers, on the decode thread.
  package init(
    output choice: OutputChoice, remote: @escaping RemoteOpening = MediaError.noServers,
    prioritized: @escaping @Sendable (ThreadPriority, _ thread: Int32) -> Void = { _, _ in }
  ) {
    self.init(access: FileAccess(remote: remote), unplugging: .pause) { ring, report in
      switch choice {
      case .pulse: PulseOutput(ring: ring, report: report, prioritized: prioritized)
      case .null: NullOutput(ring: ring, report: report)
      case .file(let path): FileOutput(path, ring: ring, report: report)
      }
    }
  }

  /// Plays through an output built by the caller.
  init(
    access: FileAccess = FileAccess(), reportTime: ReportTime = .now,
    unplugging: Unplugging = .ignore,
    makeOutput: (Ring, @escaping @Sendable (OutputEvent) -> Void) -> any Output
  ) {
    self.access = access
    self.reportTime = reportTime
    self.unplugging = unplugging
    monitor = SoundMonitor(ring)
    (reports, reporting) = AsyncStream.makeStream()
    let (mailbox, posting) = AsyncStream<PlayerEvent>.makeStream()
    decodeReport = { posting.yield(.decodeThread($0)) }
    output = makeOutput(ring) { posting.yield(.output($0)) }
    decodeThread = DecodeThread(
      ring: ring, reading: access.reading, remote: access.remote,
      awaitsSuccessor: !output.isRealTime, report: decodeReport)
    indexer = Indexer { posting.yield(.indexed($0, $1)) }
    output.start()
    Task { [weak self] in
      for await event in mailbox {
        guard let self else { return }
        await self.handle(event)
      }
    }
  }

  deinit {
    indexer.stop()
    output.shutDown()
    decodeThread.abandon()
  }

  /// Plays an item from a position, counted from the item's start, in place of the current one.
  package func play(_ item: PlayItem, from position: Duration, paused: Bool) {
    guard case .open = closing else { return }
    forgetInterruption()
    finishCurrent(reachedEnd: false)
    pausing = paused ? .listener : .off
    begin(item, at: item.start + max(.zero, position))
  }

  /// Sets the successor of the current item, nil for nothing; may change until it is heard.
  package func setNext(_ item: PlayItem?) {
    if let current { setNext(item, after: current.item.id) }
  }

  /// Pauses at the audible frame, without losing any.
  package func pause() {
    forgetInterruption()
    hold(for: .listener)
  }

  func hold(for pausing: Pausing) {
    guard current != nil, !isPaused else { return }
    self.pausing = pausing
    output.hold()
    landed?.boundary = nil
    guard let clock = landed?.clock else { return }
    let now = SuspendingClock.now
    landed?.clock = OutputClock(
      serial: clock.serial, heard: heard(of: clock, at: now), at: now, isAdvancing: false)
    reportState()
  }

  /// Resumes after a pause.
  package func resume() {
    forgetInterruption()
    continuePlaying()
  }

  func continuePlaying() {
    guard let current, isPaused else { return }
    pausing = .off
    fadeIfDue()
    if !isOpening, link.isReady, current.supply != .underrun { output.run() }
    // Without an output only the state changes.
    if !link.isReady { reportState() }
  }

  /// Stops playing; no item is current afterwards.
  package func stop() {
    forgetInterruption()
    guard current != nil else { return }
    finishCurrent(reachedEnd: false)
    becomeStopped()
  }

  /// Seeks within the current item.
  package func seek(to position: Duration) {
    forgetInterruption()
    guard let item = current?.item, timeline.current?.isSeekable ?? true else { return }
    note(heard: SuspendingClock.now)
    let end = item.end ?? timeline.current?.duration ?? .seconds(1_000_000_000)
    let target = item.start + max(.zero, position)
    begin(item, at: min(target, end), isSeek: true)
  }

  /// Sets the volume, 0...1, of this program's stream alone.
  package func setVolume(_ volume: Double) {
    self.volume = min(1, max(0, volume.isNaN ? 0 : volume))
    volumeChanged()
  }

  /// Sets what becomes of the music when its output is unplugged.
  package func setUnplugging(_ unplugging: Unplugging) { self.unplugging = unplugging }

  package func setMuted(_ muted: Bool) {
    isMuted = muted
    volumeChanged()
  }

  private func volumeChanged() {
    output.setVolume(volume, isMuted: isMuted)
    report(.volume(volume, isMuted: isMuted))
  }

  /// Shuts down within a time; the player is unusable afterwards.
  package func shutDown(within time: Duration = .milliseconds(200)) async {
    switch closing {
    case .closed: return
    case .waiting: return await withCheckedContinuation { awaitClosing($0) }
    case .open: break
    }
    closing = .waiting([])
    current?.stopTimers()
    sleeping.callOff()
    cancellation.cancel()
    indexer.stop()
    decodeThread.abandon()
    await withCheckedContinuation {
      awaitClosing($0)
      output.shutDown()
      Task {
        try? await Task.sleep(for: time, clock: .suspending)  // cut short is as good
        closed()
      }
    }
    reporting.finish()
  }

  private func awaitClosing(_ continuation: CheckedContinuation<Void, Never>) {
    guard case .waiting(let others) = closing else { return continuation.resume() }
    closing = .waiting(others + [continuation])
  }

  func closed() {
    guard case .waiting(let waiting) = closing else { return }
    closing = .closed
    for continuation in waiting { continuation.resume() }
  }
}

// The current item's state; nil while stopped.
extension Player {
  var isPaused: Bool { pausing != .off }

  var timeline: Timeline { current?.timeline ?? Timeline(rate: rate ?? 44100) }

  var isOpening: Bool { if case .opening = current?.stage { true } else { false } }

  /// The request that waits for the output's rate.
  var delayedRequest: DecodeRequest? {
    if case .opening(.awaitingRate(let order)) = current?.stage { order } else { nil }
  }

  var landed: Current.Landed? {
    get { if case .landed(let landed) = current?.stage { landed } else { nil } }
    set { if let newValue { current?.stage = .landed(newValue) } }
  }

  /// The output's last clock.
  var clock: OutputClock? {
    switch current?.stage {
    case nil, .opening: nil
    case .jumping(let jump): jump.clock
    case .landed(let landed): landed.clock
    }
  }

  /// The end of the sleep timer's fade.
  var fadeEnd: SuspendingClock.Instant? { sleeping.fadeEnd }
}
