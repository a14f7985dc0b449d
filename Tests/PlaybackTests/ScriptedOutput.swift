import Synchronization
import Testing

@testable import Playback

/// An output that records its commands and reports on the test's command.
final class ScriptedOutput: Output {
  enum Command: Equatable { case jump(FrameNumber, UInt64), run, hold, clear }

  let isRealTime = true
  let ring: Ring
  let report: @Sendable (OutputEvent) -> Void
  private let noted = Mutex<[Command]>([])

  init(ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {
    self.ring = ring
    self.report = report
  }

  /// A player with its scripted output.
  static func withPlayer() throws -> (Player, ScriptedOutput) {
    var made: ScriptedOutput?
    let player = Player {
      let output = ScriptedOutput(ring: $0, report: $1)
      made = output
      return output
    }
    return (player, try #require(made))
  }

  var commands: [Command] { noted.withLock { $0 } }

  /// The last jump, whose serial the clock has to carry.
  var jump: (frame: FrameNumber, serial: UInt64)? {
    for case .jump(let frame, let serial) in commands.reversed() { return (frame, serial) }
    return nil
  }

  func start() { report(.ready(rate: 44100, description: "script")) }
  func jump(to frame: FrameNumber, serial: UInt64) {
    _ = ringSkip(ring.memory, UInt32(truncatingIfNeeded: frame))
    ringPassFence(ring.memory, at: UInt32(truncatingIfNeeded: frame))
    note(.jump(frame, serial))
  }
  func run() { note(.run) }
  func hold() { note(.hold) }
  func clear() { note(.clear) }
  func setVolume(_ volume: Double, isMuted: Bool) {}
  func setRate(_ rate: Int) {}
  func refreshClock() {}
  func shutDown() { report(.closed) }

  private func note(_ command: Command) { noted.withLock { $0.append(command) } }

  /// Reports a frame after the last jump's as heard now.
  func tick(_ frames: FrameNumber, serial: UInt64? = nil) {
    guard let jump else { return }
    report(
      .clock(
        OutputClock(
          serial: serial ?? jump.serial, heard: jump.frame + frames, at: .now, isAdvancing: true)))
  }

  /// Takes `count` frames once the ring holds them.
  func receive(_ count: Int) async throws {
    try await eventually("\(count) frames") { ring.fill >= count }
    _ = ring.receive(count)
    ring.wakeProducerIfLow()
  }
}
