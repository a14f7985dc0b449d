import FoundationEssentials
import Glibc
import Music

/// The user's editor, which has the terminal while it runs.
struct Editor {
  enum State: Equatable {
    case running, stopped
    /// With the exit status, or a signal with 128 added.
    case ended(Int32)
  }

  private let process: pid_t

  /// Starts $VISUAL or $EDITOR, or else nano or vi.
  ///
  /// The editor stays in our process group, so that the shell stops and continues both.
  init(of file: FilePath, input: Int32, output: Int32) throws(Failure) {
    for command in Self.commands(ProcessInfo.processInfo.environment) {
      if let process = try Self.start(command, file, input: input, output: output) {
        self.process = process
        return
      }
    }
    throw Failure(reason: "There is no editor: $VISUAL or $EDITOR names one")
  }

  /// The commands to try, without the file.
  static func commands(_ environment: [String: String]) -> [[String]] {
    let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first {
      !$0.trimmed().isEmpty
    }
    guard let chosen else { return [["nano"], ["vi"]] }
    // The variable is a command of the shell, as for other programs. The path is an argument.
    return [["/bin/sh", "-c", chosen + " \"$1\"", "tritone"]]
  }

  /// Nil where there is no such program.
  private static func start(
    _ command: [String], _ file: FilePath, input: Int32, output: Int32
  ) throws(Failure) -> pid_t? {
    var process: pid_t = 0
    let code = ChildProcess.start(
      command[0], command.map { Array($0.utf8) } + [file.bytes],
      streams: [.descriptor(input), .descriptor(output), .descriptor(output)], group: .ours,
      process: &process)
    guard code != ENOENT else { return nil }
    guard code == 0 else {
      throw Failure(reason: "The editor does not start: \(String(cString: strerror(code)))")
    }
    return process
  }

  func state() -> State {
    var status: Int32 = 0
    let found = waitpid(process, &status, WNOHANG | WUNTRACED)
    // Whoever started this program may have asked that its children leave no status.
    if found < 0, errno == ECHILD { return .ended(0) }
    guard found == process else { return .running }
    if status & 0xFF == 0x7F { return .stopped }
    return .ended(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
  }

  /// Asks it to end.
  func end() { kill(process, SIGTERM) }
}
