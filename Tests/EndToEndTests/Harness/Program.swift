import Foundation

/// Another program, started and ended by the test alone.
///
/// Not Foundation's `Process`, which waits for every process that inherited one of its descriptors:
/// a terminal multiplexer's server outlives the client that started it.
final class Spawned {
  let pid: pid_t
  private(set) var status: Int32?

  init(
    _ program: String, _ arguments: [String], environment: [String: String]?,
    output: String = "/dev/null", errors: String = "/dev/null"
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
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
      throw Program.Failure(description: "\(program) could not be started: error \(code)")
    }
    self.pid = pid
  }

  /// The exit status, or the signal with 128 added; nil while it runs.
  func poll() -> Int32? {
    var raw: Int32 = 0
    guard status == nil, waitpid(pid, &raw, WNOHANG) == pid else { return status }
    status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
    return status
  }

  /// Ends the program, gently at first, and waits for its exit.
  func end(_ signal: Int32 = SIGTERM) {
    guard poll() == nil else { return }
    for signal in [signal, SIGKILL] where poll() == nil {
      kill(pid, signal)
      let end = Date().addingTimeInterval(Program.patience)
      while poll() == nil, Date() < end { usleep(10_000) }
    }
  }
}

/// Runs other programs, with a limit on how long they may take.
enum Program {
  /// Seconds after which a wait gives up. Not a measure of speed: the limit only ends a test that
  /// would hang, on however busy a machine.
  static let patience = 120.0

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program to its end and returns its output.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    within limit: Double = 2 * Program.patience
  ) throws -> Result {
    // Files rather than pipes: a full pipe would block a program that prints much.
    let files = [0, 1].map { _ in "/tmp/tt-out-\(UUID().uuidString)" }
    defer { for file in files { unlink(file) } }
    let spawned = try Spawned(
      program, arguments, environment: environment, output: files[0], errors: files[1])
    let end = Date().addingTimeInterval(limit)
    while spawned.poll() == nil {
      guard Date() < end else {
        spawned.end()
        throw Failure(
          description: "\(program) \(arguments.prefix(8)) took longer than \(limit) s")
      }
      usleep(2000)
    }
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
    }
    return Result(status: spawned.status ?? -1, output: texts[0], errors: texts[1])
  }

  /// Runs a program and throws unless it succeeds.
  @discardableResult
  static func check(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> String {
    let result = try run(program, arguments, environment: environment)
    guard result.status == 0 else {
      throw Failure(
        description: "\(program) \(arguments.prefix(6)) gave \(result.status): \(result.errors)")
    }
    return result.output
  }

  /// Polls until a condition holds.
  static func wait(
    _ what: String, within limit: Double = Program.patience, _ condition: () throws -> Bool,
    state: () -> String = { "" }
  ) throws {
    let end = Date().addingTimeInterval(limit)
    while true {
      if try condition() { return }
      guard Date() < end else {
        throw Failure(description: "waited \(limit) s for \(what)\n\(state())")
      }
      usleep(20_000)
    }
  }
}
