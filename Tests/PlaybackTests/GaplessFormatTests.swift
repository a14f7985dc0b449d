import Music
import Testing

@testable import Playback

/// One signal cut at an odd frame, each half encoded separately.
@Suite("Gapless in every format")
struct GaplessFormatTests {
  struct Format: Sendable, CustomTestStringConvertible {
    var name: String
    var options: [String] = []
    var rate = 44100
    /// Frames by which a file may be longer or shorter than its source; nil for a lossless format.
    var slack: Int?
    var testDescription: String { name }
  }

  private static let formats = [
    Format(name: "flac"), Format(name: "wav"), Format(name: "alac.m4a", options: ["-c:a", "alac"]),
    Format(name: "ogg", options: ["-c:a", "libvorbis", "-q:a", "6"], slack: 0),
    Format(name: "opus", options: ["-b:a", "192k"], rate: 48000, slack: 0),
    Format(name: "mp3", options: ["-c:a", "libmp3lame", "-b:a", "256k"], slack: 11),
    Format(name: "aac.m4a", options: ["-c:a", "aac", "-b:a", "256k"], slack: 44),
  ]

  @Test("two halves of one signal are one signal again", arguments: formats)
  func halves(_ format: Format) async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let source = rising(135_010, rate: format.rate)
    let middle = 75_003
    var items: [PlayItem] = []
    for (id, part) in [(Int64(1), source[..<middle]), (2, source[middle...])] {
      let half = try sound.wave(id, Array(part), rate: format.rate)
      let name = "half\(id).\(format.name)"
      try await sound.encode(name, from: half, format.options)
      items.append(sound.item(id, at: sound.path(name)))
    }
    let heard = try await rendering.play(items).left
    #expect(rendering.log.finished == items.map(\.id))
    guard let slack = format.slack else {
      let isWhole = heard == source.map { Float($0) / 32768 }
      #expect(isWhole)
      return
    }
    let excess = heard.count - source.count
    #expect(abs(excess) <= 2 * slack, "\(excess) frames more")
    #expect(lag(of: heard, behind: source, at: 30_000) == 0)
    #expect(lag(of: heard, behind: source, at: middle - 2_000) == 0)
    let second = lag(of: heard, behind: source, at: middle + 2_000)
    #expect(abs(second) <= slack, "the second half is \(second) frames late")
    #expect(lag(of: heard, behind: source, at: 120_000) == second)
    let silent = heard[1_500..<source.count - 1_500].split(whereSeparator: { $0 != 0 })
    #expect(silent.allSatisfy { $0.count <= slack + 1 })
  }
}
