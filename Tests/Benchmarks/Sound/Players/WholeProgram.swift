import BenchHarness
import Foundation
import Glibc

/// The whole program in a terminal of 120 by 40, controlled by its keys.
final class WholeProgram {
  private let process: Spawned
  private let terminal: PseudoTerminal
  var pid: pid_t { process.pid }

  /// The program built with the benchmark.
  static var binary: String {
    ProcessInfo.processInfo.environment["TRITONE_BINARY"]
      ?? URL(fileURLWithPath: Spawned.own).deletingLastPathComponent()
      .appendingPathComponent("tritone").path
  }

  /// Opens files and plays them.
  init(_ workplace: Workplace, playing files: [String]) throws {
    terminal = try PseudoTerminal()
    process = try Spawned(
      Self.binary, ["--no-host"] + files, environment: workplace.environment,
      terminal: terminal.path)
  }

  /// Presses keys. Returns the moment before.
  @discardableResult
  func press(_ keys: String) -> Moment {
    let now = Moment.now
    terminal.press(keys)
    return now
  }

  func end() { process.end() }
}
