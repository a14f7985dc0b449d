import Foundation
import Music
import Testing

@testable import Exchange

@Suite("Hostile playlists")
struct HostileListTests {
  @Test(
    "a file that is damaged is read or refused",
    arguments: [FileFormat.m3u, .m3u8, .pls, .xspf, .jspf, .cue])
  func damaged(format: FileFormat) throws {
    var lists = RandomLists(seed: 4)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let list = lists.playlist(isOwn: format != .pls)
      let valid = try DocumentWriter.bytes(of: list.document, as: format, at: somewhere)
      for _ in 0..<40 {
        let bytes = mutated(valid, &generator)
        do throws(DocumentProblem) {
          let document = try DocumentReader.read(bytes, at: FilePath("/x"), as: format)
          // Every document that is read can be written, without its tracks of unknown location.
          for playlist in document.playlists {
            var playlist = playlist
            playlist.tracks.removeAll { if case .unknown = $0.location { true } else { false } }
            _ = try DocumentWriter.bytes(of: playlist.document, as: format, at: somewhere)
          }
        } catch { #expect(!error.reason.isEmpty) }
      }
    }
  }

  private func mutated(_ valid: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = valid
    for _ in 0..<Int.random(in: 1...5, using: &generator) where !bytes.isEmpty {
      let offset = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, offset + Int.random(in: 0...30, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(offset..<end)
      case 2: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
      case 3: bytes.removeSubrange(end...)
      default: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: offset)
      }
    }
    return bytes
  }

  @Test("200,000 lines are read, each at its place, in little memory")
  func many() throws {
    var text = "#EXTM3U\n"
    for number in 0..<100_000 { text += "#EXTINF:60,A - T\(number)\n/m/\(number).mp3\n" }
    let before = try kilobytes("VmRSS")
    // Resets the peak of resident memory (VmHWM).
    try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let tracks = try reading(text, named: "x.m3u").playlists[0].tracks
    #expect(try kilobytes("VmHWM") - before < 200_000)
    #expect(tracks.count == 100_000)
    #expect(tracks.last?.title == "T99999")
    #expect(tracks.last?.line == 200_001)
  }

  /// A value of `/proc/self/status` in kilobytes.
  private func kilobytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
    return try #require(Int(line.filter(\.isNumber)))
  }

  @Test("problems are counted, not all kept")
  func problems() throws {
    let text = String(repeating: "#TRITONE:gain=x\n", count: 5_000)
    let problems = try reading("#EXTM3U\n" + text, named: "x.m3u").problems
    #expect(problems.count == ProblemList.maximumCount + 1)
    #expect(problems.last?.reason == "and 4000 more problems")
  }

  @Test("a line that does not end is left out and said")
  func long() throws {
    let text =
      "#EXTM3U\n" + String(repeating: "x", count: TextLines.maximumLength + 1) + "\nb.mp3\n"
    let document = try reading(text, named: "x.m3u")
    #expect(document.playlists[0].tracks.map(\.line) == [3])
    #expect(document.problems.map(\.line) == [2])
  }

  @Test("JSON that nests without end is refused")
  func deep() {
    let text = "{\"playlist\":" + String(repeating: "[", count: 1_000_000)
    #expect(throws: DocumentProblem.self) { try reading(text, named: "x.jspf") }
  }
}
