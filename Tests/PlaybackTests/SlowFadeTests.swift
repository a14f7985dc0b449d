import AudioServing
import Foundation
import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

/// Crossfades into items that are decoded too late.
@Suite("Crossfades into something slow", .serialized)
struct SlowFadeTests {
  private static let (oldFrames, newFrames) = (600_000, 1_000_000)
  private let old = wholeNoise(oldFrames, seed: 1).map { Float($0) / 32768 }
  private let new = wholeNoise(newFrames, seed: 2).map { Float($0) / 32768 }

  /// Two items with a crossfade of ten seconds.
  private func items(_ sound: CodedSound) throws -> (PlayItem, PlayItem) {
    var first = try sound.wave(1, wholeNoise(Self.oldFrames, seed: 1))
    first.crossfade = .seconds(10)
    return (first, try sound.wave(2, wholeNoise(Self.newFrames, seed: 2)))
  }

  /// Checks that the fade from `start` on is complete and no frame of either item is missing.
  private func expectFade(_ heard: [Float], at start: Int) {
    let fade = Self.oldFrames - start
    #expect(heard.count == start + Self.newFrames)
    guard fade >= 0, heard.count == start + Self.newFrames else { return }
    let isOldWhole = Array(heard[..<start]) == Array(old[..<start])
    #expect(isOldWhole)
    let worst = (0..<fade).map { index -> Float in
      let position = (Double(index) + 0.5) / Double(fade)
      let (rising, falling) = (sin(position * .pi / 2), cos(position * .pi / 2))
      let wanted = Double(old[start + index]) * falling + Double(new[index]) * rising
      return abs(heard[start + index] - Float(wanted))
    }.max()
    #expect((worst ?? 0) < 1e-5)
    let isNewWhole = Array(heard[Self.oldFrames...]) == Array(new[fade...])
    #expect(isNewWhole)
  }

  @Test(
    "a file that comes when the fade should have begun fades in later, whole",
    arguments: [0, 400_000])
  func late(bytes: Int) async throws {
    let gates = Mutex<Gate?>(nil)
    let scene = try DecodeScene { descriptor, buffer, count, position in
      let gate = gates.withLock { $0 }
      return gate?.read(descriptor, buffer, count, position)
        ?? pread(descriptor, buffer, count, position)
    }
    let (first, second) = try items(scene.sound)
    let gate = Gate(second.path, from: bytes, .hanging)
    defer { gate.set(.open) }
    gates.withLock { $0 = gate }
    try await scene.start(first, before: second)
    try await eventually("the decodeThread to wait") { gate.reads > 0 }
    // The fade should have begun at 159,000.
    #expect(scene.hear(300_000) == 300_000)
    gate.set(.open)
    let start = try await scene.start(of: second)
    #expect(start >= 300_000 && start < Self.oldFrames)
    try await scene.hear(upTo: start + Self.newFrames)
    expectFade(scene.heard, at: start)
  }

  @Test(
    "a file that comes when the item before it is over begins with its first frame",
    arguments: [0, 400_000])
  func tooLate(bytes: Int) async throws {
    let gates = Mutex<Gate?>(nil)
    let scene = try DecodeScene { descriptor, buffer, count, position in
      let gate = gates.withLock { $0 }
      return gate?.read(descriptor, buffer, count, position)
        ?? pread(descriptor, buffer, count, position)
    }
    let (first, second) = try items(scene.sound)
    let gate = Gate(second.path, from: bytes, .hanging)
    defer { gate.set(.open) }
    gates.withLock { $0 = gate }
    try await scene.start(first, before: second)
    try await eventually("the decodeThread to wait") { gate.reads > 0 }
    #expect(scene.hear(Self.oldFrames + 1) == Self.oldFrames)
    gate.set(.open)
    let start = try await scene.start(of: second)
    #expect(start == Self.oldFrames)
    try await scene.hear(upTo: start + Self.newFrames)
    expectFade(scene.heard, at: start)
  }

  @Test("what a server sends as fast as it is heard fades in whole, for as long as there is time")
  func realTime() async throws {
    let scene = try DecodeScene()
    let (first, file) = try items(scene.sound)
    let bytes = try scene.sound.bytes(of: "2.wav")
    let time = ListenedTime()
    let server = try AudioServer { connection in
      connection.send(head: "HTTP/1.0 200 OK", "Content-Type: audio/wav")
      var sent = 0
      while sent < bytes.count {
        // The first tenths of a second are there at once, as a station's are.
        let due = min(bytes.count, 60_000 + time.frames.load(ordering: .relaxed) * 4)
        guard sent < due else {
          usleep(500)
          continue
        }
        guard connection.send(bytes[sent..<due]) else { return }
        sent = due
      }
      connection.wait()
    }
    var second = file
    second.source = server.source("live.wav")
    try await scene.start(first, before: second)
    try await eventually("all of the first one") {
      scene.ring.fill == Self.oldFrames
    }
    var isOver = false
    while !isOver {
      isOver = scene.hear(2_205) == 0 && scene.heard.count >= Self.oldFrames
      time.frames.store(scene.heard.count, ordering: .relaxed)
      try await Task.sleep(for: .milliseconds(2))
    }
    time.frames.store(.max / 8, ordering: .relaxed)
    let start = try await scene.start(of: second)
    // Sound that arrives in real time cannot be ready sooner.
    #expect(start > 250_000 && start <= Self.oldFrames)
    try await scene.hear(upTo: start + Self.newFrames)
    expectFade(scene.heard, at: start)
  }
}

/// The number of frames heard so far.
private final class ListenedTime: Sendable { let frames = Atomic(0) }
