import Foundation
import Music
import Playback

/// A folder of files in which every frame encodes its own number, so that a recording shows which
/// frames were played.
final class CodedSound {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tritone-sound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> FilePath { FilePath(folder.appendingPathComponent(name).path) }

  /// A lossless file of the frames in `numbers`, as the item `id`.
  func item(
    _ id: Int64, _ numbers: Range<Int>, rate: Int = 44100, format: String = "flac"
  ) async throws -> PlayItem {
    // The right channel is never 0, so a frame is never silent.
    let frames = [UInt32](unsafeUninitializedCapacity: numbers.count) { buffer, count in
      for number in numbers {
        buffer[count] = UInt32(number & 0x7fff) | UInt32((number >> 15) + 1) << 16
        count += 1
      }
    }
    let raw = folder.appendingPathComponent("\(id).raw")
    try frames.withUnsafeBytes { try Data($0).write(to: raw) }
    try await run(
      "/usr/bin/ffmpeg",
      [
        "-v", "error", "-nostdin", "-y", "-f", "s16le", "-ar", "\(rate)", "-ac",
        "2", "-i", raw.path, path("\(id).\(format)").text,
      ])
    return item(id, at: path("\(id).\(format)"))
  }

  /// The file at a path, as the item `id`.
  func item(_ id: Int64, at path: FilePath) -> PlayItem { item(id, at: .file(path)) }

  func item(_ id: Int64, at source: MediaSource) -> PlayItem {
    PlayItem(id: PlayID(track: TrackID(id), serial: UInt64(id)), source: source)
  }

  /// Encodes an item's file with `ffmpeg`.
  func encode(_ name: String, from source: PlayItem, _ options: [String] = []) async throws {
    try await run(
      "/usr/bin/ffmpeg",
      ["-v", "error", "-nostdin", "-y", "-i", source.path.text] + options + [path(name).text])
  }

  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  /// An item whose file does not exist.
  func missing(_ id: Int64) -> PlayItem { item(id, at: path("missing.flac")) }

  /// The frame numbers in a WAV file that the file output wrote; nil is silence.
  func numbers(inWave name: String) throws -> [Int?] {
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return CodedSound.numbers(in: Data(data.dropFirst(58)))
  }

  /// The frame numbers in recorded float32 stereo; nil is silence.
  static func numbers(in data: Data) -> [Int?] {
    var reader = CodedReader()
    return data.withUnsafeBytes { reader.read($0.bindMemory(to: SIMD2<Float>.self)) }
      + reader.finish()
  }
}

extension PlayItem {
  /// The path of the item's file, empty without one.
  var path: FilePath { source.file ?? FilePath("") }
}

enum SoundFault: Error { case command(String), timeout(String) }

/// Runs a command without blocking the tests' shared threads; returns its output.
@discardableResult
func run(_ command: String, _ arguments: [String]) async throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: command)
  process.arguments = arguments
  process.standardInput = FileHandle.nullDevice
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  let status = try await withCheckedThrowingContinuation { done in
    process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
    do { try process.run() } catch { done.resume(throwing: error) }
  }
  guard status == 0 else {
    throw SoundFault.command("\(command) \(arguments.joined(separator: " "))")
  }
  return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
}

/// Discontinuities: neighbours that are not consecutive numbers.
func breaks(in numbers: [Int]) -> [String] {
  zip(numbers, numbers.dropFirst()).filter { $0 + 1 != $1 }.map { "\($0) -> \($1)" }
}
