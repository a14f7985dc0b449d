// The control plane: knows the current item and the next, gives orders to the decoding thread and
// the output, and alone says what is playing. Never calls FFmpeg or libpulse, never blocks.
import Media
package import Music

/// Plays one item after another without a gap, and reports what is heard.
package actor Player {
  /// What happened, on change only.
  package nonisolated let reports: AsyncStream<PlayerReport>
  let reporting: AsyncStream<PlayerReport>.Continuation

  let ring = Ring()
  let access: FileAccess
  let output: any Output
  let indexer: Indexer
  let decodeReport: @Sendable (DecodeEvent) -> Void
  var decodeThread: DecodeThread
  /// Of the files that the lane is at.
  var cancellation = Cancellation()
  /// The last order to the lane.
  var serial: UInt64 = 0
  /// The last jump of the output.
  var jumpSerial: UInt64 = 0

  /// Nil while stopped.
  var current: Current?
  var pausing = Pausing.off
  var link = OutputLink.away(resumption: nil)
  /// Hz, of all that is in the ring; nil before a file or the output has named it. An output may
  /// change it while nothing plays.
  var rate: Int?
  /// Files that were scanned, newest last.
  var indices: [(path: FilePath, index: SeekIndex)] = []

  var volume = 1.0
  var isMuted = false
  var sound = SoundSettings()
  /// What everything is faded to, and in how many seconds.
  var level = (target: 1.0, time: 0.0, comesWithJump: false)
  var sleeping = Sleeping()

  /// By which instants of the sound become those of reports.
  var reportTime: ReportTime
  /// What has been reported of the state, to report changes only.
  var reported = PlayerState.stopped

  private var closing = Closing.open

  /// How far shutting down has come.
  private enum Closing {
    case open
    /// The output is to let go; those who wait for that.
    case waiting([CheckedContinuation<Void, Never>])
    /// The output has let go, or was given up.
    case closed
  }

  /// Starts connecting at once, and never waits for it.
  package init(output choice: OutputChoice) {
    self.init { ring, report in
      switch choice {
      case .pulse: PulseOutput(ring: ring, report: report)
      case .null: NullOutput(ring: ring, report: report)
      case .file(let path): FileOutput(path, ring: ring, report: report)
      }
    }
  }

  /// Plays through an output of the caller's making.
  init(
    access: FileAccess = FileAccess(), reportTime: ReportTime = .now,
    makeOutput: (Ring, @escaping @Sendable (OutputEvent) -> Void) -> any Output
  ) {
    self.access = access
    self.reportTime = reportTime
    (reports, reporting) = AsyncStream.makeStream()
    let (mailbox, posting) = AsyncStream<PlayerEvent>.makeStream()
    decodeReport = { posting.yield(.decodeThread($0)) }
    output = makeOutput(ring) { posting.yield(.output($0)) }
    decodeThread = DecodeThread(
      ring: ring, reading: access.reading, waitsForAnswer: !output.isRealTime, report: decodeReport)
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

  /// Plays an item from a place on, counted from the item's own start, in place of whatever was playing.
  package func play(_ item: PlayItem, from position: Duration, paused: Bool) {
    guard case .open = closing else { return }
    forgetInterruption()
    finishCurrent(reachedEnd: false)
    pausing = paused ? .listener : .off
    begin(item, at: item.start + max(.zero, position))
  }

  /// Names what follows the current item, nil for nothing; may be changed until that is heard.
  package func setNext(_ item: PlayItem?) {
    if let current { setNext(item, after: current.item.id) }
  }

  /// Stops the sound where it is, losing nothing of it.
  package func pause() {
    forgetInterruption()
    hold(for: .listener)
  }

  func hold(for pausing: Pausing) {
    guard current != nil, !isPaused else { return }
    self.pausing = pausing
    output.hold()
    landed?.boundary = nil
    suspendFadeOfTrack()
    guard let clock = landed?.clock else { return }
    let now = SuspendingClock.now
    landed?.clock = OutputClock(
      serial: clock.serial, heard: heard(of: clock, at: now), at: now, isAdvancing: false)
    reportState()
  }

  /// Goes on after a pause.
  package func resume() {
    forgetInterruption()
    goOn()
  }

  func goOn() {
    guard let current, isPaused else { return }
    pausing = .off
    fadeIfDue()
    if !isOpening, link.isReady, current.supply != .underrun { output.run() }
    // Nothing will be heard for now, but the wish to hear it is known.
    if !link.isReady { reportState() }
  }

  /// Ends what is playing; nothing is current afterwards.
  package func stop() {
    forgetInterruption()
    guard current != nil else { return }
    finishCurrent(reachedEnd: false)
    becomeStopped()
  }

  /// Goes to a place in the current item, within its length.
  package func seek(to position: Duration) {
    forgetInterruption()
    guard let item = current?.item, timeline.current?.isSeekable ?? true else { return }
    note(heard: SuspendingClock.now)
    let end = item.end ?? timeline.current?.duration ?? .seconds(1_000_000_000)
    let target = item.start + max(.zero, position)
    begin(item, at: min(target, end), isSeek: true)
  }

  /// Sets the volume, 0...1, of this program alone.
  package func setVolume(_ volume: Double) {
    self.volume = min(1, max(0, volume.isNaN ? 0 : volume))
    volumeChanged()
  }

  package func setMuted(_ muted: Bool) {
    isMuted = muted
    volumeChanged()
  }

  private func volumeChanged() {
    output.setVolume(volume, isMuted: isMuted)
    report(.volume(volume, isMuted: isMuted))
  }

  /// Ends everything within a time; the player plays nothing any more.
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

// What the current item is at; none of it is there while stopped.
extension Player {
  var isPaused: Bool { pausing != .off }

  var timeline: Timeline { current?.timeline ?? Timeline(rate: rate ?? 44100) }

  var isOpening: Bool { if case .opening = current?.stage { true } else { false } }

  /// The order that waits for the output to name its rate.
  var delayedOrder: DecodeOrder? {
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

  /// When the timer's fade has to be over.
  var fadeEnd: SuspendingClock.Instant? { sleeping.fadeEnd }
}
