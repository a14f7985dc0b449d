import Foundation
import Music
import Testing

@testable import Playback

/// A mix rendered into a file, on samples.
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
    // Where nothing overlaps, it is the files' own sound.
    let numbers = CodedSound.numbers(in: Data(try await decoded("mix.wav").prefix(100_000 * 8)))
    #expect(numbers.compactMap { $0 } == Array(44100..<144_100))
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

  @Test("a mix that is cancelled leaves no file, and what was there stays")
  func cancelled() async throws {
    let item = try await sound.item(1, 0..<2_000_000)
    let items = (1...40).map { number in
      PlayItem(id: PlayID(track: TrackID(1), serial: UInt64(number)), path: item.path)
    }
    try sound.write("mix.wav", Array("somebody's".utf8))
    // because floats fit into WAV
    let renderer = MixRenderer(items, to: sound.path("mix.wav"), as: MixFormat(.wav, .float)!)
    let task = Task { try await renderer.render(sound: SoundSettings()) { _ in } }
    try await eventually("it has begun") {
      FileManager.default.fileExists(atPath: sound.path(".mix.wav.part").text)
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
