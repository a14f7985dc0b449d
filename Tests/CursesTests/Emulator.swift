import Foundation
import Glibc

/// What a terminal shows after some output: tmux is the terminal.
enum Emulator {
  /// The rows of the screen without trailing blanks, once they satisfy `isDone`, or after a minute.
  static func rows(
    after output: [UInt8], rows: Int, columns: Int, until isDone: ([String]) -> Bool
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tritone-emulator-\(getpid())-\(UInt32.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (bytes, settings) = ("\(folder.path)/bytes", "\(folder.path)/tmux.conf")
    try Data(output).write(to: URL(fileURLWithPath: bytes))
    try Data("set -g status off\n".utf8).write(to: URL(fileURLWithPath: settings))
    let server = ["-S", "\(folder.path)/socket", "-f", settings]
    _ = try tmux(
      server + [
        "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
        "stty raw -echo; cat '\(bytes)'; exec sleep 600",
      ])
    defer { _ = try? tmux(server + ["kill-server"]) }
    let end = ContinuousClock.now + .seconds(60)
    while true {
      var lines = try tmux(server + ["capture-pane", "-p"]).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { String($0) }
      if lines.last == "" { lines.removeLast() }
      if isDone(lines) || ContinuousClock.now > end { return lines }
      usleep(20_000)
    }
  }

  private static func tmux(_ arguments: [String]) throws -> String {
    let words = (["env", "-u", "TMUX", "LC_ALL=C.UTF-8", "tmux", "-u"] + arguments).map {
      "'" + $0.replacing("'", with: "'\\''") + "'"
    }
    guard let stream = popen(words.joined(separator: " ") + " 2>&1", "r") else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    defer { pclose(stream) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
