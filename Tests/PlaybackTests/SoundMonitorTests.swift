import Foundation
import Music
import Synchronization
import Testing

@testable import Playback

/// The frames kept for displays, by their positions in the ring.
@Suite("The rendered frames that are kept")
struct RenderTapTests {
  private let ring = Ring()

  init() { ringAppend(ring.memory, (0..<2 * 60_000).map { Float($0 / 2) / 65_536 }, 60_000) }

  private func session() -> RenderSession {
    var session = RenderSession(ring: ring.memory, isRealTime: true)
    session.setRate(44_100)
    return session
  }

  private func render(_ session: inout RenderSession, _ frames: Int) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * frames) {
      // because a buffer with a capacity has a base address
      _ = session.render($0.baseAddress!, frames)
    }
  }

  private func numbers(_ frames: [SIMD2<Float>]?) -> [Int]? {
    frames?.map { Int(($0.x * 65_536).rounded()) }
  }

  @Test("nothing is kept until somebody listens, and nothing afterwards")
  func off() {
    var session = session()
    _ = session.jump(to: 0, serial: 1)
    render(&session, 4_000)
    #expect(ring.rendered(10, before: 2_000) == nil)
    #expect(ring.memory.pointee.tap.written.load(ordering: .relaxed) == 0)
    ring.keepRendered(true)
    render(&session, 4_000)
    #expect(numbers(ring.rendered(3, before: 6_000)) == [5_997, 5_998, 5_999])
    #expect(numbers(ring.rendered(3, before: 4_001)) == [0, 0, 4_000])
    #expect(ring.rendered(3, before: 3_000) == nil)
    ring.keepRendered(false)
    render(&session, 4_000)
    #expect(ring.rendered(3, before: 11_000) == nil)
    #expect(ring.memory.pointee.tap.written.load(ordering: .relaxed) == 4_000)
  }

  @Test("frames in front of a jump, which were rendered and never heard, are silence")
  func jump() {
    ring.keepRendered(true)
    var session = session()
    _ = session.jump(to: 0, serial: 1)
    render(&session, 4_000)
    _ = session.jump(to: 30_000, serial: 2)
    render(&session, 4_000)
    // The first 8 ms are a ramp.
    let frames = numbers(ring.rendered(3_002, before: 33_000))
    #expect(frames?.prefix(2) == [0, 0] && frames?.suffix(2) == [32_998, 32_999])
    // The jump back of a resumption renders the same frames again.
    _ = session.jump(to: 31_000, serial: 3)
    render(&session, 2_000)
    #expect(numbers(ring.rendered(2, before: 32_500)) == [32_498, 32_499])
    #expect(numbers(ring.rendered(2_000, before: 32_500))?.first == 0)
  }

  @Test("at another speed the frames of a position are found")
  func speed() throws {
    var sound = SoundSettings()
    sound.speed = 2
    ring.publish(RenderSettings(sound, rate: 44_100))
    ring.keepRendered(true)
    var session = session()
    _ = session.jump(to: 0, serial: 1)
    for _ in 0..<20 { render(&session, 1_000) }
    for frame in [10_000, 20_000, 30_000] {
      let last = try #require(numbers(ring.rendered(1, before: FrameNumber(frame)))?.last)
      // The stretcher moves parts by up to some 20 ms.
      #expect(abs(last - frame) < 1_500, "\(last) at \(frame)")
    }
  }

  @Test("frames that the writer has come near are not read")
  func old() {
    ring.keepRendered(true)
    var session = session()
    _ = session.jump(to: 0, serial: 1)
    render(&session, 1_000)
    for serial in 2..<8 {
      _ = session.jump(to: 5_000, serial: UInt64(serial))
      for _ in 0..<2 { render(&session, 25_000) }
    }
    #expect(ring.rendered(10, before: 500) == nil)
    #expect(ring.rendered(10, before: 6_000) != nil)
  }
}

@Suite("What is heard, for displays", .serialized)
struct SoundMonitorTests {
  let sound: CodedSound
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    player = Player { NullOutput(ring: $0, report: $1) }
    log = ReportLog(player)
  }

  /// The number of the last frame by the position, in a file that begins with this number.
  private func expected(from first: Int) async -> Int? {
    guard let clock = await player.clock, !clock.isAdvancing else { return nil }
    let position = await player.timeline.position(of: clock.heard)
    return first + Int((position.seconds * 44_100).rounded()) - 1
  }

  /// Waits until more is heard than the ramp behind a jump.
  private func hear() async throws {
    try await eventually("sound") {
      (player.monitor.frames(2_000)?.first ?? .zero) != .zero
    }
  }

  /// The numbers read while paused, whose last one is that of the position.
  private func numbers(_ count: Int, from first: Int) async throws -> [Int?] {
    var numbers: [Int?] = []
    try await eventually("the frame of the position") {
      var reader = CodedReader()
      numbers = reader.read(player.monitor.frames(count) ?? []) + reader.finish()
      let expected = await expected(from: first)
      return expected != nil && numbers.last == expected
    }
    return numbers
  }

  @Test("after a seek it is what is heard there, with nothing from before it")
  func seek() async throws {
    player.monitor.listen(true)
    await player.play(try await sound.item(1, 0..<441_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    let before = log.reports.count
    await player.seek(to: .seconds(5))
    try await log.waitForState("sought", from: before) {
      $0.isPlaying && ($0.clock?.position ?? .zero) >= .seconds(5)
    }
    try await hear()
    await player.pause()
    let numbers = try await numbers(400_000 / 8, from: 0).compactMap(\.self)
    #expect(numbers.allSatisfy { $0 >= 5 * 44_100 } && breaks(in: numbers).isEmpty)
    // More is decoded than was handed over.
    #expect(await player.ring.fill > 0)
    await player.shutDown()
  }

  @Test("across a gapless join the frames follow each other, and the next item is not early")
  func join() async throws {
    player.monitor.listen(true)
    let one = try await sound.item(1, 0..<22_050)
    let two = try await sound.item(2, 22_050..<441_000)
    await player.play(one, from: .zero, paused: false)
    await player.setNext(two)
    let playing = try await log.waitForState("playing") { $0.isPlaying && $0.item == one.id }
    try await hear()
    await player.pause()
    // All of the first item is decoded, and the second behind it.
    try await eventually("join") { await player.timeline.hasNext }
    let early = try await numbers(100, from: 0)
    #expect(early.compactMap(\.self).allSatisfy { $0 < 22_050 })
    await player.resume()
    try await log.waitForState("next", from: playing) { $0.isPlaying && $0.item == two.id }
    await player.pause()
    let last = try #require(try await numbers(1, from: 22_050).last ?? nil)
    let across = try await numbers(last - 22_050 + 500, from: 22_050).compactMap(\.self)
    #expect(across.contains(22_049) && across.contains(22_050))
    #expect(breaks(in: across).isEmpty, "\(breaks(in: across))")
    await player.shutDown()
  }

  @Test("without a listener nothing is kept, and a stopped player has nothing to read")
  func off() async throws {
    await player.play(try await sound.item(1, 0..<441_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    #expect(player.monitor.measure(.meter) == nil)
    let ring = await player.ring
    #expect(ring.memory.pointee.tap.written.load(ordering: .relaxed) == 0)
    player.monitor.listen(true)
    try await eventually("sound") { player.monitor.measure(.meter) != nil }
    await player.stop()
    #expect(player.monitor.measure(.meter) == nil)
    await player.shutDown()
  }
}

@Suite("Spectrum, wave and levels")
struct SoundAnalyzerTests {
  private func tone(
    _ hertz: Double, _ amplitude: Float = 1, for request: HeardRequest, rate: Int
  ) -> [SIMD2<Float>] {
    (0..<SoundAnalyzer.frames(for: request, rate: rate)).map {
      let sample = amplitude * Float(sin(2 * .pi * hertz * Double($0) / Double(rate)))
      return SIMD2(sample, -sample)
    }
  }

  private func measure(
    _ request: HeardRequest, _ frames: [SIMD2<Float>], rate: Int
  ) -> HeardSound? {
    var analyzer = SoundAnalyzer()
    return analyzer.measure(request, frames, rate: rate)
  }

  @Test(
    "a tone is highest in its own band and at its own level, at every rate",
    arguments: [44_100, 48_000, 96_000, 192_000])
  func bands(rate: Int) throws {
    for (hertz, bands) in [(1_000.0, 21), (50, 21), (110, 41), (10_000, 48), (1_000, 10)] {
      let request = HeardRequest.spectrum(bands: bands)
      let sound = measure(request, tone(hertz, 0.1, for: request, rate: rate), rate: rate)
      guard case .spectrum(let levels) = sound else {
        Issue.record("\(String(describing: sound))")
        continue
      }
      let highest = try #require(levels.indices.max { levels[$0] < levels[$1] })
      let edges =
        HeardSound.edge(
          ofBand: highest, of: bands)...HeardSound.edge(ofBand: highest + 1, of: bands)
      // Of low tones the bands are narrower than what the transform separates.
      let margin = hertz < 200 ? 0.8...1.25 : 0.97...1.03
      #expect(
        edges.lowerBound * margin.lowerBound < hertz
          && hertz < edges.upperBound * margin.upperBound,
        "\(hertz) Hz in \(edges)")
      #expect(abs(levels[highest] + 20) < 3, "\(levels[highest]) dB")
      #expect(levels.filter { $0 > levels[highest] - 40 }.count < bands / 2)
    }
  }

  @Test("silence is flat in all of them")
  func silence() {
    let frames = [SIMD2<Float>](repeating: .zero, count: 14_400)
    let bands = [Float](repeating: HeardSound.silence, count: 20)
    #expect(
      measure(.spectrum(bands: 20), Array(frames.prefix(4_096)), rate: 48_000) == .spectrum(bands))
    #expect(
      measure(.wave(parts: 30), Array(frames.prefix(2_400)), rate: 48_000)
        == .wave([ClosedRange<Float>](repeating: 0...0, count: 30)))
    let level = ChannelLevel(
      peak: HeardSound.silence, rms: HeardSound.silence, isClipped: false)
    #expect(measure(.meter, frames, rate: 48_000) == .meter(left: level, right: level))
  }

  @Test("a sine of full scale is at 0 dB with its average 3 dB below, and clips")
  func meter() {
    let frames = tone(1_000, for: .meter, rate: 48_000).map { SIMD2($0.x, $0.x / 2) }
    guard case .meter(let left, let right) = measure(.meter, frames, rate: 48_000) else {
      Issue.record("no levels")
      return
    }
    #expect(abs(left.peak) < 0.01 && abs(left.rms + 3.01) < 0.02 && left.isClipped)
    #expect(abs(right.peak + 6.02) < 0.01 && abs(right.rms + 9.03) < 0.02 && !right.isClipped)
  }

  @Test("a wave begins at a rise through zero, and its parts leave no gaps")
  func wave() {
    let frames = tone(310, 0.5, for: .wave(parts: 80), rate: 44_100).map { SIMD2($0.x, $0.x) }
    guard case .wave(let parts) = measure(.wave(parts: 80), frames, rate: 44_100) else {
      Issue.record("no wave")
      return
    }
    #expect(parts.count == 80 && parts[0].lowerBound > -0.1 && parts[0].upperBound > 0.05)
    for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.overlaps(next)) }
    #expect(parts.map(\.upperBound).max().map { abs($0 - 0.5) < 0.01 } == true)
  }
}
