import BenchHarness
import Foundation
import MusicCorpus

extension String {
  /// The last part of a path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}

/// A track decoded to temporary files for every tool: decoding is not measured.
final class DecodedTrack {
  /// 44.1 kHz, 16 bits, stereo.
  let wave: String
  /// The mean of its channels as 32-bit floats without a header.
  let mono: String
  private let folder: String

  init(_ path: String) throws {
    folder = "\(NSTemporaryDirectory())/analysis-bench-\(UUID().uuidString)"
    wave = "\(folder)/a.wav"
    mono = "\(folder)/a.f32"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let decoding = ["-nostdin", "-v", "error", "-i", path, "-ar", "44100"]
    try Spawned.run("ffmpeg", decoding + ["-ac", "2", "-c:a", "pcm_s16le", wave])
    try Spawned.run("ffmpeg", decoding + ["-ac", "1", "-f", "f32le", mono])
  }

  deinit {
    // Absence is the meaning: a folder that stays behind is no reason to fail.
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// A run of a program with its output and its cost.
struct MeasuredRun {
  var text: String
  /// Processor time.
  var seconds: Double

  init(_ program: String, _ arguments: [String], input: Spawned.Stream = .nothing) throws {
    let file = "\(NSTemporaryDirectory())/analysis-bench-\(UUID().uuidString)"
    defer { unlink(file) }
    let run = try Spawned(
      program, arguments, environment: ProcessInfo.processInfo.environment, input: input,
      output: .file(file), errors: .file(file))
    try wait("\(program) to end", within: 120) { !run.isRunning }
    let data = FileManager.default.contents(atPath: file) ?? Data()
    text = String(decoding: data.prefix(1 << 20), as: UTF8.self)
    seconds = run.processorSeconds
  }
}
