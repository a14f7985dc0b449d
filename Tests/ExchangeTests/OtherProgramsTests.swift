import Foundation
import Glibc
import Music
import Testing

@testable import Exchange

/// Runs other programs on files written by Tritone.
private enum OtherProgram {
  static func path(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A program's output; killed after half a minute.
  static func output(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["30", name] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: output, as: UTF8.self)
  }
}

@Suite("Lists in the eyes of other programs")
struct OtherProgramsTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "tritone-lists-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }
    try body(folder)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  @Test("cuetools finds the tracks of a mix where they are")
  func sheets() throws {
    try inFolder { folder in
      let markers = [
        MixMarker(.track, name: "Ärtist - One", start: .zero),
        MixMarker(.cue(.drop), name: "now", start: .seconds(30)),
        MixMarker(.track, name: "Two \"2\"", start: .milliseconds(75_500)),
        MixMarker(.track, name: "Three", start: .seconds(7_201)),
      ]
      let sheet = folder + "/mix.cue"
      try write(CueFormat.bytes(ofMix: markers, audio: "mix.flac", title: "Night"), to: sheet)
      let breaks = try OtherProgram.output("cuebreakpoints", [sheet])
      // cuetools prints frames after the point.
      #expect(breaks.split(separator: "\n") == ["1:15.38", "120:01.00"])
      let printed = try OtherProgram.output(
        "cueprint", ["-d", "%N:%T\\n", "-t", "%n %p %t\\n", sheet])
      #expect(printed == "3:Night\n1 Ärtist One\n2  Two '2'\n3  Three\n")
      let list = DocumentPlaylist(
        name: "List",
        tracks: ["a.mp3", "b.flac"].map { DocumentTrack(.file(FilePath("/m/" + $0)), title: $0) })
      let bytes = try DocumentWriter.bytes(of: list.document, as: .cue, at: somewhere)
      try write(bytes, to: sheet)
      let names = try OtherProgram.output("cueprint", ["-d", "%N\\n", "-t", "%f %t\\n", sheet])
      #expect(names == "2\n/m/a.mp3 a.mp3\n/m/b.flac b.flac\n")
    }
  }

  /// mpv is large, so the test runs only where it is installed.
  @Test(
    "mpv opens what an M3U and a PLS name", .enabled(if: OtherProgram.path("mpv") != nil),
    arguments: [FileFormat.m3u, .m3u8, .pls], [false, true])
  func playing(format: FileFormat, isRelative: Bool) throws {
    try inFolder { folder in
      let names =
        ["a b.wav", "#é 100%.wav", "c,\"d\".wav"].map { Array($0.utf8) } + [
          Array("raw".utf8) + [0xE9] + Array(".wav".utf8)
        ]
      let paths = names.map { FilePath(folder).appending($0) }
      let made = try OtherProgram.output(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.1", folder + "/sound.wav"])
      #expect(made == "")
      for path in paths {
        #expect(path.withCString { link(folder + "/sound.wav", $0) } == 0)
      }
      let tracks = paths.map {
        DocumentTrack(.file($0), title: "T", artist: "A", duration: .seconds(1), bpm: 120)
      }
      let list = FilePath(folder).appending("list.\(format.rawValue)")
      let bytes = try DocumentWriter.bytes(
        of: DocumentPlaylist(name: "L", tracks: tracks).document, as: format,
        at: WritingTarget(list, isRelative: isRelative))
      try write(bytes, to: list.text)
      let said = try OtherProgram.output(
        "mpv", ["--no-config", "--no-video", "--ao=null", "--length=0.01", list.text])
      #expect(said.split(separator: "\n").count { $0.contains("(+) Audio") } == paths.count)
      #expect(!said.contains("Failed") && !said.contains("No such file"))
    }
  }
}
