import ArgumentParser
import BenchHarness
import Foundation
import Glibc
import Media
import Music
import Playback

/// The engine alone: plays by commands from standard input, without an interface.
struct EngineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Play what standard input says: play, queue, pause, resume, seek, stop, position.",
    shouldDisplay: false)

  func run() async throws {
    try FFmpegLibraries.load()
    let engine = Engine()
    let reports = engine.player.reports
    let listening = Task {
      for await report in reports { await engine.note(report) }
    }
    for await line in Self.lines() { await engine.obey(line) }
    await engine.player.shutDown()
    listening.cancel()
  }

  /// Lines of standard input, read by a thread of its own, since reading blocks.
  private static func lines() -> AsyncStream<String> {
    let (lines, found) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      while let line = readLine() { found.yield(line) }
      found.finish()
    }
    return lines
  }
}

/// The player with its playlist.
private actor Engine {
  nonisolated let player = Player(output: .pulse)
  private var waiting: [PlayItem] = []
  private var state = PlayerState.stopped
  private var serial: UInt64 = 0
  private var isReady = false

  func note(_ report: PlayerReport) async {
    switch report {
    case .state(let state): self.state = state
    case .wantsNext: await player.setNext(waiting.isEmpty ? nil : waiting.removeFirst())
    case .output(.ready) where !isReady:
      isReady = true
      answer("ready")
    default: break
    }
  }

  func obey(_ line: String) async {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "queue": waiting.append(item(argument))
    case "play": await player.play(item(argument), from: .zero, paused: false)
    case "pause": await player.pause()
    case "resume": await player.resume()
    case "seek": await player.seek(to: .seconds(Double(argument) ?? 0))
    case "volume": await player.setVolume(Double(argument) ?? 1)
    case "stop":
      waiting = []
      await player.stop()
    case "position": sayPosition()
    default: break
    }
  }

  private func item(_ path: String) -> PlayItem {
    serial += 1
    return PlayItem(
      id: PlayID(track: TrackID(Int64(serial)), serial: serial), source: .file(FilePath(path)))
  }

  /// Position as on the screen: the last reported clock, extrapolated to now.
  private func sayPosition() {
    let now = ContinuousClock.now
    let at = Moment.nowNanoseconds
    guard let clock = state.clock else { return answer("none") }
    let position = clock.position(at: now) / .microseconds(1)
    answer("\(at) \(Int64(position))")
  }

  private func answer(_ line: String) {
    StandardOutput.say(line)
  }
}
