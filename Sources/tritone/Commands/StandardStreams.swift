import ArgumentParser
import CLinux
import Control
import Glibc

/// Messages to the user beside the answer: errors, warnings, progress.
enum StandardError {
  /// Writes one line, cleaned of terminal control characters: file names and server messages are
  /// untrusted.
  static func print(_ line: String) { write(TextCleaning.line(line) + "\n") }

  /// Overwrites the previous line with a progress line, on a terminal only.
  static func progress(_ line: String, isLast: Bool, isForTerminal: Bool = false) {
    guard isForTerminal || isatty(STDERR_FILENO) == 1 else { return }
    write("\r" + line + (isLast ? "\n" : ""))
  }

  /// Writes a text of the program's own, which may steer a terminal.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    // A failure cannot be reported anywhere.
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}

/// Answers; the only place of the program that prints.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Prints one line, cleaned of terminal control characters.
  static func line(_ text: String) { print(TextCleaning.line(text)) }

  /// Prints a record as one line of JSON, with its texts unchanged.
  static func json(_ record: some Encodable) throws { print(try JSONText.line(record)) }

  /// Prints the program's own text, with its line ends.
  static func ours(_ text: String) { print(text, terminator: text.hasSuffix("\n") ? "" : "\n") }

  /// Writes bytes unchanged, behind earlier output.
  static func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    if let fault { throw Failure(reason: fault) }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw Failure(reason: text(errno))
      }
    }
  }

  /// Runs work that follows something and prints it; it ends as a filter does when nobody reads
  /// that any more, also where whoever started this program ignores SIGPIPE.
  static func following(_ work: () throws -> Void) throws {
    signal(SIGPIPE, SIG_DFL)
    do {
      try work()
    } catch ControlError.unread {
      raise(SIGPIPE)
      throw ExitCode(128 + SIGPIPE)
    }
  }

  /// The error of earlier output; nil if all was written.
  static var fault: String? {
    let code = tritone_flush_output()
    return code == 0 ? nil : text(code)
  }

  private static func text(_ code: Int32) -> String {
    let reason =
      switch code {
      case EBADF: "it is closed"
      // The cause of an earlier failure is unknown.
      case EIO: "some of it is lost"
      default: String(cString: strerror(code)).lowercased()
      }
    return "standard output cannot be written: \(reason)"
  }
}
