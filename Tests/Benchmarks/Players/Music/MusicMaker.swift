import BenchHarness
import Foundation
import Glibc
import Media
import Music

/// Writes a collection of playable files in five formats.
struct MusicMaker {
  private struct Kind {
    var share: Int
    var fileExtension: String
    var templates: [any TagTemplate]
  }

  private let kinds: [Kind]

  init() throws {
    try FFmpegLibraries.load()
    let shares: [(AudioFileWriter.Format, Int)] = [
      (.flac, 35), (.mp3, 35), (.aac, 10), (.opus, 10), (.vorbis, 10),
    ]
    kinds = try shares.map { format, share in
      let templates = try (0..<4).map { try Self.template(format, $0) }
      return Kind(share: share, fileExtension: format.fileExtension, templates: templates)
    }
  }

  /// A tone of one to two seconds.
  private static func template(
    _ format: AudioFileWriter.Format, _ index: Int
  ) throws -> any TagTemplate {
    let path = "/tmp/player-bench-\(UUID().uuidString).\(format.fileExtension)"
    defer { unlink(path) }
    let writer = try AudioFileWriter(to: FilePath(path), format: format, sampleRate: 44100)
    let step = 2 * Double.pi * Double(220 << index) / 44100
    try writer.write(
      (0..<(44100 + 14700 * index)).flatMap { frame in
        let sample = Float(0.2 * sin(step * Double(frame)))
        return [sample, sample]
      })
    try writer.finish()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return switch format {
    case .flac: try FLACTemplate(bytes)
    case .mp3: MP3Template(bytes)
    case .aac: try M4ATemplate(bytes)
    default: try OggTemplate(bytes)
    }
  }

  /// - Parameter folder: is created; must not exist.
  func make(_ folder: String, tracks: Int) throws {
    guard mkdir(folder, 0o755) == 0 else {
      throw BenchFault.command("\(folder) cannot be made: \(String(cString: strerror(errno)))")
    }
    var collection = SyntheticCollection(tracks: tracks)
    var made: Set<String> = []
    for index in 0..<tracks {
      let track = collection.next()
      let path = "\(folder)/\(track.folder)"
      if made.insert(path).inserted {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      // All tracks of an album share a format, as in real collections.
      var share = track.folder.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 100
      // because the shares add up to 100
      let kind = kinds.first {
        share -= $0.share
        return share < 0
      }!
      let file = "\(path)/\(track.stem).\(kind.fileExtension)"
      let template = kind.templates[index % kind.templates.count]
      try Self.write(template.file(tagged: track), to: file)
      if index % 10_000 == 9_999 { Progress.show("\(index + 1) files") }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(file) }
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw BenchFault.command("\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}
