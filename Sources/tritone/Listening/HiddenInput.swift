import Curses
import Glibc
import Library
import Music

/// Secrets that the user types or that come from a file, and never as arguments.
struct HiddenInput {
  /// A token, or a key and its secret, is far shorter.
  private static let longest = 65_536

  /// Lines of a file, or of standard input for "-" and for nil; typed on a terminal without echo.
  ///
  /// - Parameter prompts: one for each line.
  static func lines(_ prompts: [String], from file: FilePath?) throws -> [Secret] {
    if let file { return try lines(prompts.count, of: bytes(of: file)) }
    guard isatty(STDIN_FILENO) == 1 else {
      return try lines(prompts.count, of: bytes(of: STDIN_FILENO))
    }
    return try prompts.map { prompt in
      StandardError.write(prompt + ": ")
      return try typed()
    }
  }

  private static func lines(_ count: Int, of bytes: [UInt8]) throws -> [Secret] {
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.trimmed() }.filter { !$0.isEmpty }
    guard lines.count == count else {
      throw Failure(
        reason: count == 1
          ? "a password or a token is one line" : "the key and the shared secret are a line each"
      )
    }
    return lines.map { Secret($0) }
  }

  private static func bytes(of file: FilePath) throws -> [UInt8] {
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw LibraryError.unwritable(file, code: errno) }
    defer { close(descriptor) }
    return try bytes(of: descriptor)
  }

  private static func bytes(of descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= longest {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
    throw Failure(reason: "that is too long for a token")
  }

  /// A line from the terminal, which shows nothing of it.
  private static func typed() throws -> Secret {
    switch HiddenLine.read(from: STDIN_FILENO, done: { StandardError.write("\n") }) {
    case .noTerminal: throw Failure(reason: "no terminal")
    case .interrupted: throw CancellationError()
    case .typed(let bytes):
      let line = String(decoding: bytes, as: UTF8.self).trimmed()
      guard !line.isEmpty else { throw Failure(reason: "nothing was typed") }
      return Secret(line)
    }
  }
}
