import Foundation
import ServerHarness

/// A live recording of the sound server's sink.
final class Recorder {
  private let file: URL
  private let process: Spawned
  private static let rate = 44100.0

  init(to file: URL, environment: [String: String]) throws {
    self.file = file
    process = try Spawned(
      "parec",
      [
        "-d", "test.monitor", "--raw", "--format=float32le", "--rate=44100", "--channels=2",
        "--latency-msec=30",
      ], environment: environment, output: file.path)
    try Program.wait("the recording to run") { self.frames > 0 }
  }

  func stop() { process.end() }

  var frames: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    return ((attributes?[.size] as? Int) ?? 0) / 8
  }

  /// The left channel of the recording from a frame on.
  func samples(from frame: Int, count: Int = .max) throws -> [Float] {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    try handle.seek(toOffset: UInt64(max(0, frame) * 8))
    let data = try handle.read(upToCount: min(count, frames - frame) * 8) ?? Data()
    return data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 8)).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Float.self) }
    }
  }

  /// The frequency of the last 150 ms in Hz, 0 for silence.
  func frequency() throws -> Double {
    let count = Int(0.15 * Recorder.rate)
    guard frames >= count else { return 0 }
    return Recorder.frequency(of: try samples(from: frames - count, count: count))
  }

  static func frequency(of samples: [Float]) -> Double {
    guard samples.contains(where: { abs($0) > 0.01 }) else { return 0 }
    let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
    guard let first = rises.first, let last = rises.last, rises.count > 3 else { return 0 }
    return Double(rises.count - 1) * rate / Double(last - first)
  }

  /// Waits until a tone is heard (0 for silence), without anything else in between.
  func hear(_ tone: Int, within limit: Double = Program.patience, _ player: Player? = nil) throws {
    var last = 0.0
    try Program.wait("the sound of \(tone) Hz", within: limit) {
      last = try self.frequency()
      return tone == 0 ? last == 0 : abs(last - Double(tone)) < 4
    } state: {
      "last heard \(last) Hz\n" + ((try? player?.screen) ?? "")
    }
  }
}
