import Foundation
import Music

@testable import Playback

/// A player that writes its output to a file, as fast as it decodes.
final class Rendering {
  let sound: CodedSound
  let player: Player
  let log: ReportLog

  init(_ access: FileAccess = FileAccess()) throws {
    let sound = try CodedSound()
    self.sound = sound
    let path = sound.path("out.wav")
    player = Player(access: access) { FileOutput(path, ring: $0, report: $1) }
    log = ReportLog(player)
  }

  /// Plays each item once, in order and past failures; returns the frames written.
  func play(_ items: [PlayItem], seconds: Double = 90) async throws -> [SIMD2<Float>] {
    await player.play(items[0], from: .zero, paused: false)
    return try await continuePlaying(with: items.dropFirst(), seconds: seconds)
  }

  /// Names one more item each time the player asks for the next, until all are over.
  func continuePlaying(
    with items: ArraySlice<PlayItem>, seconds: Double = 90
  ) async throws -> [SIMD2<Float>] {
    var left = items
    var seen = 0
    while true {
      seen = try await log.wait(for: "question", from: seen, seconds: seconds) {
        switch $0 {
        case .wantsNext, .state(.stopped): true
        default: false
        }
      }
      if case .state(.stopped) = log.reports[seen] { break }
      await player.setNext(left.popFirst())
      seen += 1
    }
    await player.shutDown()
    let data = try Data(contentsOf: sound.folder.appendingPathComponent("out.wav")).dropFirst(58)
    return Data(data).withUnsafeBytes { Array($0.bindMemory(to: SIMD2<Float>.self)) }
  }
}

extension [SIMD2<Float>] {
  /// The frame numbers of coded sound; nil is silence.
  var numbers: [Int?] { withUnsafeBytes { CodedSound.numbers(in: Data($0)) } }

  var left: [Float] { map(\.x) }
}

/// A rising tone over noise: unlike itself at any other position.
func rising(_ count: Int, rate: Int, seed: UInt64 = 1) -> [Int16] {
  let noise = wholeNoise(count, seed: seed)
  return (0..<count).map { frame in
    let time = Double(frame) / Double(rate)
    let tone = 8000 * sin(2 * .pi * (200 + 90 * time) * time)
    return Int16(tone) + noise[frame] / 8
  }
}

/// The lag of `heard` behind `source` in frames, by a stretch from `start` on.
func lag(of heard: [Float], behind source: [Int16], at start: Int, length: Int = 400) -> Int {
  func difference(_ shift: Int) -> Float {
    (0..<length).reduce(0) { sum, frame in
      let step = heard[start + shift + frame] - Float(source[start + frame]) / 32768
      return sum + step * step
    }
  }
  return (-64...64).min { difference($0) < difference($1) } ?? .max
}
