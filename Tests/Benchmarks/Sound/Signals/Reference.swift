import BenchHarness
import Foundation

/// Reference decoding by FFmpeg's own program.
enum Reference {
  /// The left channel.
  static func decode(_ file: String, rate: Int, _ workplace: Workplace) throws -> [Float] {
    let raw = workplace.path("reference.raw")
    defer { unlink(raw) }
    let format = ["-f", "f32le", "-ac", "2", "-ar", "\(rate)"]
    try Spawned.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", file] + format + [raw])
    let data = try Data(contentsOf: URL(fileURLWithPath: raw), options: .alwaysMapped)
    return data.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Float.self)
      return (0..<samples.count / 2).map { samples[$0 * 2] }
    }
  }
}
