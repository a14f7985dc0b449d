import Foundation
import Media
import Music
import TestServers
import Testing

@testable import Streaming

/// Jumps to places of which nothing is there, whose requests are counted.
extension DecodingTests {
  struct Jump: Sendable, CustomTestStringConvertible {
    var format: Format
    var source: Source
    /// How far the table is wrong; nil without one.
    var tableShift: Int?
    /// The most places at which something is asked for, in one jump.
    var places = 1
    var testDescription: String { "\(format), \(source)" }
  }

  enum Source: String, Sendable {
    case steady, loudBehindSilence, silenceBehindLoud, louder

    func filter(_ seconds: Int) -> String {
      let noise = "(random(0)-0.5)"
      let sound =
        switch self {
        case .steady: "0.5*\(noise)"
        case .loudBehindSilence: "0.5*\(noise)*gt(t,\(seconds / 2))"
        case .silenceBehindLoud: "0.5*\(noise)*lt(t,\(seconds / 2))"
        case .louder: "\(noise)*pow(2,14*(t/\(seconds)-1))"
        }
      return "aevalsrc='\(sound)|\(sound)':s=44100:d=\(seconds)"
    }
  }

  static let flac = Format(name: "a.flac", type: "audio/flac")
  static let opus = Format(
    name: "a.opus", type: "audio/ogg", options: ["-c:a", "libopus", "-b:a", "256k"])
  static let vorbis = Format(
    name: "a.ogg", type: "audio/ogg", options: ["-c:a", "libvorbis", "-q:a", "8"])

  static let jumps = [
    Jump(format: flac, source: .steady), Jump(format: opus, source: .steady),
    Jump(format: vorbis, source: .steady),
    Jump(format: flac, source: .loudBehindSilence, places: 2),
    Jump(format: flac, source: .silenceBehindLoud, places: 3),
    Jump(format: flac, source: .louder, places: 3),
    Jump(format: flac, source: .louder, tableShift: 0),
    Jump(format: flac, source: .silenceBehindLoud, tableShift: 0),
    Jump(format: flac, source: .louder, tableShift: 2_000_000, places: 4),
    Jump(format: vorbis, source: .loudBehindSilence, places: 3),
    Jump(format: vorbis, source: .silenceBehindLoud, places: 3),
    Jump(format: opus, source: .loudBehindSilence, places: 3),
  ]

  static let seconds = 90

  @Test(
    "a jump to a place that is not there asks for few, and lands at the file's sample",
    arguments: jumps)
  func farJump(_ jump: Jump) async throws {
    let path = try await make(
      jump.format, seconds: Self.seconds, source: jump.source.filter(Self.seconds))
    if let shift = jump.tableShift { try SeekTable.add(to: path.text, shift: shift) }
    try await compare(path, jump.format, places: jump.places)
  }

  /// Jumps in fresh decoders, and then in one after the other.
  private func compare(_ path: FilePath, _ format: Format, places: Int) async throws {
    let file = try Decoder(path)
    var remote = try remote(path, format)
    remote.limits.aheadInMemory = 256 << 10
    for second in [17, 40, 47, 70, 86] {
      let decoder = try decoder(remote)
      while remote.server.ranges.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
      try await Task.sleep(for: .milliseconds(40))
      let before = remote.server.ranges.count
      let target = Int64(second * decoder.rate + 77)
      try decoder.seek(to: target)
      let asked = Self.places(Array(remote.server.ranges[before...]))
      try file.seek(to: target)
      #expect(decoder.position == file.position)
      let isSame = try samples(decoder, limit: 20_000) == samples(file, limit: 20_000)
      #expect(isSame, "at \(second) s")
      #expect(asked <= places, "at \(second) s: \(remote.server.ranges[before...])")
    }
    let decoder = try decoder(remote)
    for second in [60, 61, 20, 45, 46, 88, 5] {
      let target = Int64(second * decoder.rate + 77)
      try decoder.seek(to: target)
      try file.seek(to: target)
      #expect(decoder.position == file.position)
      let isSame = try samples(decoder, limit: 20_000) == samples(file, limit: 20_000)
      #expect(isSame, "at \(second) s")
    }
  }

  /// Ranges that do not go on where another one ends.
  private static func places(_ ranges: [String]) -> Int {
    let numbers = ranges.map { $0.dropFirst(6).split(separator: "-").compactMap { Int($0) } }
    var ends: Set<Int> = []
    return numbers.count { range in
      defer { if let last = range.last { ends.insert(last + 1) } }
      return !ends.contains(range.first ?? 0)
    }
  }
}
