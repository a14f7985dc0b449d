import Foundation
import Music
import Testing

@testable import Playback

/// The listener's sound settings, through the whole engine.
@Suite("Sound settings in playing")
struct SoundSettingsTests {
  let sound: CodedSound
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    player = Player(output: .file(sound.path("out.wav")))
    log = ReportLog(player)
  }

  private func play(_ items: [PlayItem], _ settings: SoundSettings) async throws -> [Float] {
    await player.setSound(settings)
    await player.play(items[0], from: .zero, paused: false)
    for (index, item) in items.enumerated() {
      try await log.wait(for: "question") { $0 == .wantsNext(after: item.id) }
      await player.setNext(index + 1 < items.count ? items[index + 1] : nil, after: item.id)
    }
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    return try sound.sides(inWave: "out.wav").left
  }

  private func sine(_ frequency: Double, frames: Int, amplitude: Double = 0.2) -> [Int16] {
    (0..<frames).map {
      Int16((sin(2 * .pi * frequency * Double($0) / 44100) * amplitude * 32767).rounded())
    }
  }

  private func level(_ samples: ArraySlice<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(power)
  }

  @Test(
    "an equalizer that lifts a shelf by 6 dB lifts what is in it by 6 dB, across a join as well")
  func equalizer() async throws {
    let samples = sine(30, frames: 88_200)
    var settings = SoundSettings()
    settings.tone = [6, 0, 0]
    let items = [
      try sound.wave(1, Array(samples[..<44_100])), try sound.wave(2, Array(samples[44_100...])),
    ]
    let heard = try await play(items, settings)
    #expect(heard.count == 88_200)
    let before = level(samples[22_050..<66_150].map { Float($0) / 32768 }[...])
    #expect(abs(level(heard[22_050..<66_150]) - before - 6) < 0.3)
    // A filter restarted at the join would make an audible step.
    let bends = (44_001..<44_201).map { (index: Int) -> Float in
      abs(heard[index - 1] - 2 * heard[index] + heard[index + 1])
    }
    #expect((bends.max() ?? 1) < 1e-4)
  }

  @Test(
    "at any speed an item lasts as long as it should, and its pitch stays",
    arguments: [0.5, 0.75, 1.25, 2, 3])
  func speed(speed: Double) async throws {
    var settings = SoundSettings()
    settings.speed = speed
    let heard = try await play([try sound.wave(1, sine(441, frames: 132_300))], settings)
    #expect(abs(Double(heard.count) - 132_300 / speed) < 0.03 * 44100)
    let middle = Array(heard[heard.count / 4..<heard.count * 3 / 4])
    let rises = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    let frequency = Double(rises) * 44100 / Double(middle.count)
    #expect(abs(frequency - 441) < 5)
    #expect(log.finished.count == 1)
    #expect(log.story.contains { if case .finished(_, 1, true) = $0 { true } else { false } })
  }

  @Test("at another speed the end comes, whenever it is said that nothing follows")
  func endsAtSpeed() async throws {
    var settings = SoundSettings()
    settings.speed = 1.5
    await player.setSound(settings)
    let samples = sine(441, frames: 2_000)
    for number in 1...80 {
      let start = log.reports.count
      let item = try sound.wave(Int64(number), samples)
      await player.play(item, from: .zero, paused: false)
      try await log.wait(for: "question", from: start) { $0 == .wantsNext(after: item.id) }
      await player.setNext(nil, after: item.id)
      try await log.waitForState("end \(number)", from: start) { $0.isStopped }
    }
    await player.shutDown()
  }

  @Test("three items at another speed follow each other without silence")
  func joinsAtSpeed() async throws {
    var settings = SoundSettings()
    settings.speed = 1.5
    let samples = sine(441, frames: 90_000)
    var items: [PlayItem] = []
    for part in 0..<3 {
      let piece = samples[part * 30_000..<(part + 1) * 30_000]
      items.append(try sound.wave(Int64(part + 1), Array(piece)))
    }
    let heard = try await play(items, settings)
    #expect(abs(heard.count - 60_000) < 1_500)
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    let steepest = Float(0.2 * 2 * Double.pi * 441 / 44100)
    #expect((steps.max() ?? 1) < steepest * 1.5)
    #expect(log.finished == items.map { $0.id })
  }

  @Test("what would be above full scale is limited, and what is below it is untouched")
  func limiter() async throws {
    let quiet = wholeNoise(40_000, seed: 5).map { $0 / 4 }
    var loud = try sound.wave(2, sine(441, frames: 44_100, amplitude: 0.9))
    loud.gain = 12
    let heard = try await play([try sound.wave(1, quiet), loud], SoundSettings())
    #expect(heard.allSatisfy { abs($0) <= 1 })
    #expect(Array(heard[..<40_000]) == quiet.map { Float($0) / 32768 })
    #expect((heard[60_000...].max() ?? 0) > 0.99)
  }

  @Test("balance and mono do what they say")
  func sides() async throws {
    var settings = SoundSettings()
    settings.balance = 1
    let samples = wholeNoise(10_000, seed: 6)
    let left = try await play([try sound.wave(1, samples)], settings)
    #expect(left.suffix(9_000).allSatisfy { $0 == 0 })
    #expect(try sound.sides(inWave: "out.wav").right == samples.map { -Float($0) / 32768 })
  }

  @Test(
    "ReplayGain chooses between track and album, lifts no peak above full scale, and adds no gain of its own",
    arguments: [
      (ReplayGainMode.off, false, 1.0), (.track, true, 0.5), (.album, false, 0.25),
      (.smart, false, 0.5), (.smart, true, 0.25),
    ])
  func replayGain(mode: ReplayGainMode, isAmongAlbum: Bool, expected: Double) {
    var sound = SoundSettings()
    sound.replayGain = mode
    var part = PartLoudness()
    (part.track, part.album, part.isAmongAlbum) = (0.5, 0.25, isAmongAlbum)
    #expect(Double(RenderSettings(sound, rate: 44100).gain(of: part)) == expected)
    part.album = 0
    part.track = 4
    part.trackPeak = 0.5
    let lifted = RenderSettings(sound, rate: 44100).gain(of: part)
    #expect(lifted == (mode == .off ? 1 : 2))
    sound.preventsClipping = false
    sound.preamp = -12
    let lowered = Double(RenderSettings(sound, rate: 44100).gain(of: part))
    #expect(abs(lowered - (mode == .off ? 1 : 4 * pow(10, -0.6))) < 1e-6)
    #expect(RenderSettings(sound, rate: 44100).gain(of: PartLoudness()) == 1)
  }

  @Test("a boost lifts quiet speech by so much, and nothing above full scale")
  func boost() async throws {
    var settings = SoundSettings()
    settings.boost = 12
    let items = [
      try sound.wave(1, sine(441, frames: 44_100, amplitude: 0.05)),
      try sound.wave(2, sine(441, frames: 44_100, amplitude: 0.8)),
    ]
    let heard = try await play(items, settings)
    let before = level(sine(441, frames: 22_050, amplitude: 0.05).map { Float($0) / 32768 }[...])
    #expect(abs(level(heard[10_000..<32_050]) - before - 12) < 0.1)
    #expect(heard.allSatisfy { abs($0) <= 1 })
    #expect((heard[60_000...].max() ?? 0) > 0.99)
  }

  @Test("the preset for speech removes rumble and lifts consonants")
  func speech() async throws {
    var settings = SoundSettings()
    settings.equalizer = .speech
    let response = AnalogResponse.all(settings)
    func gain(_ hertz: Double) -> Double {
      response.reduce(0) { $0 + $1.level(at: hertz, rate: 48_000) }
    }
    #expect(gain(30) < -15 && gain(45) < -10)
    #expect(abs(gain(150)) < 2)
    #expect((2...6).contains(gain(2_500)) && (2...6).contains(gain(4_000)))
  }

  @Test("a jump at another speed leaves no gap", arguments: [0.5, 1.45, 3])
  func jumpAtSpeed(speed: Double) async throws {
    let witness = FrameWitness(keepsSamples: true)
    let player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    let log = ReportLog(player)
    var settings = SoundSettings()
    settings.speed = speed
    await player.setSound(settings)
    // The right side is the negative of the left one; a frame of silence has both at 0.
    let samples = [Int16](repeating: 8_000, count: 1_000_000)
    await player.play(try sound.wave(1, samples), from: .seconds(1), paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    for chapter in 1...4 {
      let heard = witness.frames
      await player.seek(to: .seconds(4 * chapter))
      try await eventually("chapter \(chapter)") { witness.jumps >= chapter }
      try await eventually("sound") { witness.frames > heard + 8_000 }
    }
    await player.shutDown()
    let quiet = witness.samples.filter { abs($0) < 0.001 }.count
    // Each jump fades in within 8 ms, whose first frames are near silence.
    #expect(quiet <= 5 * 40, "\(quiet) frames of silence")
  }
}
