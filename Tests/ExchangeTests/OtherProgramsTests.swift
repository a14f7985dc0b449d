import Foundation
import Music
import Testing

@testable import Exchange

/// Runs programs that know nothing of ours on files that we wrote.
private enum OtherProgram {
  /// What it prints; it ends by itself or after half a minute.
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
      // cuetools says frames behind the point.
      #expect(breaks.split(separator: "\n") == ["1:15.38", "120:01.00"])
      let printed = try OtherProgram.output(
        "cueprint", ["-d", "%N:%T\\n", "-t", "%n %p %t\\n", sheet])
      #expect(printed == "3:Night\n1 Ärtist One\n2  Two '2'\n3  Three\n")
      let list = ListedPlaylist(
        name: "List",
        tracks: ["a.mp3", "b.flac"].map { ListedTrack(.file(FilePath("/m/" + $0)), title: $0) })
      let bytes = try DocumentWriter.bytes(of: list.document, as: .cue, at: somewhere)
      try write(bytes, to: sheet)
      let names = try OtherProgram.output("cueprint", ["-d", "%N\\n", "-t", "%f %t\\n", sheet])
      #expect(names == "2\n/m/a.mp3 a.mp3\n/m/b.flac b.flac\n")
    }
  }
}
