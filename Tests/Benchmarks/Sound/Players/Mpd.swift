import BenchHarness
import Foundation
import Glibc

/// MPD as its own user, controlled over its protocol.
final class Mpd: Contestant {
  private let process: Spawned
  private let socket: LineSocket
  var pid: pid_t { process.pid }

  init(_ workplace: Workplace) throws {
    let path = workplace.path("run/mpd")
    unlink(path)
    let settings = """
      music_directory "\(workplace.path("home"))"
      log_file "\(workplace.path("home/mpd.log"))"
      bind_to_address "\(path)"
      auto_update "no"
      audio_output {
        type "pulse"
        name "sound"
        mixer_type "none"
      }

      """
    let file = workplace.path("home/mpd.conf")
    try settings.write(toFile: file, atomically: true, encoding: .utf8)
    process = try Spawned(
      "mpd", ["--no-daemon", file], environment: workplace.environment,
      isOwnSession: !workplace.isSessionShared)
    socket = try LineSocket(path: path)
    _ = try socket.line()
  }

  @discardableResult
  private func ask(_ question: String) throws -> [String] {
    try socket.send(question)
    var lines: [String] = []
    while true {
      let line = try socket.line()
      if line == "OK" { return lines }
      if line.hasPrefix("ACK") { throw BenchFault.refused(line) }
      lines.append(line)
    }
  }

  private func command(_ text: String) throws -> Moment {
    let now = Moment.now
    try ask(text)
    return now
  }

  func play(_ files: [String]) throws -> Moment {
    let now = try command("clear")
    for file in files { try ask("add \"file://\(file)\"") }
    try ask("play 0")
    return now
  }

  func pause() throws -> Moment { try command("pause 1") }
  func resume() throws -> Moment { try command("pause 0") }
  func seek(to second: Int) throws -> Moment { try command("seekcur \(second)") }
  func stop() throws -> Moment { try command("stop") }

  func position() throws -> (at: Moment, seconds: Double)? {
    try timed {
      let label = "elapsed: "
      return try ask("status").first { $0.hasPrefix(label) }
        .flatMap { Double($0.dropFirst(label.count)) }
    }
  }

  func end() { process.end() }
}
