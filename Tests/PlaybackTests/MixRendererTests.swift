import Foundation
import Media
import Music
import Testing

@testable import Playback

/// Mixes rendered into a file, checked on samples.
@Suite("Rendering a mix")
struct MixRendererTests {
  let sound: CodedSound

  init() throws { sound = try CodedSound() }

  private func render(
    _ items: [PlayItem], to name: String = "mix.wav", _ format: MixFormat? = nil,
    skipsFaults: Bool = false
  ) async throws -> RenderedMix {
    // because floats fit into WAV
    let format = format ?? MixFormat(.wav, .float)!
    return try await MixRenderer(
      items, to: sound.path(name), as: format, skipsFaults: skipsFaults
    ).render(sound: SoundSettings()) { _ in }
  }

  /// Float32 stereo as `ffmpeg` decodes a file.
  private func decoded(_ name: String) async throws -> Data {
    try await run(
      "/usr/bin/ffmpeg",
      [
        "-v", "error", "-nostdin", "-y", "-i", sound.path(name).text, "-f", "f32le",
        sound.path("back.raw").text,
      ])
    return try Data(contentsOf: sound.folder.appendingPathComponent("back.raw"))
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: sound.folder.path)
        .filter { $0.contains("mix") }.sorted()
    }
  }

  @Test("items follow each other without a gap, and each begins where the mix says")
  func gapless() async throws {
    let items = [
      try await sound.item(1, 0..<65003), try await sound.item(2, 65003..<129_999),
      try await sound.item(3, 129_999..<193_800),
    ]
    let mix = try await render(items)
    let numbers = CodedSound.numbers(in: try await decoded("mix.wav"))
    #expect(numbers.compactMap { $0 } == Array(0..<193_800))
    #expect(mix.rate == 44100 && mix.faults.isEmpty)
    #expect(mix.parts.map(\.id) == items.map(\.id))
    let frames = (mix.parts.map(\.start) + [mix.duration]).map { ($0.seconds * 44100).rounded() }
    #expect(frames == [0, 65003, 129_999, 193_800])
  }

  @Test("parts and crossfades move what follows, to the frame")
  func partsAndCrossfades() async throws {
    var first = try await sound.item(1, 0..<400_000)
    first.start = .seconds(1)
    first.end = .seconds(5)
    first.crossfade = .seconds(1.5)
    let second = try await sound.item(2, 0..<200_000)
    let mix = try await render([first, second])
    let frames = (mix.parts.map(\.start) + [mix.duration]).map { ($0.seconds * 44100).rounded() }
    #expect(frames == [0, 110_250, 310_250])
    let bytes = try await decoded("mix.wav").count
    #expect(bytes == Int(frames[2]) * 8)
    // Without an overlap the mix holds the files' own samples.
    let numbers = CodedSound.numbers(in: Data(try await decoded("mix.wav").prefix(100_000 * 8)))
    #expect(numbers.compactMap { $0 } == Array(44100..<144_100))
  }

  @Test("an item of another rate fades out for as long as it is told to")
  func fadeOfAnotherRate() async throws {
    var items = [
      try sound.wave(1, wholeNoise(22_050, seed: 1)),
      try sound.wave(2, wholeNoise(288_000, seed: 2), rate: 96000),
      try sound.wave(3, wholeNoise(88_200, seed: 3)),
    ]
    items[1].crossfade = .seconds(1)
    // The resampler's remainder was at times output before the fade was prepared.
    for number in 1...3 {
      let mix = try await render(items, to: "mix\(number).wav")
      let frames = (mix.parts.map(\.start) + [mix.duration]).map { ($0.seconds * 44100).rounded() }
      #expect(frames == [0, 22_050, 110_250, 198_450])
    }
  }

  @Test(
    "every format holds all of it",
    arguments: [
      (MixFormat.Container.wav, MixFormat.Samples.int16), (.wav, .int24), (.wav, .float),
      (.flac, .int16), (.flac, .int24),
    ])
  func formats(container: MixFormat.Container, samples: MixFormat.Samples) async throws {
    let item = try await sound.item(1, 0..<100_000)
    let format = try #require(MixFormat(container, samples, rate: 48000, title: "Night"))
    let mix = try await render([item], to: "mix.\(container.rawValue)", format)
    #expect(mix.rate == 48000)
    #expect(abs(mix.duration.seconds - 100_000 / 44100.0) < 0.0001)
    let stream = try await run(
      "/usr/bin/ffprobe",
      [
        "-v", "error", "-show_entries",
        "stream=sample_rate,sample_fmt,bits_per_raw_sample,bits_per_sample:format_tags=title",
        "-of", "default=nw=1", sound.path("mix.\(container.rawValue)").text,
      ])
    #expect(stream.contains("sample_rate=48000"))
    #expect(stream.lowercased().contains("title=night"))
    let bits = samples == .int16 ? "16" : samples == .int24 ? "24" : "32"
    #expect(stream.contains("_sample=\(bits)"))
    #expect(try names == ["mix.\(container.rawValue)"])
  }

  /// Integer samples as `ffmpeg` decodes a file.
  private func whole(_ name: String) async throws -> [Int16] {
    try await decoded(name).withUnsafeBytes { bytes in
      bytes.bindMemory(to: Float.self).map { Int16(($0 * 32768).rounded()) }
    }
  }

  @Test("what has 16 bits and is not changed comes out as it is", arguments: ["wav", "flac"])
  func untouched(_ kind: String) async throws {
    let noise = [wholeNoise(50_001, seed: 1), wholeNoise(30_007, seed: 2)]
    let items = [try sound.wave(1, noise[0]), try sound.wave(2, noise[1])]
    for samples in [MixFormat.Samples.int16, .int24] {
      let format = try #require(
        MixFormat(kind == "wav" ? .wav : .flac, samples))
      _ = try await render(items, to: "mix\(samples.rawValue).\(kind)", format)
      #expect(
        try await whole("mix\(samples.rawValue).\(kind)")
          == (noise[0] + noise[1]).flatMap { [$0, -$0] })
    }
  }

  @Test("what is made softer is dithered, and what follows it untouched is not")
  func softened() async throws {
    let noise = [wholeNoise(40_960, seed: 1), wholeNoise(40_960, seed: 2)]
    var first = try sound.wave(1, noise[0])
    first.gain = -3
    let second = try sound.wave(2, noise[1])
    let format = try #require(MixFormat(.wav, .int16))
    _ = try await render([first, second], format)
    let written = try await whole("mix.wav")
    let gain = Float(pow(10, -3.0 / 20))
    let rounded = noise[0].map { Int16((Float($0) * gain).rounded()) }
    let errors: [Int] = (0..<40_960).map { abs(Int(written[2 * $0]) - Int(rounded[$0])) }
    // Dither of a step to either side moves some samples, and none far.
    #expect(errors.max() ?? 9 <= 2)
    #expect(errors.count { $0 > 0 } > 40_960 / 8)
    // The gain ramps up within some milliseconds.
    #expect(
      written.suffix(2 * 30_000).elementsEqual(noise[1].suffix(30_000).flatMap { [$0, -$0] }))
  }

  @Test("what came while a mix was rendered stays, unless it may be exchanged")
  func meanwhile() async throws {
    let item = try await sound.item(1, 0..<50_000)
    try sound.write("mix.wav", Array("somebody's".utf8))
    await #expect(throws: RenderError.self) { try await render([item]) }
    #expect(try sound.bytes(of: "mix.wav") == Array("somebody's".utf8))
    #expect(try names == ["mix.wav"])
    var format = try #require(MixFormat(.wav, .float))
    format.replaces = true
    _ = try await render([item], format)
    #expect(try sound.bytes(of: "mix.wav").count > 50_000 * 8)
  }

  @Test("a file of any rate has a header")
  func strangeRate() throws {
    for rate in [1_000_000_000, .max] {
      let path = sound.path("rate\(rate).wav")
      var file = try WaveFile(path)
      file.rate = rate
      try file.finish()
    }
    #expect(throws: MediaError.self) { _ = try WaveFile(sound.path("rate1000000000.wav")) }
  }

  @Test("floats do not fit into FLAC")
  func floatFlac() { #expect(MixFormat(.flac, .float) == nil) }

  @Test("what cannot be played ends it, and leaves no file")
  func fault() async throws {
    let items = [try await sound.item(1, 0..<50_000), sound.missing(2)]
    await #expect {
      try await render(items)
    } throws: { error in
      if case .unplayable(let id, _) = error as? RenderError { id == items[1].id } else { false }
    }
    #expect(try names == [])
  }

  @Test("what cannot be played is left out when that is wanted, the first and the last too")
  func skipping() async throws {
    let items = [
      sound.missing(1), try await sound.item(2, 0..<50_000), sound.missing(3), sound.missing(4),
      try await sound.item(5, 50_000..<90_000), sound.missing(6),
    ]
    let mix = try await render(items, skipsFaults: true)
    let faulty = [0, 2, 3, 5].map { items[$0].id }
    #expect(mix.faults.map(\.id) == faulty)
    #expect(mix.parts.map(\.id) == [items[1].id, items[4].id])
    let numbers = CodedSound.numbers(in: try await decoded("mix.wav"))
    #expect(numbers.compactMap { $0 } == Array(0..<90_000))
  }

  @Test("nothing that can be played is no mix")
  func nothing() async throws {
    await #expect(throws: RenderError.self) {
      try await render([sound.missing(1)], skipsFaults: true)
    }
    await #expect(throws: RenderError.nothingToPlay) { try await render([]) }
    #expect(try names == [])
  }

  @Test("a file that hangs is given up: what was read of it is in the mix, and the next follows")
  func hanging() async throws {
    let stuck = try await sound.item(1, 0..<441_000, format: "wav")
    let next = try await sound.item(2, 600_000..<630_000)
    let gate = Gate(stuck.path, from: 400_000, .hanging)
    defer { gate.set(.open) }
    // because floats fit into WAV
    let format = MixFormat(.wav, .float)!
    var renderer = MixRenderer([stuck, next], to: sound.path("mix.wav"), as: format)
    renderer.access = gate.access(patience: .seconds(3))
    await #expect(throws: RenderError.unplayable(stuck.id, .timedOut(stuck.source))) {
      try await renderer.render(sound: SoundSettings()) { _ in }
    }
    #expect(try names == [])
    renderer = MixRenderer(
      [stuck, next], to: sound.path("mix.wav"), as: format, skipsFaults: true)
    renderer.access = gate.access(patience: .seconds(3))
    let mix = try await renderer.render(sound: SoundSettings()) { _ in }
    #expect(mix.faults == [RenderedMix.Fault(id: stuck.id, fault: .timedOut(stuck.source))])
    let numbers = CodedSound.numbers(in: try await decoded("mix.wav")).compactMap { $0 }
    #expect(Array(numbers.suffix(30_000)) == Array(600_000..<630_000))
    let read = numbers.dropLast(30_000)
    #expect(read.count > 10_000 && Array(read) == Array(0..<read.count))
    let times: [Duration] = mix.parts.map(\.start) + [mix.duration]
    let frames: [Int] = times.map { Int(($0.seconds * 44100).rounded()) }
    #expect(frames == [0, read.count, read.count + 30_000])
  }

  @Test("a mix that is cancelled leaves no file, and what was there stays")
  func cancelled() async throws {
    let item = try await sound.item(1, 0..<2_000_000)
    let items = (1...40).map { number in
      PlayItem(id: PlayID(track: TrackID(1), serial: UInt64(number)), source: item.source)
    }
    try sound.write("mix.wav", Array("somebody's".utf8))
    // because floats fit into WAV
    let renderer = MixRenderer(items, to: sound.path("mix.wav"), as: MixFormat(.wav, .float)!)
    let task = Task { try await renderer.render(sound: SoundSettings()) { _ in } }
    try await eventually("it has begun") {
      let names = try? FileManager.default.contentsOfDirectory(atPath: sound.folder.path)
      return names?.contains { $0.hasPrefix(".tritone-new-") } ?? false
    }
    task.cancel()
    await #expect(throws: RenderError.cancelled) { try await task.value }
    #expect(try names == ["mix.wav"])
    #expect(try sound.bytes(of: "mix.wav") == Array("somebody's".utf8))
  }

  @Test("a folder that is not there is said, and nothing hangs")
  func unwritable() async throws {
    let item = try await sound.item(1, 0..<50_000)
    let renderer = MixRenderer(
      // because floats fit into WAV
      [item], to: FilePath("/proc/nowhere/mix.wav"), as: MixFormat(.wav, .float)!)
    await #expect {
      try await renderer.render(sound: SoundSettings()) { _ in }
    } throws: { error in
      if case .unwritable = error as? RenderError { true } else { false }
    }
  }
}
