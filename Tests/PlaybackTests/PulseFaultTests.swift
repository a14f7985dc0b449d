import Foundation
import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

@Suite("Player with a sound server that fails", .serialized)
struct PulseFaultTests {
  static let gone = "the sound server went away; retrying"
  static let frozen = "the sound server does not answer; retrying"

  @Test("a server that is killed is found as soon as it is back", arguments: [0, 1.5])
  func restart(after seconds: Double) async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    try await scene.playing()
    try await Task.sleep(for: .milliseconds(300))
    let start = scene.log.reports.count
    scene.server.kill()
    let lost = try await scene.unavailable(Self.gone, from: start)
    let held = try #require(scene.log.states.last?.clock)
    #expect(!held.isAdvancing)
    if seconds > 0 { try await Task.sleep(for: .seconds(seconds)) }
    let began = ContinuousClock.now
    try await scene.server.start()
    // The response time of another program shows how busy the machine is.
    let answered = ContinuousClock.now
    try await scene.server.control("info")
    let answer = answered.duration(to: .now)
    let back = try await scene.advancing(from: lost)
    let returned = try #require(scene.log.states.last?.clock)
    #expect(answered.duration(to: returned.at) < .seconds(2) + answer * 20)
    try scene.expectReturn(back, to: held.position, since: began, within: 0.1)
    let recording = try await Recording(of: scene.server)
    try await eventually("sound") { recording.frames.count > 20000 }
    scene.expectExactClocks(recording, from: back)
    #expect(breaks(in: recording.frames).isEmpty)
    #expect(try await scene.server.control("list", "short", "clients").count { $0 == "\n" } <= 3)
    await scene.player.shutDown()
  }

  @Test("a server that stands still is noticed, and goes on with the next frame")
  func freeze() async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    try await scene.playing()
    try await eventually("sound") { recording.frames.count > 40000 }
    let start = scene.log.reports.count
    scene.server.freeze()
    let lost = try await scene.unavailable(Self.frozen, from: start)
    let held = try #require(scene.log.states.last?.clock)
    #expect(!held.isAdvancing)
    // Some frames may be on their way to the recorder.
    try await eventually("what was heard before") {
      recording.frames.last.map { abs(held.position.seconds - Double($0) / 44100) < 0.3 } ?? false
    }
    let last = try #require(recording.frames.last)
    try await Task.sleep(for: .milliseconds(800))
    #expect(scene.log.states.last?.clock == held)
    scene.server.thaw()
    let back = try await scene.advancing(from: lost)
    try await eventually("sound") { (recording.frames.last ?? 0) > last + 60000 }
    #expect(breaks(in: recording.frames).isEmpty)
    scene.expectExactClocks(recording, from: back)
    await scene.player.shutDown()
  }

  @Test("at another speed a server that stood still goes on where it was heard, too")
  func freezeAtSpeed() async throws {
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    try await scene.playing(at: 1.5, until: .seconds(5))
    let start = scene.log.reports.count
    let frozen = ContinuousClock.now
    let clock = try #require(scene.log.states.last?.clock)
    let heard = clock.position(at: frozen)
    scene.server.freeze()
    let latest = clock.position(at: .now)
    let lost = try await scene.unavailable(Self.frozen, from: start)
    // Sound in the server's buffer may have been heard before it stopped.
    let reach = (heard - .milliseconds(300))...(latest + .seconds(1))
    let held = try #require(scene.log.states.last?.clock)
    #expect(!held.isAdvancing && reach.contains(held.position))
    scene.server.thaw()
    let back = try await scene.advancing(from: lost)
    let position = try scene.position(back)
    #expect(reach.contains(position), "\(position), \(heard)")
    await scene.player.shutDown()
  }

  @Test("a server that takes no stream is asked again with pauses, and played to when it does")
  func refusedStreams() async throws {
    let scene = try PulseScene()
    // The only sink takes nothing but coded surround sound.
    try await scene.server.start(modules: [PulseServer.sink() + " formats=ac3-iec61937"])
    let began = ContinuousClock.now
    try await scene.unavailable("the sound device went away; retrying")
    try await Task.sleep(for: .seconds(2))
    try await eventually("another try") {
      scene.output.tally.streams.load(ordering: .relaxed) >= 2
    }
    // At 0, 0, 200, 600 and 1400 ms, then every two seconds.
    let tries = scene.output.tally.streams.load(ordering: .relaxed)
    #expect(Double(tries) <= 6 + began.duration(to: .now).seconds / 2)
    try await scene.server.load(PulseServer.sink("other"))
    try await scene.server.control("set-default-sink", "other")
    try await scene.ready("The-other")
    try await scene.playing()
    await scene.player.shutDown()
  }

  @Test("a player shuts down at once while its server stands still")
  func shutDownFrozen() async throws {
    let others = Self.soundThreads
    let scene = try PulseScene()
    try await scene.server.start()
    try await scene.ready()
    try await scene.playing()
    scene.server.freeze()
    try await Task.sleep(for: .milliseconds(100))
    await scene.player.pause()
    await scene.player.seek(to: .seconds(3))
    let began = ContinuousClock.now
    await scene.player.shutDown()
    // The server never answers: a shutdown that waited for it would not end.
    #expect(began.duration(to: .now) < .seconds(60))
    try await eventually("end of the thread") { Self.soundThreads.isSubset(of: others) }
  }

  /// The ids of the threads that talk to a sound server.
  private static var soundThreads: Set<String> {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return Set(
      tasks.filter {
        // Absent once the thread has ended.
        let name = try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
        return name == "pa-audio\n"
      })
  }

  @Test("a server that refuses is not asked often, even if its socket comes and goes")
  func refusals() async throws {
    let scene = try PulseScene()
    let began = ContinuousClock.now
    let door = try RefusingSocket(scene.server.folder.appendingPathComponent("native").path)
    try await Task.sleep(for: .seconds(2))
    try await eventually("some tries") { door.count >= 3 }
    // At 0, 100, 300, 700 and 1500 ms, then every two seconds, and once more for the socket's
    // appearance.
    let patient = door.count
    #expect(Double(patient) <= 7 + began.duration(to: .now).seconds / 2)
    for _ in 0..<40 {
      try door.reopen()
      try await Task.sleep(for: .milliseconds(50))
    }
    // Twelve connections in any ten seconds.
    let most = 12 * (1 + Int(began.duration(to: .now).seconds / 10))
    #expect(scene.output.tally.connections.load(ordering: .relaxed) <= most)
    #expect(door.count <= most)
    let states = scene.log.reports.filter { if case .output = $0 { true } else { false } }
    #expect(states == [.output(.connecting), .output(.unavailable("no sound server; retrying"))])
    await scene.player.shutDown()
  }
}

/// A socket that accepts every connection and closes it at once.
private final class RefusingSocket: Sendable {
  private let path: String
  private let counted = Atomic<Int>(0)
  private let descriptor = Atomic<Int32>(-1)

  init(_ path: String) throws {
    self.path = path
    try reopen()
  }

  deinit { close(descriptor.load(ordering: .relaxed)) }

  var count: Int { counted.load(ordering: .relaxed) }

  /// Replaces the socket with a new one.
  func reopen() throws {
    let old = descriptor.exchange(-1, ordering: .relaxed)
    if old >= 0 { shutdown(old, Int32(SHUT_RDWR)) }
    unlink(path)
    let door = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(door, $0, size) == 0 }
    }
    guard isBound, listen(door, 16) == 0 else { throw SoundFault.command("socket \(path)") }
    descriptor.store(door, ordering: .relaxed)
    Thread.detachNewThread { [weak self] in
      while true {
        let visitor = accept(door, nil, nil)
        if visitor < 0 { break }
        self?.counted.add(1, ordering: .relaxed)
        close(visitor)
      }
      close(door)
    }
  }
}
