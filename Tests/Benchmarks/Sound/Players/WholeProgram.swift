import BenchHarness
import Foundation
import Glibc

/// The whole program in a terminal of 120 by 40, told what to do by its keys.
final class WholeProgram {
  private let process: Spawned
  private let terminal: PseudoTerminal
  var pid: pid_t { process.pid }

  /// The program that was built beside the benchmark.
  static var binary: String {
    ProcessInfo.processInfo.environment["TRITONE_BINARY"]
      ?? URL(fileURLWithPath: Spawned.own).deletingLastPathComponent()
      .appendingPathComponent("tritone").path
  }

  /// Opens it on files, which it then plays.
  init(_ workplace: Workplace, playing files: [String]) throws {
    terminal = try PseudoTerminal()
    process = try Spawned(
      Self.binary, files, environment: workplace.environment, terminal: terminal.path)
  }

  /// Presses keys; the moment right before.
  @discardableResult
  func press(_ keys: String) -> Moment {
    let now = Moment.now
    terminal.press(keys)
    return now
  }

  func end() { process.end() }
}
