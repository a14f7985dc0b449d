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
  var lane: DecodeLane
  let laneReport: @Sendable (LaneEvent) -> Void

  /// The item that is heard, or that was ordered and is not heard yet.
  var current: PlayItem?
  var isPaused = false
  /// Whether it is the system that wanted the pause.
  var isInterrupted = false
  var timeline: Timeline
  /// What was said to follow the current item, one behind the other; `nothing` can only be the last.
  var answers: [NextItem] = []
  /// The item whose successor was asked for last.
  var asked: PlayID?
  /// Whether the current item has been heard to its end and the next one is not there yet.
  var isNextLate = false
  /// An item that the output had claimed before it could be taken back; another should follow.
  var wrongNext: PlayID?
  var faults: [PlayID: String] = [:]

  /// The last order to the lane, and what of it has come true.
  var serial: UInt64 = 0
  var progress = Progress.idle
  var cancellation = Cancellation()
  /// An order that waits for the output to name its rate.
  var delayedOrder: LaneOrder?
  /// Where the current item was told to start or to go.
  var target = Duration.zero

  var rate: Int?
  var isOutputReady = false
  var jumpSerial: UInt64 = 0
  /// The frame that the last jump went to.
  var landing: FrameNumber = 0
  var clock: OutputClock?
  /// By which instants of the sound become those of reports.
  var reportTime: ReportTime
  /// The frame from which an output that comes back goes on.
  var resumption: FrameNumber?
  var isStarved = false
  /// Whether the output ran dry before it could say when its sound is heard.
  var isStarvedEarly = false
  /// Whether the output had nothing left when the last item known ended.
  var isDry = false
  /// What has been reported of the state, to report changes only.
  var reported = PlayerState.stopped
  var listened = Listening()

  var volume = 1.0
  var isMuted = false
  var sound = SoundSettings()
  /// What everything is faded to, and in how many seconds.
  var level = (target: 1.0, time: 0.0, comesWithJump: false)
  var sleepState = SleepState.off
  var sleepTimer: Task<Void, Never>?
  /// When the timer's fade has to be over; nil before it is due.
  var fadeEnd: SuspendingClock.Instant?

  /// Where in the file the items began that an output which is not paced has been given.
  var beginnings: [Beginning] = []
  /// Where the last of them ends.
  var writtenEnd: FrameNumber?

  let indexer: Indexer
  /// Of files that were scanned, newest last.
  var indices: [(path: FilePath, index: SeekIndex)] = []

  var boundaryTimer: Task<Void, Never>?
  var openingTimer: Task<Void, Never>?
  var primingTimer: Task<Void, Never>?
  /// Looks whether an output that is not real-time still gets something to write.
  var writingTimer: Task<Void, Never>?
  /// Who waits for the output to let go.
  var closing: [CheckedContinuation<Void, Never>] = []
  var isClosed = false
  /// Whether the output has let go, or was given up.
  private var isOver = false

  /// How far an order has come.
  enum Progress { case idle, opening, jumping, landed }

  /// Starts connecting at once, and never waits for it.
  package init(output choice: OutputChoice) {
    self.init { ring, report in
      switch choice {
      case .pulse: PulseOutput(ring: ring, report: report)
      case .null: NullOutput(ring: ring, report: report)
      case .file(let path): FileOutput(path, ring: ring, report: report)
      case .rendering(let path, let format):
        FileOutput(path, format: format, ring: ring, report: report)
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
    laneReport = { posting.yield(.lane($0)) }
    output = makeOutput(ring) { posting.yield(.output($0)) }
    lane = DecodeLane(
      ring: ring, reading: access.reading, waitsForAnswer: !output.isPaced, report: laneReport)
    indexer = Indexer { posting.yield(.indexed($0, $1)) }
    rate = output.fixedRate
    timeline = Timeline(rate: output.fixedRate ?? 44100)
    output.start()
    if let rate { output.setRate(rate) }
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
    lane.abandon()
  }

  /// Plays an item from a place on, counted from the item's own start, in place of whatever was playing.
  package func play(_ item: PlayItem, from position: Duration, paused: Bool) {
    guard !isClosed else { return }
    forgetInterruption()
    finishCurrent(reachedEnd: false)
    isPaused = paused
    begin(item, at: item.start + max(.zero, position))
  }

  /// Names what follows the current item, nil for nothing; may be changed until that is heard.
  package func setNext(_ item: PlayItem?) {
    if let current { setNext(item, after: current.id) }
  }

  /// Stops the sound where it is, losing nothing of it.
  package func pause() {
    forgetInterruption()
    hold()
  }

  func hold() {
    guard current != nil, !isPaused else { return }
    isPaused = true
    output.hold()
    boundaryTimer?.cancel()
    suspendFadeOfTrack()
    guard progress == .landed, let clock else { return }
    let now = SuspendingClock.now
    self.clock = OutputClock(
      serial: clock.serial, heard: heard(of: clock, at: now), at: now, isAdvancing: false)
    reportState()
  }

  /// Goes on after a pause.
  package func resume() {
    forgetInterruption()
    goOn()
  }

  func goOn() {
    guard current != nil, isPaused else { return }
    isPaused = false
    fadeIfDue()
    if progress == .landed || progress == .jumping, isOutputReady, !isStarved { output.run() }
    // Nothing will be heard for now, but the wish to hear it is known.
    if !isOutputReady { reportState() }
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
    guard let current, timeline.current?.isSeekable ?? true else { return }
    note(heard: SuspendingClock.now)
    let end = current.end ?? timeline.current?.duration ?? .seconds(1_000_000_000)
    let target = current.start + max(.zero, position)
    begin(current, at: min(target, end), isSeek: true)
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
  ///
  /// - Parameter keepsFile: whether a mix that was rendered so far is to be a file.
  package func shutDown(
    within time: Duration = .milliseconds(200), keepsFile: Bool = true
  ) async {
    guard !isClosed else {
      // Who comes second finds it done, too.
      if !isOver { await withCheckedContinuation { closing.append($0) } }
      return
    }
    isClosed = true
    boundaryTimer?.cancel()
    openingTimer?.cancel()
    primingTimer?.cancel()
    writingTimer?.cancel()
    sleepTimer?.cancel()
    cancellation.cancel()
    indexer.stop()
    lane.abandon()
    await withCheckedContinuation {
      closing.append($0)
      awaitClosing(time, keepsFile)
    }
    reporting.finish()
  }

  private func awaitClosing(_ time: Duration, _ keepsFile: Bool) {
    output.shutDown(keepsFile: keepsFile)
    Task {
      try? await Task.sleep(for: time, clock: .suspending)  // cut short is as good
      closed()
    }
  }

  func closed() {
    isOver = true
    for waiting in closing { waiting.resume() }
    closing = []
  }
}
