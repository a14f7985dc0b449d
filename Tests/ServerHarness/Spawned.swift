internal import Foundation
package import Glibc

/// Another program, started and ended by the test alone.
///
/// Not Foundation's `Process`, which waits for every process that inherited one of its descriptors:
/// a terminal multiplexer's server outlives the client that started it.
package final class Spawned {
  package let pid: pid_t
  package private(set) var status: Int32?

  /// Seconds after which a wait gives up, on however busy a machine.
  package static let patience = 120.0

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameters:
  ///   - environment: nil for that of the test.
  ///   - input: a descriptor, nil for no input.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String]?, input: Int32? = nil,
    output: String = "/dev/null", errors: String = "/dev/null"
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program must not inherit signals that the test runner blocks or ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let environment = environment ?? ProcessInfo.processInfo.environment
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, program, &actions, &attributes, &words, &settings)
    guard code == 0 else {
      throw Failure(description: "\(program) could not be started: error \(code)")
    }
    self.pid = pid
  }

  /// The exit status, or the signal with 128 added; nil while it runs.
  package func poll() -> Int32? {
    var raw: Int32 = 0
    guard status == nil, waitpid(pid, &raw, WNOHANG) == pid else { return status }
    status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
    return status
  }

  /// Ends the program, gently at first, and waits for its exit.
  package func end(_ signal: Int32 = SIGTERM) {
    guard poll() == nil else { return }
    for signal in [signal, SIGKILL] where poll() == nil {
      kill(pid, signal)
      let end = Date().addingTimeInterval(Self.patience)
      while poll() == nil, Date() < end { usleep(10_000) }
    }
  }
}
