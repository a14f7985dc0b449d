internal import Foundation
package import Glibc

/// A child process that ends with the benchmark.
package final class Spawned {
  package enum Stream {
    case nothing
    case file(String)
    case descriptor(Int32)
  }

  package let pid: pid_t
  package private(set) var status: Int32?
  /// Processor seconds of the process and the children that it waited for; known after its end.
  package private(set) var processorSeconds = 0.0

  /// - Parameters:
  ///   - terminal: the path of its controlling terminal, in place of the three streams.
  ///   - isOwnSession: whether it starts in a session of its own, as from a terminal. Linux divides
  ///     the processors among sessions first, so all players must be alike in this.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing,
    terminal: String? = nil, isOwnSession: Bool = true
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    // POSIX_SPAWN_SETSID, which the Glibc module leaves out.
    if isOwnSession { flags |= 0x80 }
    if let terminal {
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      for number: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, number) }
    } else {
      for (number, stream) in [input, output, errors].enumerated() {
        Self.connect(stream, to: Int32(number), &actions)
      }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, flags)
    // The kernel kills the process when the benchmark ends, for whatever reason.
    let all = ["setpriv", "--pdeathsig", "KILL", "--", program] + arguments
    var words = all.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, "setpriv", &actions, &attributes, &words, &settings)
    guard code == 0 else { throw BenchFault.command("\(program) cannot be started: \(code)") }
    self.pid = pid
  }

  deinit { end(SIGKILL) }

  private static func connect(
    _ stream: Stream, to number: Int32, _ actions: inout posix_spawn_file_actions_t
  ) {
    let write = O_WRONLY | O_CREAT | O_APPEND
    switch stream {
    case .nothing:
      posix_spawn_file_actions_addopen(
        &actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
    case .file(let path):
      posix_spawn_file_actions_addopen(
        &actions, number, path, number == 0 ? O_RDONLY : write, 0o600)
    case .descriptor(let descriptor):
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
  }

  /// The exit status, or the signal with 128 added; nil while running.
  @discardableResult
  package func poll() -> Int32? {
    var (raw, use): (Int32, rusage) = (0, rusage())
    guard status == nil, wait4(pid, &raw, WNOHANG, &use) == pid else { return status }
    for time in [use.ru_utime, use.ru_stime] {
      processorSeconds += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
    status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
    return status
  }

  package var isRunning: Bool { poll() == nil }

  /// Sends a signal, SIGKILL after a while, and waits for the end.
  package func end(_ signal: Int32 = SIGTERM) {
    for last in [signal, SIGKILL] {
      guard isRunning else { return }
      kill(pid, last)
      for _ in 0..<300 where isRunning { usleep(10_000) }
    }
  }

  /// Runs a program to its end and returns its output.
  @discardableResult
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    within limit: Double = 120
  ) throws -> String {
    let file = "/tmp/bench-\(UUID().uuidString)"
    defer { unlink(file) }
    let spawned = try Spawned(
      program, arguments, environment: environment ?? ProcessInfo.processInfo.environment,
      output: .file(file), errors: .file(file))
    try wait("\(program) to end", within: limit) { !spawned.isRunning }
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    guard spawned.status == 0 else {
      throw BenchFault.command("\(program) \(arguments.prefix(5)) failed: \(text.suffix(300))")
    }
    return text
  }

  /// The path of this program.
  package static var own: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  /// Whether a program is on the PATH.
  package static func isInstalled(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
