import BenchHarness
import Foundation
import Glibc

/// mpv without video, controlled over its socket.
final class Mpv: Contestant {
  private let process: Spawned
  private let terminal: PseudoTerminal?
  private let socket: LineSocket
  var pid: pid_t { process.pid }

  /// - Parameter terminal: shows the status line; without one nothing is drawn.
  init(_ workplace: Workplace, terminal: PseudoTerminal? = nil) throws {
    self.terminal = terminal
    let path = workplace.path("run/mpv")
    unlink(path)
    process = try Spawned(
      "mpv",
      [
        "--no-config", "--no-video", "--idle=yes", "--ao=pulse", "--volume=100",
        "--input-ipc-server=" + path,
      ] + (terminal == nil ? ["--no-terminal"] : []), environment: workplace.environment,
      terminal: terminal?.path, isOwnSession: terminal != nil || !workplace.isSessionShared)
    socket = try LineSocket(path: path)
    _ = try ask("get_property", "idle-active")
  }

  private func ask(_ words: Any...) throws -> Any? {
    let question = try JSONSerialization.data(withJSONObject: ["command": words, "request_id": 7])
    try socket.send(String(decoding: question, as: UTF8.self))
    while true {
      let line = try socket.line()
      // Events may precede the answer.
      guard
        let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        answer["request_id"] as? Int == 7, answer["error"] != nil
      else { continue }
      return answer["data"]
    }
  }

  func play(_ files: [String]) throws -> Moment {
    let now = Moment.now
    for (index, file) in files.enumerated() {
      _ = try ask("loadfile", file, index == 0 ? "replace" : "append")
    }
    return now
  }

  private func command(_ words: Any...) throws -> Moment {
    let now = Moment.now
    _ = try ask(words[0], words[1], words[2])
    return now
  }

  func pause() throws -> Moment { try command("set_property", "pause", true) }
  func resume() throws -> Moment { try command("set_property", "pause", false) }
  func seek(to second: Int) throws -> Moment { try command("seek", second, "absolute+exact") }

  func stop() throws -> Moment {
    let now = Moment.now
    _ = try ask("stop")
    return now
  }

  func position() throws -> (at: Moment, seconds: Double)? {
    try timed { try ask("get_property", "time-pos") as? Double }
  }

  func press(_ keys: String) { terminal?.press(keys) }

  func end() { process.end() }
}
