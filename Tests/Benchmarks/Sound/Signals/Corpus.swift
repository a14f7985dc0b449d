import BenchHarness
import Foundation
import Glibc

/// Audio files of the gates, cached for the next run.
final class Corpus {
  let folder: String
  /// To be raised when the files below change.
  private static let version = 1

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let name = "tritone-sound-bench-\(Self.version)"
    folder = environment["XDG_CACHE_HOME"].map { "\($0)/\(name)" } ?? "/tmp/\(name)-\(getuid())"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var status = stat()
    // Anybody may make a folder in /tmp.
    guard lstat(folder, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR
    else { throw BenchFault.command("\(folder) is not ours") }
  }

  /// The path of a file; a missing one is written by `make` under a temporary name.
  func file(_ name: String, make: (String) throws -> Void) throws -> String {
    let path = "\(folder)/\(name)"
    guard access(path, R_OK) != 0 else { return path }
    Progress.show("making \(name)")
    let part = "\(folder)/part-\(getpid())-\(name)"
    defer { unlink(part) }
    try make(part)
    guard rename(part, path) == 0 else { throw BenchFault.command("\(path) cannot be made") }
    return path
  }

  private func wave<Sample: FixedWidthInteger>(
    _ name: String, rate: Int, _ frames: () -> [SIMD2<Sample>]
  ) throws -> String {
    try file(name + ".wav") { try PCMFile.write(frames(), rate: rate, to: $0) }
  }

  private func encoded(_ wave: String, _ name: String, _ options: [String]) throws -> String {
    try file(name) {
      try Spawned.run(
        "ffmpeg", ["-v", "error", "-nostdin", "-y", "-i", wave] + options + [$0])
    }
  }

  // MARK: Coded, for lossless formats

  /// The frame at which the second of two files starts.
  static let codedJoin = 132_301
  static let codedEnd = 264_603

  /// Two consecutive files in a lossless format.
  func codedPair(_ format: SoundFormat) throws -> [String] {
    try [0..<Self.codedJoin, Self.codedJoin..<Self.codedEnd].enumerated().map { part, numbers in
      let wave = try wave("coded-\(part)", rate: 44100) { CodedSignal.frames(numbers) }
      return format == .wav
        ? wave : try encoded(wave, "coded-\(part).\(format.fileExtension)", format.options)
    }
  }

  /// Seconds of the long file.
  static let longSeconds = 300

  /// Five minutes of coded frames as FLAC.
  func codedLong() throws -> String {
    let wave = try wave("coded-long", rate: 44100) {
      CodedSignal.frames(0..<44100 * Self.longSeconds)
    }
    return try encoded(wave, "coded-long.flac", SoundFormat.flac.options)
  }

  // MARK: Similar to music

  static let musicSeconds = 6

  /// Two consecutive files in a lossy format, and the frames of the first.
  func musicPair(_ format: SoundFormat) throws -> (files: [String], frames: Int) {
    let rate = format.rate
    let join = rate * 3 + 403
    let files = try [0..<join, join..<rate * Self.musicSeconds].enumerated().map { part, numbers in
      let wave = try wave("music-\(rate)-\(part)", rate: rate) {
        Array(MusicSignal.frames(rate * Self.musicSeconds, rate: rate)[numbers])
      }
      let name = "music-\(part)-\(format.rawValue).\(format.fileExtension)"
      guard format == .mp3ByLame else { return try encoded(wave, name, format.options) }
      return try file(name) { try Spawned.run("lame", ["--quiet", "-b", "192", wave, $0]) }
    }
    return (files, join)
  }

  /// Five minutes of synthetic music as FLAC.
  func musicLong() throws -> String {
    let wave = try wave("music-long", rate: 44100) {
      MusicSignal.frames(44100 * Self.longSeconds, rate: 44100)
    }
    return try encoded(wave, "music-long.flac", SoundFormat.flac.options)
  }

  // MARK: Sines

  /// Seconds of each half: a whole number of frames at either rate.
  static let sineSeconds = 3.01

  /// One half of a sine as FLAC of 24 bits.
  func sine(_ half: Int, rate: Int) throws -> String {
    let frames = Int((Self.sineSeconds * Double(rate)).rounded())
    let wave = try wave("sine-\(rate)-\(half)", rate: rate) {
      SineSignal.frames(half * frames..<(half + 1) * frames, rate: rate)
    }
    return try encoded(wave, "sine-\(rate)-\(half).flac", ["-c:a", "flac"])
  }
}
