import Analysis
import Foundation
import Media
import Music
import Testing

/// Whole files of every kind: each gets a result, or honestly none.
@Suite("Analysis of files")
struct TrackAnalyzerTests {
  private static let tone = "0.4*sin(2*PI*440*t)*lt(mod(t\\,0.5)\\,0.2)"

  private func analyse(
    _ path: FilePath, _ parts: Set<AnalysisPart> = Set(AnalysisPart.allCases)
  ) throws -> TrackAnalysis {
    try TrackAnalyzer.analysis(of: path, parts: parts, cancellation: Cancellation())
  }

  struct OddFile: Sendable {
    var name: String
    var rate = 44_100
    var layout = "stereo"
    var seconds: Double
  }

  static let odd = [
    OddFile(name: "8k.wav", rate: 8_000, layout: "mono", seconds: 4),
    OddFile(name: "192k.wav", rate: 192_000, seconds: 3),
    OddFile(name: "seven.flac", rate: 48_000, layout: "7.1", seconds: 3),
    OddFile(name: "five.wav", rate: 48_000, layout: "5.1", seconds: 3),
    OddFile(name: "second.mp3", seconds: 1),
    OddFile(name: "blink.wav", seconds: 0.01),
  ]

  @Test("odd files are heard as what they are", arguments: odd)
  func formats(_ file: OddFile) async throws {
    let (name, seconds) = (file.name, file.seconds)
    let folder = try SoundFolder()
    let channels = ["mono": 1, "5.1": 6, "7.1": 8][file.layout] ?? 2
    let expression = [String](repeating: Self.tone, count: channels).joined(separator: "|")
    try await folder.make(name, expression, rate: file.rate, seconds: seconds, layout: file.layout)
    let found = try analyse(folder.path(name))
    #expect(found.parts == Set(AnalysisPart.allCases))
    #expect((found.loudness?.integrated == nil) == (seconds < 0.4))
    let peak = try #require(found.loudness?.truePeak)
    #expect(abs(peak + 7.96) < 1.5)
    let columns = try #require(found.waveform?.columns.count)
    #expect(abs(Double(columns) - seconds * 150) < 12)
    let edges = try #require(found.edges)
    #expect(edges.start < .milliseconds(60))
    #expect(edges.end <= .seconds(seconds + 0.1))
  }

  @Test("only what was asked for is said")
  func parts() async throws {
    let folder = try SoundFolder()
    try await folder.make("a.flac", Self.tone + "|" + Self.tone, seconds: 3)
    for part in AnalysisPart.allCases {
      let found = try analyse(folder.path("a.flac"), [part])
      #expect(found.parts == [part])
      #expect((found.loudness != nil) == (part == .loudness))
      #expect((found.edges != nil) == (part == .edges))
      #expect((found.waveform != nil) == (part == .waveform))
      #expect(found.key == nil || part == .key)
      #expect(found.tempo == nil || part == .tempo)
      #expect(found.energy == nil || part == .energy)
    }
  }

  @Test("silence and a constant have a waveform and nothing else", arguments: ["0", "0.5"])
  func nothing(level: String) async throws {
    let folder = try SoundFolder()
    try await folder.make("a.wav", "\(level)|\(level)", seconds: 8, ["-c:a", "pcm_f32le"])
    let found = try analyse(folder.path("a.wav"))
    #expect(found.tempo == nil)
    #expect(found.key == nil)
    #expect(found.edges == nil)
    #expect(found.mixIn == nil)
    #expect(found.mixOut == nil)
    #expect(found.waveform?.columns.count == 1200)
    if level == "0" {
      #expect(found.loudness?.integrated == nil)
      #expect(found.loudness?.truePeak == nil)
      #expect(found.energy == nil)
    }
  }

  @Test("clipped sound has a true peak above full scale")
  func clipped() async throws {
    let folder = try SoundFolder()
    try await folder.make(
      "a.wav", "4*sin(2*PI*997*t)+3*sin(2*PI*5003*t)", seconds: 4, layout: "mono")
    let found = try analyse(folder.path("a.wav"), [.loudness])
    #expect(try #require(found.loudness?.truePeak) > 0.5)
  }

  @Test("numbers that are none do not spoil what comes behind them")
  func notNumbers() async throws {
    let folder = try SoundFolder()
    try await folder.make(
      "a.wav", Self.tone + "+if(between(t\\,1\\,1.01)\\,0/0\\,0)", seconds: 4, layout: "mono",
      ["-c:a", "pcm_f32le"])
    let found = try analyse(folder.path("a.wav"))
    #expect(try #require(found.loudness?.integrated).isFinite)
    #expect(try #require(found.loudness?.truePeak).isFinite)
    #expect(try #require(found.waveform).columns.suffix(200).contains { $0.high > 40 })
  }

  @Test(
    "a file that was cut short is heard as far as it goes", arguments: ["a.flac", "a.mp3", "a.wav"])
  func truncated(name: String) async throws {
    let folder = try SoundFolder()
    try await folder.make(name, Self.tone + "|" + Self.tone, seconds: 12)
    let whole = try folder.bytes(of: name)
    try folder.write(whole.prefix(whole.count / 2), as: "cut-" + name)
    let found = try analyse(folder.path("cut-" + name))
    let seconds = Double(try #require(found.waveform).columns.count) / 150
    #expect(seconds > 4)
    #expect(seconds < 8)
    #expect(try #require(found.edges).end <= .seconds(seconds + 0.01))
    #expect(found.loudness?.integrated != nil)
  }

  @Test("a file that goes on at another rate with fewer channels is heard to its end")
  func changes() async throws {
    let folder = try SoundFolder()
    try await folder.make("a.ogg", Self.tone + "|" + Self.tone, rate: 48_000, seconds: 4)
    try await folder.make("b.ogg", Self.tone, rate: 32_000, seconds: 4, layout: "mono")
    try folder.write(try folder.bytes(of: "a.ogg") + folder.bytes(of: "b.ogg"), as: "chain.ogg")
    let found = try analyse(folder.path("chain.ogg"))
    let columns = try #require(found.waveform).columns
    #expect(abs(columns.count - 1200) < 20)
    // The waveform is as high after the change as before.
    #expect(columns.suffix(300).contains { $0.high > 45 && $0.high < 57 })
    #expect(abs(try #require(found.edges).end / .seconds(1) - 7.7) < 0.05)
  }

  /// Splits a FLAC file into its header and its frames.
  private func parts(ofFLAC bytes: Data) -> (header: Data, frames: Data) {
    var index = 4
    var isLast = false
    while !isLast {
      isLast = bytes[index] & 0x80 != 0
      index += 4 + bytes[index + 1..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return (Data(bytes[..<index]), Data(bytes[index...]))
  }

  @Test(
    "blocks of a rate that nobody can convert are left out, and not the file that they are in",
    arguments: [["a", "odd", "a"], ["odd", "a", "a"], ["a", "a", "odd"]])
  func oddBlocks(order: [String]) async throws {
    let folder = try SoundFolder()
    let sound = Self.tone + "|" + Self.tone
    try await folder.make("a.flac", sound, seconds: 4, ["-sample_fmt", "s16"])
    try await folder.make("odd.flac", sound, rate: 500, seconds: 4, ["-sample_fmt", "s16"])
    var whole = Data()
    for name in order {
      var (header, frames) = parts(ofFLAC: try folder.bytes(of: name + ".flac"))
      // The header states neither the duration nor the largest frame.
      header.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      header.replaceSubrange(10..<18, with: [0x12, 0, 0, 0, 0, 0, 0, 0])
      header[21] &= 0xF0
      whole += whole.isEmpty ? header + frames : frames
    }
    try folder.write(whole, as: "whole.flac")
    let found = try analyse(folder.path("whole.flac"))
    let columns = try #require(found.waveform).columns
    // A file that begins with the odd frames states their rate, in which its timestamps count.
    if order[0] == "a" { #expect(abs(Double(columns.count) / 150 - 8) < 0.3) }
    #expect(columns.suffix(300).contains { $0.high > 45 && $0.high < 57 })
    #expect(found.loudness?.integrated != nil)
    try folder.write(try folder.bytes(of: "odd.flac"), as: "none.flac")
    #expect(throws: MediaError.self) { try analyse(folder.path("none.flac")) }
  }

  @Test("what comes behind damage is found where it plays")
  func damaged() async throws {
    let folder = try SoundFolder()
    let name = "a.flac"
    try await folder.make(
      name, "0.4*sin(2*PI*440*t)*lt(t\\,9)+0.05*(random(0)-0.5)*lt(t\\,9)", seconds: 12,
      layout: "mono")
    var bytes = try folder.bytes(of: name)
    let start = bytes.count / 3
    bytes.replaceSubrange(start..<start + bytes.count / 10, with: Data(count: bytes.count / 10))
    try folder.write(bytes, as: "damaged-" + name)
    let (whole, found) = (
      try #require(try analyse(folder.path(name)).edges),
      try #require(try analyse(folder.path("damaged-" + name)).edges)
    )
    #expect(abs((whole.end - found.end) / .seconds(1)) < 0.06)
  }

  @Test("text that is called a song is refused")
  func text() throws {
    let folder = try SoundFolder()
    try folder.write(Data(repeating: 0x41, count: 10_000), as: "a.mp3")
    #expect(throws: MediaError.self) { try analyse(folder.path("a.mp3")) }
    #expect(throws: MediaError.self) { try analyse(folder.path("none.mp3")) }
  }

  @Test("it ends when it is cancelled, before it begins and in the middle")
  func cancelled() async throws {
    let folder = try SoundFolder()
    try await folder.make("a.flac", Self.tone + "|" + Self.tone, seconds: 30)
    // Fifty minutes: the end is too far for a thread that wakes late.
    try await folder.ffmpeg(["-v", "error", "-stream_loop", "99", "-i", "a.flac", "long.flac"])
    let path = folder.path("long.flac")
    let before = Cancellation()
    before.cancel()
    #expect(throws: MediaError.cancelled) {
      try TrackAnalyzer.analysis(of: path, parts: [.loudness], cancellation: before)
    }
    let during = Cancellation()
    let analysis = Task.detached {
      try TrackAnalyzer.analysis(
        of: path, parts: Set(AnalysisPart.allCases), cancellation: during)
    }
    try await Task.sleep(for: .milliseconds(50))
    during.cancel()
    await #expect(throws: MediaError.cancelled) { try await analysis.value }
    withExtendedLifetime(folder) {}
  }
}
