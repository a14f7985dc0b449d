import Foundation
import Media
import Music
import Testing

/// Formats that ffmpeg encodes and the tag writer supports.
struct WritableFormat: Sendable, CustomTestStringConvertible {
  var name: String
  var arguments: [String]
  var hasArt = false
  var testDescription: String { name }

  static let all = [
    WritableFormat(
      name: "three.mp3", arguments: ["-c:a", "libmp3lame", "-id3v2_version", "3"], hasArt: true),
    WritableFormat(
      name: "four.mp3",
      arguments: ["-c:a", "libmp3lame", "-id3v2_version", "4", "-write_id3v1", "1"], hasArt: true),
    WritableFormat(
      name: "bare.mp3", arguments: ["-c:a", "libmp3lame", "-id3v2_version", "0"]),
    WritableFormat(name: "a.flac", arguments: ["-c:a", "flac"], hasArt: true),
    WritableFormat(name: "a.ogg", arguments: ["-c:a", "libvorbis"]),
    WritableFormat(name: "a.opus", arguments: ["-c:a", "libopus", "-ar", "48000"]),
    WritableFormat(name: "a.spx", arguments: ["-c:a", "libspeex", "-ar", "32000"]),
    WritableFormat(name: "flac.ogg", arguments: ["-c:a", "flac"]),
    WritableFormat(name: "a.m4a", arguments: ["-c:a", "aac"], hasArt: true),
    WritableFormat(name: "alac.m4a", arguments: ["-c:a", "alac", "-movflags", "+faststart"]),
    WritableFormat(name: "a.wv", arguments: ["-c:a", "wavpack"]),
    WritableFormat(name: "a.wav", arguments: ["-c:a", "pcm_s24le", "-bitexact"]),
    WritableFormat(name: "a.aiff", arguments: ["-c:a", "pcm_s16be", "-write_id3v2", "1"]),
  ]

  static func named(_ name: String) -> WritableFormat {
    all.first { $0.name == name } ?? all[0]
  }
}

extension MediaFolder {
  /// A file of a format, with tags of all kinds.
  func make(_ format: WritableFormat) throws -> FilePath {
    try encode(
      format.name,
      format.arguments + (format.hasArt ? ["-disposition:v", "attached_pic"] : []),
      tags: [
        "title": "Títle 曲", "artist": "An Artist", "album": "An Album", "date": "1997",
        "track": "3/12", "comment": "keep me",
      ], hasArt: format.hasArt)
  }

  /// Hidden files left by a writer.
  var leftovers: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path.text).filter { $0.hasPrefix(".") }
    }
  }
}

/// The view of the `ffmpeg` and `ffprobe` programs on a file.
enum Witness {
  private static func output(_ program: String, _ arguments: [String]) throws -> String {
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
    return String(decoding: data, as: UTF8.self)
  }

  /// A hash of the packets of every stream, pictures included.
  static func packets(_ file: FilePath) throws -> String {
    try output(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", file.text, "-map", "0", "-c", "copy", "-f", "streamhash",
        "-hash", "sha256", "-",
      ])
  }

  /// Tags of container and streams, names in lower case.
  static func tags(_ file: FilePath) throws -> [String: String] {
    let text = try output(
      "ffprobe", ["-v", "error", "-of", "json", "-show_format", "-show_streams", file.text])
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let parts = [root["format"] as? [String: Any]] + (root["streams"] as? [[String: Any]] ?? [])
    var tags: [String: String] = [:]
    for case let found as [String: String] in parts.compactMap({ $0?["tags"] }) {
      for (name, value) in found { tags[name.lowercased()] = value }
    }
    return tags
  }
}
