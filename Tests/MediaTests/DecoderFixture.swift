import Foundation
import Media
import Music

/// A folder of audio files for one test, and their reference decodings by the `ffmpeg` command.
final class DecoderFixture {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tritone-decoder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> FilePath { FilePath(folder.appendingPathComponent(name).path) }

  @discardableResult
  func ffmpeg(_ arguments: String...) async throws -> Data { try await ffmpeg(arguments) }

  @discardableResult
  func ffmpeg(_ arguments: [String]) async throws -> Data {
    try await run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
  }

  @discardableResult
  func run(_ program: String, _ arguments: [String]) async throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = folder.appendingPathComponent("output-\(UUID().uuidString)")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardInput = FileHandle.nullDevice
    // Not waited for on this thread, one of the few that the tests share.
    let status = try await withCheckedThrowingContinuation { done in
      process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    guard status == 0 else { throw FixtureFault.program(arguments) }
    return try Data(contentsOf: output)
  }

  /// Writes `source.wav`: sound in every band, different in both channels.
  func makeSource(seconds: Double, rate: Int = 44100) async throws {
    try await ffmpeg(
      "-f", "lavfi", "-i",
      "aevalsrc=0.3*sin(2*PI*(200+90*t)*t)+0.1*(random(0)-0.5)|0.3*sin(1900*t)"
        + "+0.1*(random(1)-0.5):s=\(rate):d=\(seconds)",
      "-c:a", "pcm_s16le", "source.wav")
  }

  /// Encodes the source in the format of the name's extension.
  func encode(_ name: String, _ options: [String] = []) async throws {
    try await ffmpeg(["-i", "source.wav"] + options + [name])
  }

  /// A file decoded by the command: interleaved float32 stereo at the file's rate.
  func reference(_ name: String) async throws -> [Float] {
    floats(try await ffmpeg("-i", name, "-f", "f32le", "-ac", "2", "-"))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

enum FixtureFault: Error { case program([String]) }

func floats(_ data: Data) -> [Float] {
  data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
}

/// Everything from the position of `decoder` to the end, or `limit` frames of it.
func decodeAll(_ decoder: Decoder, rate: Int, limit: Int = .max) throws -> [Float] {
  let resampler = Resampler(rate: rate)
  var samples: [Float] = []
  while samples.count / 2 < limit {
    let isMore = try decoder.decode(into: resampler)
    if !isMore { resampler.finish() }
    samples += resampler.pending
    resampler.consume(resampler.pendingFrames)
    if !isMore { break }
  }
  return Array(samples.prefix(limit == .max ? samples.count : limit * 2))
}

/// The largest difference, over the length of the shorter one.
func largestDifference(_ left: [Float], _ right: [Float]) -> Float {
  left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { right in
      var largest: Float = 0
      for index in 0..<min(left.count, right.count) {
        largest = max(largest, abs(left[index] - right[index]))
      }
      return largest
    }
  }
}
