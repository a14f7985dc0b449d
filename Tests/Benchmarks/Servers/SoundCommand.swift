import ArgumentParser
import BenchHarness
import Foundation
import HTTP
import Media
import Music
import Playback
import ServerHarness
import Streaming
import TestServers

/// The engine with tracks of a server behind a network with a delay and a rate.
struct SoundCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sound", abstract: "First sound, jumps to new sound, and gaps between tracks.")

  @Option(help: "The round trip in milliseconds.") var delay = 100
  @Option(help: "The rate in Mbit/s.") var rate = 20
  @Option(help: "Jumps of each format.") var jumps = 12
  @Option(help: "The only format, as it is printed.") var only: String?

  private static let seconds = 300
  private static let shortSeconds = 10
  private static let tracks = 4

  /// A kind of file.
  private struct Kind {
    var title: String
    var ending: String
    /// In FFmpeg's words, of the time `t`.
    var loudness = "1"
    var hasTable = false
    var isJoined = false
  }

  private static let quietToLoud = "pow(2,12*(t/300-1))"
  private static let kinds = [
    Kind(title: "mp3", ending: "mp3", isJoined: true),
    Kind(title: "m4a", ending: "m4a", isJoined: true),
    Kind(title: "opus", ending: "opus", isJoined: true),
    Kind(title: "vorbis", ending: "ogg", isJoined: true),
    Kind(title: "flac", ending: "flac", isJoined: true),
    Kind(title: "flac, table", ending: "flac", hasTable: true),
    Kind(title: "flac, uneven", ending: "flac", loudness: quietToLoud),
    Kind(title: "flac, uneven, table", ending: "flac", loudness: quietToLoud, hasTable: true),
    Kind(title: "flac, silence", ending: "flac", loudness: "gt(t,150)"),
  ]

  func run() async throws {
    try FFmpegLibraries.load()
    let folder = "/tmp/tt-server-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    print("\(delay) ms and \(rate) Mbit/s, in milliseconds (median, greatest)")
    print(pad("", 22) + pad("first sound", 18) + pad("jump to new sound", 20) + "gaps of 3 joins")
    for kind in Self.kinds where only == nil || kind.title == only {
      let long = try make(kind, Self.seconds, in: folder)
      let (first, jumps) = try await withNetwork(long) { try await timesOfJumps($0) }
      var gap = ""
      if kind.isJoined {
        let short = try make(kind, Self.shortSeconds, in: folder)
        gap = "\(Int(try await withNetwork(short) { try await gaps($0) }))"
      }
      print(pad(kind.title, 22) + pad(text(first), 18) + pad(text(jumps), 20) + gap)
    }
  }

  /// Noise, which no format makes small.
  private func make(_ kind: Kind, _ seconds: Int, in folder: String) throws -> String {
    let file = "\(folder)/\(seconds).\(kind.ending)"
    try Spawned.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "anoisesrc=d=\(seconds):c=pink:r=48000:a=0.3,volume='\(kind.loudness)':eval=frame",
        "-ac", "2", file,
      ])
    if kind.hasTable { try SeekTable.add(to: file, every: 480_000) }
    return file
  }

  private func withNetwork<Outcome>(
    _ file: String, _ body: (String) async throws -> Outcome
  ) async throws -> Outcome {
    let standIn = try StandIn(["--file", file])
    let proxy = try FaultyProxy(standIn.address, delay: delay, rate: rate)
    defer { withExtendedLifetime((standIn, proxy)) {} }
    return try await body(proxy.address)
  }

  private func text(_ times: [Double]) -> String {
    let sorted = times.sorted()
    return "\(Int(sorted[sorted.count / 2])), \(Int(sorted.last ?? 0))"
  }

  // MARK: Measures

  /// Each jump in a track that was opened for it, so that nothing of its target is there yet.
  private func timesOfJumps(_ address: String) async throws -> (first: [Double], jumps: [Double]) {
    var (first, times): ([Double], [Double]) = ([], [])
    // One connection for all, as the player has it.
    let client = Engine.client()
    for number in 1...jumps {
      let engine = Engine(address, client)
      let start = ContinuousClock.now
      await engine.player.play(engine.item(UInt64(number)), from: .zero, paused: false)
      try await engine.sound(from: .zero)
      first.append((ContinuousClock.now - start) / .milliseconds(1))
      try await Task.sleep(for: .milliseconds(500))
      let target = Duration.seconds(60 + number * 200 / jumps)
      let jump = ContinuousClock.now
      await engine.player.seek(to: target)
      try await engine.sound(from: target)
      times.append((ContinuousClock.now - jump) / .milliseconds(1))
      await engine.player.shutDown()
    }
    return (first, times)
  }

  /// The milliseconds by which some tracks in a row take longer than they are.
  private func gaps(_ address: String) async throws -> Double {
    let engine = Engine(address, Engine.client())
    await engine.queue(2...UInt64(Self.tracks))
    await engine.player.play(engine.item(1), from: .zero, paused: false)
    try await engine.sound(from: .zero)
    let begin = await engine.begin
    try await engine.end(of: UInt64(Self.tracks))
    let length = ContinuousClock.now - begin
    await engine.player.shutDown()
    return (length - .seconds(Self.tracks * Self.shortSeconds)) / .milliseconds(1)
  }
}
