import BenchHarness
import Foundation
import Media
import Music

/// Writes albums of one short track and a cover each, and a longer track with a cover and lyrics.
struct CoverMaker {
  private let template: FLACTemplate

  /// Seconds of the longer track.
  static let length = 240

  init() throws {
    try FFmpegLibraries.load()
    template = try FLACTemplate(Self.tone(seconds: 1))
  }

  static func tone(seconds: Int) throws -> [UInt8] {
    let path = "/tmp/player-bench-\(UUID().uuidString).flac"
    defer { unlink(path) }
    let writer = try AudioFileWriter(to: FilePath(path), format: .flac, sampleRate: 44100)
    let step = 2 * Double.pi * 220 / 44100
    for second in 0..<seconds {
      try writer.write(
        (0..<44100).flatMap { frame in
          let time = Double(second * 44100 + frame)
          // Two tones, the higher one swelling, so that a spectrum moves.
          let sample = Float(0.2 * sin(step * time) + 0.1 * sin(7 * step * time) * sin(time / 9000))
          return [sample, sample]
        })
    }
    try writer.finish()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// - Parameter folder: is created; must not exist.
  /// - Returns: The path of the longer track.
  func make(_ folder: String, albums: Int) throws -> String {
    var collection = SyntheticCollection(tracks: albums)
    var generator = SeededGenerator(seed: 1)
    for index in 0..<albums {
      var track = collection.next()
      (track.album, track.number) = ("\(track.album) \(index)", 1)
      let path = "\(folder)/\(index % 100)/\(index)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try write(template.file(tagged: track), to: "\(path)/one.flac")
      try write(Self.cover(&generator), to: "\(path)/cover.jpg")
      if index % 2000 == 1999 { Progress.show("\(index + 1) albums") }
    }
    let path = "\(folder)/long"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = "\(path)/long.flac"
    var track = collection.next()
    track.album = "Long"
    let long = try FLACTemplate(Self.tone(seconds: Self.length))
    try write(long.file(tagged: track), to: file)
    try write(Self.cover(&generator), to: "\(path)/cover.jpg")
    let lines = (0..<Self.length / 2).map { line in
      let time = 2 * line
      return String(format: "[%02d:%02d.00]line %d", time / 60, time % 60, line)
    }
    try write(Array(lines.joined(separator: "\n").utf8), to: "\(path)/long.lrc")
    return file
  }

  /// A picture of 600 by 600 in squares of random colours.
  private static func cover(_ generator: inout SeededGenerator) throws -> [UInt8] {
    let (side, squares) = (600, 6)
    let colors = (0..<squares * squares).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * side * side)
    for row in 0..<side {
      for column in 0..<side {
        pixels += colors[row * squares / side * squares + column * squares / side]
      }
    }
    guard let picture = Picture(width: side, height: side, pixels: pixels),
      let bytes = JPEGEncoder.encode(picture)
    else { throw BenchFault.command("a cover cannot be written") }
    return bytes
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
