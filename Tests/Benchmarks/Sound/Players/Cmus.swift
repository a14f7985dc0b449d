import BenchHarness
import Foundation
import Glibc

/// cmus in a terminal, controlled over the socket of cmus-remote.
final class Cmus: Contestant {
  private let process: Spawned
  private let terminal: PseudoTerminal
  private let socket: LineSocket
  var pid: pid_t { process.pid }

  init(_ workplace: Workplace) throws {
    let settings = """
      set mpris=false
      set output_plugin=pulse
      set softvol=false
      set resume=false
      set play_library=false

      """
    let folder = workplace.path("home/.config/cmus")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try settings.write(toFile: folder + "/rc", atomically: true, encoding: .utf8)
    let path = workplace.path("run/cmus")
    unlink(path)
    terminal = try PseudoTerminal()
    process = try Spawned(
      "cmus", ["--listen", path], environment: workplace.environment, terminal: terminal.path)
    socket = try LineSocket(path: path)
    // The socket is open before the interface is drawn and the library read.
    letPass(0.7)
  }

  @discardableResult
  private func ask(_ question: String) throws -> [String] {
    try socket.send(question)
    var lines: [String] = []
    while true {
      let line = try socket.line()
      if line.isEmpty { return lines }
      lines.append(line)
    }
  }

  private func command(_ text: String) throws -> Moment {
    let now = Moment.now
    try ask(text)
    return now
  }

  func play(_ files: [String]) throws -> Moment {
    try ask("clear -q")
    for file in files.dropFirst() { try ask("add -q \(file)") }
    // Files are added asynchronously by another thread.
    if files.count > 1 { letPass(0.4) }
    return try command("player-play \(files[0])")
  }

  /// One command toggles both.
  func pause() throws -> Moment { try command("player-pause") }
  func resume() throws -> Moment { try command("player-pause") }
  func seek(to second: Int) throws -> Moment { try command("seek \(second)") }
  func stop() throws -> Moment { try command("player-stop") }

  /// cmus reports whole seconds only.
  func position() throws -> (at: Moment, seconds: Double)? {
    try timed {
      let label = "position "
      return try ask("status").first { $0.hasPrefix(label) }
        .flatMap { Double($0.dropFirst(label.count)) }
    }
  }

  func press(_ keys: String) { terminal.press(keys) }

  func end() { process.end() }
}
