import Foundation
import Media
import Music
import Synchronization
import Testing

@testable import Playback

/// Stores the left channel since the last jump, long enough to identify its position.
final class SamplesSinceJump: Sendable {
  private let samples = Mutex<[Float]>([])
  static let length = 1_000
  private let most: Int

  init(keeping most: Int = length) { self.most = most }

  func hear(_ heard: NullOutput.Heard) {
    samples.withLock { samples in
      switch heard {
      case .jump: samples = []
      case .samples(let new):
        guard samples.count < most else { return }
        samples += stride(from: 0, to: new.count, by: 2).map { new[$0] }
      }
    }
  }

  var all: [Float] { samples.withLock { $0 } }

  /// The first frames since the jump, nil until there are enough.
  var first: [Float]? {
    samples.withLock { $0.count < Self.length ? nil : Array($0.prefix(Self.length)) }
  }
}

/// Sound with the entry ramp of 8 ms at its start.
func withEntryRamp(_ samples: [Float], rate: Int = 44100) -> [Float] {
  var ramp = GainRamp()
  ramp.ramp(to: 0, over: 0)
  ramp.ramp(to: 1, over: RenderState.entryFrames(rate: rate))
  return samples.map { $0 * ramp.next() }
}

private final class Tally: Sendable { let count = Atomic(0) }

@Suite("Player and very long files", .serialized)
struct LongItemTests {
  let sound: CodedSound
  let aftermath = SamplesSinceJump()
  /// Bytes read from the files that are played.
  private let bytes = Tally()
  let player: Player
  let log: ReportLog

  init() throws {
    let aftermath = aftermath
    sound = try CodedSound()
    let (tally, reading) = (self.bytes, FileAccess().reading)
    let access = FileAccess(reading: {
      let count = reading($0, $1, $2, $3)
      tally.count.add(max(0, count), ordering: .relaxed)
      return count
    })
    player = Player(access: access) {
      NullOutput(ring: $0, report: $1, listener: { aftermath.hear($0) })
    }
    log = ReportLog(player)
  }

  /// Ninety minutes of MP3 with a period of two, and the sound of that period after the first.
  private func make() async throws -> (item: PlayItem, period: [Float], frames: Int) {
    var minutes: [UInt8] = []
    for (number, quality) in [(1, "7"), (2, "5")] {
      let name = "minute\(number).mp3"
      try await run(
        "/usr/bin/ffmpeg",
        [
          "-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i",
          "aevalsrc=0.3*sin(2*PI*(\(150 + 70 * number)+9*t)*t)+0.1*(random(\(number))-0.5)"
            + ":s=44100:d=60",
          "-c:a", "libmp3lame", "-q:a", quality, "-write_xing", "0", "-id3v2_version", "0",
          sound.path(name).text,
        ])
      minutes += try sound.bytes(of: name)
    }
    try sound.write("twice.mp3", minutes + minutes)
    let decoder = try Decoder(sound.path("twice.mp3"))
    let resampler = Resampler(rate: 44100)
    var whole: [Float] = []
    while try decoder.decode(into: resampler) {
      let block = resampler.pending
      whole += stride(from: 0, to: block.count, by: 2).map { block[$0] }
      resampler.consume(resampler.pendingFrames)
    }
    let length = whole.count / 2
    try sound.write("long.mp3", (0..<45).flatMap { _ in minutes })
    return (sound.item(1, at: sound.path("long.mp3")), Array(whole[length...]), length * 45)
  }

  /// Seeks to a frame after the first two minutes, and checks the sound there.
  private func expectLanding(_ target: Int, in period: [Float]) async throws {
    let start = log.reports.count
    let position = Duration.seconds(Double(target) / 44100)
    await player.seek(to: position)
    try await log.waitForState("landing at \(position)", from: start) {
      guard $0.isPlaying, let clock = $0.clock else { return false }
      return abs((clock.position - position).seconds) < 0.1
    }
    try await eventually("sound") { aftermath.first != nil }
    let first = target % period.count
    let wanted = (first..<first + SamplesSinceJump.length).map { period[$0 % period.count] }
    let isThere = aftermath.first == withEntryRamp(wanted)
    #expect(isThere, "at frame \(target)")
  }

  @Test("every seek in 90 minutes of MP3 lands on its frame, from the first moment on")
  func seeks() async throws {
    let (item, period, frames) = try await make()
    var generator = SeededGenerator(seed: 4)
    var targets: [Int] = []
    while targets.count < 10 {
      let target = Int.random(in: period.count..<frames - 44_100, using: &generator)
      // Near the seams the decoder state of one minute reaches into the next.
      let position = target % (period.count / 2)
      if (10_000..<period.count / 2 - 10_000).contains(position) { targets.append(target) }
    }
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    // A seek before the file has been scanned.
    try await expectLanding(targets[0], in: period)
    try await eventually("scan") { await !player.indices.isEmpty }
    try await log.waitForState("length") {
      $0.clock?.duration.map { abs($0.seconds - Double(frames) / 44100) < 0.001 } ?? false
    }
    let before = bytes.count.load(ordering: .relaxed)
    for target in targets[1...] { try await expectLanding(target, in: period) }
    // No seek reads through the file: only the decoded part is read, 20 s for each.
    let read = bytes.count.load(ordering: .relaxed) - before
    let size = try sound.bytes(of: "long.mp3").count
    #expect(read < size / 4, "\(read) bytes of \(size)")
    await player.shutDown()
  }
}
