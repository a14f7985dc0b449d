import Foundation
import ServerHarness

/// The program in a terminal that only takes its bytes: nothing emulates one, and nothing answers.
final class PtyTerminal {
  private let master: Int32
  private let program: Spawned
  private var bytes: [UInt8] = []

  init(_ sandbox: Sandbox, _ arguments: [String], rows: UInt16, columns: UInt16) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0, let name = ttyname(slave) else {
      throw Program.Failure(description: "no terminal: \(errno)")
    }
    defer { close(slave) }
    // Else programs that are started later keep the terminal open.
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.master = master
    let path = String(cString: name)
    program = try Spawned(
      Sandbox.binary, arguments, environment: sandbox.environment, input: slave, output: path,
      errors: path)
  }

  deinit {
    program.end(SIGKILL)
    close(master)
  }

  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

  /// Waits until the program has written a text since the last such wait.
  func see(_ text: String) throws {
    let wanted = Array(text.utf8)
    try Program.wait("“\(text)”") {
      read()
      guard let found = bytes.firstRange(of: wanted) else { return false }
      bytes.removeSubrange(..<found.upperBound)
      return true
    } state: {
      String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Waits for the end of the program, and returns its status.
  func left() throws -> Int32 {
    try Program.wait("the program to end") {
      read()
      return program.poll() != nil
    }
    return program.status ?? -1
  }

  private func read() {
    var part = [UInt8](repeating: 0, count: 65_536)
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 0) > 0 {
      let count = Glibc.read(master, &part, part.count)
      guard count > 0 else { return }
      bytes += part[..<count]
    }
  }
}
