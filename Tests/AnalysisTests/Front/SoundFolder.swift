import Foundation
import Music

/// A temporary folder for sound files made by the `ffmpeg` program.
final class SoundFolder {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tritone-analysis-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> FilePath { FilePath(folder.appendingPathComponent(name).path) }

  func bytes(of name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  func write(_ bytes: Data, as name: String) throws {
    try bytes.write(to: folder.appendingPathComponent(name))
  }

  /// Runs `ffmpeg` in the folder and returns its output.
  @discardableResult
  func ffmpeg(_ arguments: [String]) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
    process.arguments = ["-nostdin", "-hide_banner", "-y"] + arguments
    process.currentDirectoryURL = folder
    let log = folder.appendingPathComponent("log-\(UUID().uuidString)")
    try Data().write(to: log)
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation { done in
      process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    let said = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    guard status == 0 else { throw SoundFault.program(said) }
    return said
  }

  /// Writes a file with the sound of an `aevalsrc` expression.
  func make(
    _ name: String, _ expression: String, rate: Int = 44_100, seconds: Double,
    layout: String? = nil, _ options: [String] = []
  ) async throws {
    let channels = layout.map { ":c=\($0)" } ?? ""
    let source = "aevalsrc=\(expression):s=\(rate):d=\(seconds)\(channels)"
    let arguments = ["-v", "error", "-f", "lavfi", "-i", source] + options + [name]
    try await ffmpeg(arguments)
  }
}

enum SoundFault: Error { case program(String) }
