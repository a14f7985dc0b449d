import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

/// Every event of an output in every state of the player.
@Suite("Player's states and what may happen in them")
struct PlayerMatrixTests {
  enum Stage: CaseIterable { case idle, opening, jumping, landed, paused, underrun, lost }
  enum Event: CaseIterable {
    case unavailable, ready, underrun, staleUnderrun, clock, staleClock, standingClock
    case strangeClock, volume, silenceWanted, silenceOver, heardLess, connecting
  }

  let sound: CodedSound
  let output: ScriptedOutput
  let player: Player
  let log: ReportLog
  let gate: Gate
  let item: PlayItem

  init() async throws {
    sound = try CodedSound()
    item = try await sound.item(1, 0..<441_000, format: "wav")
    // The file can be read up to a second, so that an underrun does not end by itself.
    gate = Gate(item.path, from: 200_000, .hanging)
    var made: ScriptedOutput?
    player = Player(access: gate.access(patience: .seconds(600))) {
      let output = ScriptedOutput(ring: $0, report: $1)
      made = output
      return output
    }
    output = try #require(made)
    log = ReportLog(player)
  }

  private func enter(_ stage: Stage) async throws {
    if stage == .idle { return }
    // Not even the file's first byte can be read.
    if stage == .opening { gate.move(to: 0) }
    await player.play(item, from: .zero, paused: false)
    if stage == .opening { return }
    try await eventually("jump") { output.commands.last == .run }
    if stage == .jumping { return }
    try await output.receive(22_050)
    output.tick(0)
    try await log.waitForState("playing") { $0.isPlaying }
    switch stage {
    case .paused:
      await player.pause()
      try await log.waitForState("paused") { $0.isPaused }
    case .underrun:
      while !output.ring.receive(32_768).isEmpty {}
      output.report(.underrun(serial: output.jump?.serial ?? 0))
      try await log.wait(for: "buffering") { $0 == .buffering(item.id) }
    case .lost:
      output.report(.unavailable(reason: "gone"))
      try await log.wait(for: "loss") { $0 == .output(.unavailable("gone")) }
    default: break
    }
  }

  private func happen(_ happening: Event) {
    let serial = output.jump?.serial ?? 7
    func clock(_ heard: FrameNumber, serial: UInt64, isAdvancing: Bool = true) -> OutputEvent {
      .clock(OutputClock(serial: serial, heard: heard, at: .now, isAdvancing: isAdvancing))
    }
    let frame = output.jump?.frame ?? 0
    switch happening {
    case .unavailable: output.report(.unavailable(reason: "pulled"))
    case .ready: output.report(.ready(rate: 44100, description: "here"))
    case .underrun: output.report(.underrun(serial: serial))
    case .staleUnderrun: output.report(.underrun(serial: serial &- 1))
    case .clock: output.report(clock(frame + 100, serial: serial))
    case .staleClock: output.report(clock(frame + 400_000, serial: serial &- 1))
    case .standingClock: output.report(clock(frame + 100, serial: serial, isAdvancing: false))
    case .strangeClock: output.report(clock(frame - 5_000_000_000, serial: serial))
    case .volume: output.report(.volume(0.25, isMuted: true))
    case .silenceWanted: output.report(.corkRequested(true))
    case .silenceOver: output.report(.corkRequested(false))
    case .heardLess: output.report(.heard(frame - 10, serial: serial &- 1))
    case .connecting: output.report(.connecting)
    }
  }

  /// Waits until the player has handled everything sent to it.
  private func handled() async throws {
    let reports = log.reports
    let start = reports.count
    // Each mark differs: an unchanged volume is not reported.
    let marks = reports.count { if case .volume = $0 { true } else { false } }
    let mark = 0.3 + 0.01 * Double(marks)
    output.report(.volume(mark, isMuted: false))
    try await log.wait(for: "mark", from: start) { $0 == .volume(mark, isMuted: false) }
  }

  @Test(
    "nothing breaks it: it says nothing false, and it can be stopped and played again",
    arguments: Stage.allCases, Event.allCases)
  func matrix(_ stage: Stage, _ happening: Event) async throws {
    defer { gate.set(.open) }
    try await enter(stage)
    let before = log.states.last
    let start = log.reports.count
    happen(happening)
    try await handled()
    for case .state(let state) in log.reports[start...] {
      // One item was played, so no other can be current, and a pause stays a pause.
      #expect(state.item == item.id || state == .stopped)
      if stage == .paused { #expect(!state.isPlaying && state.clock?.isAdvancing != true) }
      if stage == .underrun || stage == .lost, happening != .clock, happening != .strangeClock {
        #expect(state.clock?.isAdvancing != true)
      }
      if let clock = state.clock {
        #expect(clock.position >= .zero && clock.position <= .seconds(10))
      }
    }
    if happening == .staleClock || happening == .staleUnderrun || happening == .connecting {
      #expect(log.states.last == before || stage == .opening)
    }
    #expect(log.finished.isEmpty)
    let isPausedNow = await player.isPaused
    #expect(isPausedNow == (stage == .paused || happening == .silenceWanted && stage != .idle))
    try await expectReturn(stage)
    try await expectPlayable()
    await player.shutDown()
  }

  /// Checks that playback continues at the held frame when a lost device returns.
  private func expectReturn(_ stage: Stage) async throws {
    guard stage == .landed || stage == .paused || stage == .lost else { return }
    output.report(.unavailable(reason: "away"))
    try await handled()
    guard let held = log.states.last?.clock else { return }
    #expect(!held.isAdvancing)
    let jumps = output.commands.count
    output.report(.ready(rate: 44100, description: "back"))
    try await eventually("jump") {
      output.commands.dropFirst(jumps).contains {
        if case .jump = $0 { true } else { false }
      }
    }
    let frame = try #require(output.jump?.frame)
    let isThere = abs(Double(frame) / 44100 - held.position.seconds) < 0.001
    #expect(isThere, "\(frame) for \(held.position)")
    // The player answers once it has handled the jump.
    let isPaused = await player.isPaused
    let isRunning = output.commands.last == .run
    #expect(isRunning == !isPaused)
  }

  /// Checks that the player stops and plays on command, whatever happened before.
  private func expectPlayable() async throws {
    output.report(.ready(rate: 44100, description: "here"))
    await player.stop()
    try await handled()
    #expect(log.states.last == nil || log.states.last == .stopped)
    #expect(await player.current?.item == nil)
    gate.set(.open)
    let again = sound.item(9, at: item.path)
    let (start, jumps) = (log.reports.count, output.commands.count)
    await player.play(again, from: .seconds(2), paused: false)
    try await eventually("jump") {
      output.commands.count > jumps && output.commands.last == .run
    }
    output.tick(0)
    let playing = try await log.waitForState("playing", from: start) { $0.isPlaying }
    if case .state(.playing(let id, let clock)) = log.reports[playing] {
      #expect(id == again.id && clock.isAdvancing)
      #expect(abs(clock.position.seconds - 2) < 0.05)
    }
    #expect(Set(log.finished).count == log.finished.count)
    await player.stop()
  }
}
