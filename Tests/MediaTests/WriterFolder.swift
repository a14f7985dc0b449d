import Foundation
import Music

/// A temporary folder for files under test, with their decodings by the ffmpeg command line.
final class WriterFolder: Sendable {
  private let url: URL

  init() {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("tritone-writer-\(UUID().uuidString)")
    // A folder that cannot be created fails the first write.
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> FilePath { FilePath(url.path).appending(name) }

  func names() -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  /// Interleaved 16-bit samples as the ffmpeg command line decodes them.
  func decode(_ path: FilePath) throws -> [Int16] {
    let bytes = try output(
      of: "ffmpeg", "-v", "error", "-i", path.text, "-map", "0:a", "-f", "s16le", "-")
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  /// Interleaved floats as the ffmpeg command line decodes them.
  func decodeFloats(_ path: FilePath) throws -> [Float] {
    let bytes = try output(
      of: "ffmpeg", "-v", "error", "-i", path.text, "-map", "0:a", "-f", "f32le", "-")
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// The tags of container and stream, names in lower case.
  func tags(of path: FilePath) throws -> [String: String] {
    let bytes = try output(
      of: "ffprobe", "-v", "error", "-of", "json", "-show_entries", "format_tags:stream_tags",
      "-select_streams", "a", path.text)
    let probe = try JSONDecoder().decode(Probe.self, from: bytes)
    let all = (probe.streams ?? []).compactMap(\.tags) + [probe.format?.tags ?? [:]]
    return all.reduce(into: [:]) { found, tags in
      for (name, value) in tags { found[name.lowercased()] = value }
    }
  }

  func attachedPicture(of path: FilePath) throws -> [UInt8] {
    Array(
      try output(
        of: "ffmpeg", "-v", "error", "-i", path.text, "-map", "0:v", "-c", "copy", "-f",
        "image2pipe", "-"))
  }

  /// Red, green and blue of each pixel.
  func decodePicture(_ path: FilePath) throws -> [UInt8] {
    Array(
      try output(
        of: "ffmpeg", "-v", "error", "-i", path.text, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"))
  }

  /// A small test picture: "png" or "jpg".
  func picture(_ kind: String) throws -> [UInt8] {
    Array(
      try output(
        of: "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:duration=0.04",
        "-frames:v", "1", "-c:v", kind == "png" ? "png" : "mjpeg", "-f", "image2pipe", "-"))
  }

  /// Stereo noise of half scale, the same every time, with a few samples beyond full scale.
  static func noise(frames: Int) -> [Float] {
    var state: UInt32 = 1
    return (0..<(frames * 2)).map { index in
      state = state &* 1_664_525 &+ 1_013_904_223
      let value = Float(Int32(bitPattern: state)) / Float(Int32.max) * 0.5
      return index % 1000 == 999 ? value * 4 : value
    }
  }

  /// A stereo tone that rises from 200 Hz to 3 kHz.
  static func sweep(frames: Int, sampleRate: Int) -> [Float] {
    var phase = 0.0
    return (0..<frames).flatMap { frame -> [Float] in
      phase += 2 * .pi * (200 + 2800 * Double(frame) / Double(frames)) / Double(sampleRate)
      let value = Float(sin(phase)) * 0.5
      return [value, value * 0.8]
    }
  }

  private struct Probe: Decodable {
    struct Part: Decodable { let tags: [String: String]? }
    let streams: [Part]?
    let format: Part?
  }

  private struct Failure: Error { let tool: String, status: Int32, said: String }

  private func output(of tool: String, _ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    let errors = url.appendingPathComponent("errors-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      throw Failure(tool: tool, status: process.terminationStatus, said: said)
    }
    return data
  }
}
