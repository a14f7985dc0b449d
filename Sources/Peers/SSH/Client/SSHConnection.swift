// Owns the child process ssh: a thread waits for its end, another keeps what it says on standard
// error. Standard input and output belong to the channel.
internal import CLinux
internal import FoundationEssentials
internal import Glibc
package import Music
package import Sync
internal import Threads

/// ssh to another machine, on which it starts `tritone sync --serve`.
package final class SSHConnection: PeerTransport, @unchecked Sendable {
  // because all that changes is used under the lock of `condition`
  private let address: SSHAddress
  private let options: SSHOptions
  private let environment: [String: String]
  private let condition = Condition()
  private var process: pid_t?
  private var status: SSHStatus?
  private var errors: [UInt8] = []
  private var hasAllErrors = false

  private static let maximumErrors = 64 << 10

  package init(
    _ address: SSHAddress, _ options: SSHOptions = SSHOptions(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.address = address
    var options = options
    options.readProgram(from: environment)
    self.options = options
    self.environment = environment
  }

  deinit { end() }

  package var name: String { CleanText.line(address.host, to: 80) }

  package func start() throws(PeerError) -> (input: Int32, output: Int32) {
    if let mistake = address.mistake { throw .remote(mistake.message) }
    guard options.remoteCommand?.unicodeScalars.contains(where: JSONEscapes.isEscaped) != true
    else { throw .remote("the device’s remote command has control characters; take them out") }
    var ends = [Int32](repeating: -1, count: 6)
    for index in 0..<3 {
      let code = ends.withUnsafeMutableBufferPointer { buffer in
        // because the array has six elements, it has an address
        tritone_pipe(buffer.baseAddress! + 2 * index)
      }
      guard code == 0 else {
        for end in ends where end >= 0 { close(end) }
        throw .remote("ssh does not start: \(systemText(code))")
      }
    }
    let code = spawn(input: ends[0], output: ends[3], errors: ends[5])
    for index in [0, 3, 5] { close(ends[index]) }
    guard code == 0 else {
      for index in [1, 2, 4] { close(ends[index]) }
      throw .remote(
        code == ENOENT
          ? "there is no program \(options.program[0]) here: install OpenSSH’s client"
          : "\(options.program[0]) does not start: \(systemText(code))")
    }
    watch(errors: ends[4])
    return (input: ends[2], output: ends[1])
  }

  private func spawn(input: Int32, output: Int32, errors: Int32) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (end, number) in [(input, Int32(0)), (output, 1), (errors, 2)] {
      posix_spawn_file_actions_adddup2(&actions, end, number)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    // Ctrl-C is not for ssh, which would end before the sync does. One that asks has to be in the
    // group that has the terminal.
    if !options.mayAsk { flags |= Int16(POSIX_SPAWN_SETPGROUP) }
    posix_spawnattr_setflags(&attributes, flags)
    var words = options.words(for: address).map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(
      &child, options.program[0], &actions, &attributes, &words, &settings)
    guard code == 0 else { return code }
    condition.withLock {
      process = child
      status = nil
      self.errors = []
      hasAllErrors = false
    }
    return 0
  }

  private func watch(errors descriptor: Int32) {
    guard let child = condition.withLock({ process }) else { return }
    OwnThread.start(named: "ssh end", stackSize: 64 << 10) { [self] in
      var information = siginfo_t()
      // The process stays in the table until its number is of no use to `end` any more.
      while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      condition.withLock {
        var code: Int32 = 0
        let found = waitpid(child, &code, WNOHANG)
        // Whoever started this program may have asked that its children leave no status.
        status = found == child ? SSHStatus(code) : .unknown
        process = nil
        condition.broadcast()
      }
    }
    OwnThread.start(named: "ssh errors", stackSize: 64 << 10) { [self] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 || count < 0 && errno == EINTR else { break }
        condition.withLock {
          errors += buffer.prefix(max(0, min(count, Self.maximumErrors - errors.count)))
        }
      }
      close(descriptor)
      condition.withLock {
        hasAllErrors = true
        condition.broadcast()
      }
    }
  }

  package func reason(isSilent: Bool, noise: [UInt8]) -> PeerError {
    // Whatever holds standard error open behind ssh is not waited for for long.
    let limit = ContinuousClock.now + (isSilent ? .zero : .seconds(3))
    let (status, errors) = condition.withLock {
      while self.status == nil, condition.wait(until: limit) {}
      let late = ContinuousClock.now + .milliseconds(500)
      while self.status != nil, !hasAllErrors, condition.wait(until: late) {}
      return (self.status, self.errors)
    }
    let failure = SSHFailure(
      address: address, command: options.remoteCommand ?? SSHOptions.standardCommand,
      status: status, errors: errors, noise: noise)
    return .remote(failure.sentence)
  }

  /// The process number of ssh while it runs; for tests.
  package var processNumber: Int32? { condition.withLock { process } }

  package func end() {
    condition.withLock {
      // Without its pipes it ends by itself.
      let limit = ContinuousClock.now + .seconds(2)
      while process != nil, condition.wait(until: limit) {}
      guard let process else { return }
      kill(process, SIGTERM)
      let last = ContinuousClock.now + .seconds(1)
      while self.process != nil, condition.wait(until: last) {}
      if let process = self.process { kill(process, SIGKILL) }
    }
  }
}

/// How ssh ended.
enum SSHStatus: Equatable {
  case code(Int32)
  case signal(Int32)
  case unknown

  init(_ status: Int32) {
    self = status & 0x7F == 0 ? .code(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }
}

/// The system's message for an errno, in small letters.
func systemText(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
