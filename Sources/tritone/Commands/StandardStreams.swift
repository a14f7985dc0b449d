import CLinux
import Glibc

/// What goes to the user beside the answer: errors, warnings, what was written.
enum StandardError {
  /// Writes one line. Nothing in it can steer a terminal: file names and servers' words are
  /// strangers' texts.
  static func print(_ line: String) { write(TextCleaning.line(line) + "\n") }

  /// Writes a line of the program's own over the one before it, on a terminal only.
  static func progress(_ line: String, isLast: Bool) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    write("\r" + line + (isLast ? "\n" : ""))
  }

  /// Writes a text of the program's own, which may steer a terminal.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    // Nobody can be told that this failed.
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}

/// Where answers go; the only place of the program that prints.
enum StandardOutput {
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Prints one line. Nothing in it can steer a terminal.
  static func line(_ text: String) { print(TextCleaning.line(text)) }

  /// Prints a record as one line of JSON, which programs read and no text is left out of.
  static func json(_ record: some Encodable) throws { print(try JSONText.line(record)) }

  /// Prints a text of the program's own, with its line ends.
  static func ours(_ text: String) { print(text, terminator: text.hasSuffix("\n") ? "" : "\n") }

  /// Writes bytes as they are, behind what was printed before.
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

  /// Why some of what was printed so far did not get out; nil where all of it did.
  static var fault: String? {
    let code = tritone_flush_output()
    return code == 0 ? nil : text(code)
  }

  private static func text(_ code: Int32) -> String {
    let reason =
      switch code {
      case EBADF: "it is closed"
      // Of what failed before only that it failed is known.
      case EIO: "some of it is lost"
      default: String(cString: strerror(code)).lowercased()
      }
    return "standard output cannot be written: \(reason)"
  }
}
