import Glibc
import Media
import Music
import Synchronization
import Testing

@testable import Playback

/// Jumps to frames that the ring does not hold.
@Suite("A jump that cannot be made", .serialized)
struct FailedJumpTests {
  /// The events that an output reported.
  private final class Events: Sendable {
    private let events = Mutex<[OutputEvent]>([])
    func note(_ event: OutputEvent) { events.withLock { $0.append(event) } }

    var failures: [FrameNumber] {
      events.withLock { $0 }.compactMap {
        if case .jumpFailed(let frame, 7) = $0 { frame } else { nil }
      }
    }

    func clocks(of serial: UInt64) -> [OutputClock] {
      events.withLock { $0 }.compactMap {
        if case .clock(let clock) = $0, clock.serial == serial { clock } else { nil }
      }
    }

    var isReady: Bool {
      events.withLock { $0.contains { if case .ready = $0 { true } else { false } } }
    }

    var isClosed: Bool {
      events.withLock { $0.contains { if case .closed = $0 { true } else { false } } }
    }
  }

  private let ring = Ring()
  private let events = Events()

  /// Appends half a second of sound.
  private func append() {
    ringAppend(ring.memory, [Float](repeating: 0.5, count: 2 * 22_050), 22_050)
    ring.memory.pointee.committedEnd.store(22_050, ordering: .releasing)
    ring.wakeConsumer()
  }

  /// Checks that an output reports the failure, plays nothing, and makes the next jump.
  private func expectFailure(_ output: any Output) async throws {
    output.start()
    try await eventually("output") { events.isReady }
    output.setRate(44100)
    append()
    output.jump(to: 5_000_000, serial: 7)
    output.run()
    try await eventually("failure") { events.failures == [5_000_000] }
    #expect(ring.fill == 22_050 && events.clocks(of: 7).isEmpty)
    output.jump(to: 100, serial: 8)
    try await eventually("sound") { ring.fill < 22_050 }
    try await eventually("clock") { events.clocks(of: 8).contains { $0.heard >= 100 } }
    #expect(events.failures == [5_000_000] && events.clocks(of: 7).isEmpty)
    output.shutDown()
    try await eventually("end") { events.isClosed }
  }

  @Test("is told without a device, and the next one is made")
  func unheard() async throws {
    try await expectFailure(NullOutput(ring: ring, report: { [events] in events.note($0) }))
  }

  @Test("is told where a file is written, which gets none of the sound that is elsewhere")
  func file() async throws {
    let sound = try CodedSound()
    try await expectFailure(
      FileOutput(sound.path("out.wav"), ring: ring, report: { [events] in events.note($0) }))
    let left = try sound.sides(inWave: "out.wav").left
    #expect(left == [Float](repeating: 0.5, count: 22_050 - 100))
  }

  @Test("is told by a sound server's output, and the next one is made")
  func heard() async throws {
    let server = try PulseServer()
    try await server.start()
    try await expectFailure(
      PulseOutput(server: server.address, ring: ring, report: { [events] in events.note($0) }))
  }

  @Test("leads to the same place again, decoded anew", arguments: [false, true])
  func player(isPaused: Bool) async throws {
    let sound = try CodedSound()
    let (player, output) = try ScriptedOutput.withPlayer()
    let log = ReportLog(player)
    let item = try await sound.item(1, 0..<441_000)
    await player.play(item, from: .seconds(2), paused: isPaused)
    try await eventually("jump") { output.jump != nil }
    let failed = try #require(output.jump)
    output.report(.jumpFailed(to: failed.frame + 22_050, serial: failed.serial))
    try await eventually("another jump") {
      output.jump.map { $0.serial != failed.serial } ?? false
    }
    output.tick(0)
    let landed = try await log.waitForState("sound") { $0.clock != nil }
    guard case .state(let state) = log.reports[landed] else { return }
    #expect(state.item == item.id && state.isPaused == isPaused)
    #expect(state.clock?.position == .seconds(2.5))
    // A failure of a superseded jump is ignored.
    let commands = output.commands.count
    output.report(.jumpFailed(to: 0, serial: failed.serial))
    output.report(.volume(0.25, isMuted: false))
    try await log.wait(for: "mark") { $0 == .volume(0.25, isMuted: false) }
    #expect(output.commands.count == commands)
    await player.shutDown()
  }
}
