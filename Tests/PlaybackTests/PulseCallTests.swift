import Foundation
import Glibc
import Music
import Testing

@testable import Playback

@Suite("Player that others ask for silence", .serialized)
struct PulseCallTests {
  let scene: PulseScene

  init() throws { scene = try PulseScene() }

  /// A call: a silent stream with the role for which the server corks other streams.
  private final class Call {
    private let process = Process()

    init(on server: PulseServer) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/pacat")
      process.arguments = ["--property=media.role=phone", "--raw", "/dev/zero"]
      process.environment = server.environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { end() }

    func end() { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  }

  private func interrupted(
    _ isInterrupted: Bool, from start: Int, _ scene: PulseScene? = nil
  ) async throws {
    let log = (scene ?? self.scene).log
    try await log.wait(for: "interruption", from: start) { $0 == .interrupted(isInterrupted) }
  }

  @Test("a call pauses the music, which goes on afterwards, and nothing of it is lost")
  func call() async throws {
    // The server mutes the stream before it requests the cork, and loses the frames its sink takes
    // in between: then another attempt follows.
    for attempt in 1... {
      let (gaps, last) = try await gaps(attempt == 1 ? scene : PulseScene())
      let isServers = gaps.count == 1 && gaps.allSatisfy { $0 == last && $1 - $0 <= 2 * 2_205 }
      guard isServers, attempt < 3 else { return #expect(gaps.isEmpty, "\(gaps)") }
    }
  }

  /// The discontinuities of the music that a call interrupts, and the last frame heard before the
  /// call.
  private func gaps(_ scene: PulseScene) async throws -> (gaps: [(Int, Int)], last: Int?) {
    try await scene.server.start(modules: [PulseServer.sink(), "module-role-cork"])
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    try await scene.playing()
    try await eventually("sound") { recording.frames.count > 20000 }
    var start = scene.log.reports.count
    let call = try Call(on: scene.server)
    try await interrupted(true, from: start, scene)
    #expect(scene.log.states.last?.isPaused == true)
    try await eventually("silence") { recording.numbers.suffix(8820).allSatisfy { $0 == nil } }
    let last = recording.frames.last
    start = scene.log.reports.count
    call.end()
    try await interrupted(false, from: start, scene)
    let back = try await scene.advancing(from: start)
    let reached = recording.frames.count
    try await eventually("sound") { recording.frames.count > reached + 20000 }
    let frames = recording.frames
    scene.expectExactClocks(recording, from: back)
    // The server's own mute of the stream is not reported.
    #expect(!scene.log.reports.contains(.volume(1, isMuted: true)))
    await scene.player.shutDown()
    return (zip(frames, frames.dropFirst()).filter { $0 + 1 != $1 }, last)
  }

  @Test("who pauses or resumes during a call is not overruled at its end")
  func callOverruled() async throws {
    try await scene.server.start(modules: [PulseServer.sink(), "module-role-cork"])
    try await scene.ready()
    try await scene.playing()
    for isResumed in [false, true] {
      var start = scene.log.reports.count
      let call = try Call(on: scene.server)
      try await interrupted(true, from: start)
      start = scene.log.reports.count
      await scene.player.pause()
      try await interrupted(false, from: start)
      if isResumed {
        await scene.player.resume()
        try await scene.advancing(from: start)
        try await eventually("sound") {
          (try? await scene.server.control("list", "sink-inputs"))?.contains("Mute: yes") == false
        }
      }
      start = scene.log.reports.count
      call.end()
      try await eventually("end of the call") {
        (try? await scene.server.control("list", "short", "sink-inputs"))?
          .split(separator: "\n").count == 1
      }
      try await Task.sleep(for: .milliseconds(200))
      #expect(scene.log.states.last?.isPaused == !isResumed)
      #expect(!scene.log.reports[start...].contains(.interrupted(false)))
      await scene.player.resume()
      if !isResumed { try await scene.advancing(from: start) }
    }
    await scene.player.shutDown()
  }

  @Test("a listener who mutes the music during a call finds it muted afterwards")
  func muted() async throws {
    try await scene.server.start(modules: [PulseServer.sink(), "module-role-cork"])
    try await scene.ready()
    try await scene.playing()
    var start = scene.log.reports.count
    let call = try Call(on: scene.server)
    try await interrupted(true, from: start)
    start = scene.log.reports.count
    await scene.player.setMuted(true)
    // Reports from before are on their way until then.
    try await eventually("muted by the listener") {
      scene.log.reports[start...].contains {
        if case .volume(_, isMuted: true) = $0 { true } else { false }
      }
    }
    start = scene.log.reports.count
    call.end()
    try await interrupted(false, from: start)
    try await scene.advancing(from: start)
    try await Task.sleep(for: .milliseconds(300))
    try await eventually("muted stream") {
      (try? await scene.server.control("list", "sink-inputs"))?.contains("Mute: yes") == true
    }
    let isLost = scene.log.reports[start...].contains {
      if case .volume(_, isMuted: false) = $0 { true } else { false }
    }
    #expect(!isLost)
    await scene.player.shutDown()
  }

  @Test("while the sink is suspended the clock stands still, and goes on without a jump")
  func suspension() async throws {
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    try await scene.playing()
    try await eventually("sound") { recording.frames.count > 20000 }
    var start = scene.log.reports.count
    try await scene.server.control("suspend-sink", "test", "1")
    let stood = try await scene.standing(from: start)
    try await Task.sleep(for: .milliseconds(600))
    #expect(scene.log.states.last?.clock?.isAdvancing == false)
    let held = try scene.position(stood)
    start = scene.log.reports.count
    let began = ContinuousClock.now
    try await scene.server.control("suspend-sink", "test", "0")
    let back = try await scene.advancing(from: start)
    try scene.expectReturn(back, to: held, since: began, within: 0.03)
    let again = try await Recording(of: scene.server)
    try await eventually("sound") { again.frames.count > 20000 }
    scene.expectExactClocks(again, from: back)
    // The clock is exact: the sound continues with the frame at which it stopped.
    let frame = Int((held.seconds * 44100).rounded())
    let jumps = breaks(in: recording.frames)
    #expect(jumps.count == 1 && jumps.allSatisfy { $0.hasSuffix("-> \(frame)") }, "\(jumps)")
    // Stopped while the sink is suspended, the player does not start with the sink.
    start = scene.log.reports.count
    try await scene.server.control("suspend-sink", "test", "1")
    try await scene.standing(from: start)
    await scene.player.stop()
    try await scene.log.waitForState("stop", from: start) { $0.isStopped }
    try await scene.server.control("suspend-sink", "test", "0")
    try await eventually("corked stream") {
      (try? await scene.server.control("list", "sink-inputs"))?.contains("Corked: yes") == true
    }
    await scene.player.shutDown()
  }

  @Test("a slider moves the server's volume at most 30 times a second, and the last value counts")
  func volumes() async throws {
    try await scene.server.start()
    try await scene.ready()
    await scene.player.setVolume(1)
    try await Task.sleep(for: .milliseconds(100))
    let watch = Process()
    watch.executableURL = URL(fileURLWithPath: "/usr/bin/pactl")
    watch.arguments = ["subscribe"]
    watch.environment = scene.server.environment
    let output = Pipe()
    watch.standardOutput = output
    watch.standardInput = FileHandle.nullDevice
    try watch.run()
    try await eventually("watch") {
      // One of the clients is this request.
      let clients = (try? await scene.server.control("list", "short", "clients")) ?? ""
      return clients.split(separator: "\n").count { $0.contains("pactl") } >= 2
    }
    let began = ContinuousClock.now
    for step in 0...100 {
      await scene.player.setVolume(1 - Double(step) / 200)
      try await Task.sleep(for: .milliseconds(5))
    }
    let took = began.duration(to: .now).seconds
    try await eventually("volume") {
      (try? await scene.server.control("list", "sink-inputs"))?.contains(" 50%") == true
    }
    try await Task.sleep(for: .milliseconds(100))
    kill(watch.processIdentifier, SIGKILL)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let changes = text.split(separator: "\n").count { $0.contains("'change' on sink-input") }
    #expect(changes > 3 && Double(changes) < took * 30 + 4)
    #expect(scene.log.reports.last == .volume(0.5, isMuted: false))
    await scene.player.shutDown()
  }

  @Test("a volume that is set elsewhere is reported, and kept when the server comes back")
  func volumeElsewhere() async throws {
    try await scene.server.start()
    try await scene.ready()
    await scene.player.setVolume(0.8)
    try await eventually("volume") {
      (try? await self.scene.server.control("list", "sink-inputs"))?.contains(" 80%") == true
    }
    let list = try await scene.server.control("list", "short", "sink-inputs")
    let index = try #require(list.split(separator: "\t").first.map(String.init))
    try await scene.server.control("set-sink-input-volume", index, "40%")
    try await scene.log.wait(for: "volume") {
      if case .volume(let volume, false) = $0 { abs(volume - 0.4) < 0.001 } else { false }
    }
    let start = scene.log.reports.count
    scene.server.kill()
    try await scene.unavailable(from: start)
    try await scene.server.start()
    try await scene.ready(from: start)
    try await eventually("volume") {
      (try? await self.scene.server.control("list", "sink-inputs"))?.contains(" 40%") == true
    }
    await scene.player.shutDown()
  }

  @Test("a volume that the server remembers is adopted while none was set")
  func volumeRestored() async throws {
    let modules = [PulseServer.sink(), "module-stream-restore"]
    try await scene.server.start(modules: modules)
    try await scene.ready()
    let list = try await scene.server.control("list", "short", "sink-inputs")
    let index = try #require(list.split(separator: "\t").first.map(String.init))
    try await scene.server.control("set-sink-input-volume", index, "30%")
    let isThirty: @Sendable (PlayerReport) -> Bool = {
      if case .volume(let volume, false) = $0 { abs(volume - 0.3) < 0.001 } else { false }
    }
    try await scene.log.wait(for: "volume", until: isThirty)
    await scene.player.shutDown()
    let address = scene.server.address
    let player = Player { PulseOutput(server: address, ring: $0, report: $1) }
    let log = ReportLog(player)
    try await log.wait(for: "restored volume", until: isThirty)
    await player.shutDown()
  }
}
