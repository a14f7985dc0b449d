import Foundation
import Media
import Music

/// A folder with sources, a cache and a place for converted files.
final class ConversionFolder: Sendable {
  let media = MediaFolder()
  let cache: FilePath
  let output: FilePath

  static let opus = ConversionRule(codec: .opus, bitRate: 160_000)
  static let mp3 = ConversionRule(codec: .mp3, bitRate: nil)
  static let aac = ConversionRule(codec: .aac, bitRate: 256_000)
  static let rules = [opus, mp3, aac]

  /// Formats of sources, each with one of the rules in turn.
  static let formats: [(String, ConversionRule)] = [
    ("three.mp3", opus), ("four.mp3", aac), ("a.flac", mp3), ("a.ogg", aac), ("a.opus", mp3),
    ("a.m4a", opus), ("a.wv", mp3), ("a.wav", aac), ("a.aiff", opus),
  ]

  init() {
    cache = media.path.appending("cache")
    output = media.path.appending("output")
    mkdir(output.text, 0o755)
  }

  func files(limit: Int64 = 64 << 20) -> ConvertedFiles {
    ConvertedFiles(folder: cache, limit: limit)
  }

  func names(in folder: FilePath) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.text)) ?? []).sorted()
  }

  /// Tones in 16 bits, as FLAC or WAV by the name.
  func source(
    _ name: String, seconds: Double = 1, rate: Int = 44_100, channels: Int = 2, seed: Int = 1,
    title: String? = nil
  ) throws -> FilePath {
    let count = Int((seconds * Double(rate)).rounded())
    let samples = (0..<(count * channels)).map { index -> Float in
      let turn = Float(index / channels) / Float(rate) * Float(700 + 90 * (index % channels))
      return 0.2 * sin(turn + 0.01 * Float(seed) * turn) + Float(index * 7_919 % 101) / 5_000
    }
    guard name.hasSuffix("flac") else {
      return media.write(name, Self.wave(samples, rate: rate, channels: channels))
    }
    let path = media.path.appending(name)
    try Self.write(samples, to: path, rate: rate, tags: Tags(title: title))
    return path
  }

  /// Writes interleaved stereo as FLAC.
  static func write(
    _ samples: [Float], to path: FilePath, rate: Int = 44_100, tags: Tags = Tags()
  ) throws {
    let writer = try AudioFileWriter(to: path, format: .flac, sampleRate: rate, tags: tags)
    try writer.write(samples)
    try writer.finish()
  }

  private static func wave(_ samples: [Float], rate: Int, channels: Int) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let sound = samples.flatMap { little(Int($0 * 32_767), 2) }
    let format =
      little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4)
      + little(channels * 2, 2) + little(16, 2)
    let body =
      Array("WAVEfmt ".utf8) + little(format.count, 4) + format + Array("data".utf8)
      + little(sound.count, 4) + sound
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }

  func convert(
    _ source: FilePath, _ rule: ConversionRule, cover: CoverLimit? = CoverLimit()
  ) throws -> FilePath {
    try files().file(
      for: source, rule: rule, cover: cover, in: output, cancellation: Cancellation())
  }

  /// Frames that a file decodes to, at its own rate.
  static func decoded(_ path: FilePath) throws -> (frames: Int, rate: Int, samples: [Float]) {
    let decoder = try Decoder(path)
    let samples = try decodeAll(decoder, rate: decoder.rate)
    return (samples.count / 2, decoder.rate, samples)
  }

  /// Frames of one channel that the ffmpeg command decodes a file to.
  static func witnessed(_ path: FilePath) throws -> Int {
    let bytes = try run(
      "ffmpeg", ["-v", "error", "-i", path.text, "-map", "0:a", "-ac", "1", "-f", "s16le", "-"])
    return bytes.count / 2
  }

  static func run(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw MediaFolder.Failure(status: process.terminationStatus)
    }
    return data
  }
}
