import CNcurses
import Glibc

/// A terminal as a file, which is read and written without waiting.
struct TerminalFile {
  /// A description of our own, or the caller's descriptors.
  let input: Int32
  let output: Int32
  private let isOwn: Bool

  /// The modes of the terminal that both descriptors are open for.
  static func modes(input: Int32, output: Int32) throws(TerminalError) -> termios {
    var modes = termios()
    guard let terminal = number(of: input), let other = number(of: output),
      tcgetattr(input, &modes) == 0
    else { throw .notATerminal }
    guard terminal == other else { throw .differentTerminals }
    return modes
  }

  /// Opens the terminal again. O_NONBLOCK on a descriptor from elsewhere would be set for all that
  /// have it, such as the user's shell.
  init(input: Int32, output: Int32) {
    let own = open("/proc/self/fd/\(output)", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    isOwn = own >= 0 && Self.isSame(own, output)
    if own >= 0, !isOwn { Glibc.close(own) }
    (self.input, self.output) = isOwn ? (own, own) : (input, output)
  }

  /// The number of the terminal's device; nil for what is no terminal.
  private static func number(of descriptor: Int32) -> UInt32? {
    guard isatty(descriptor) == 1 else { return nil }
    var number: UInt32 = 0
    // TIOCGDEV sees through /dev/tty; a kernel without it may still have terminals.
    if ioctl(descriptor, 0x8004_5432, &number) == 0 { return number }
    var status = stat()
    return fstat(descriptor, &status) == 0 ? UInt32(truncatingIfNeeded: status.st_rdev) : nil
  }

  /// Whether both are open for the same terminal, and neither stands for that of whoever opens it.
  private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
    var (status, other) = (stat(), stat())
    guard fstat(first, &status) == 0, fstat(second, &other) == 0 else { return false }
    return status.st_dev == other.st_dev && status.st_ino == other.st_ino
      && status.st_rdev == other.st_rdev && number(of: first) == number(of: second)
  }

  func close() {
    if isOwn { Glibc.close(output) }
  }

  /// The pseudo-terminals of Linux take as much whenever poll says that they take something.
  private static let certainBytes = 256

  /// - Returns: The number of bytes that the terminal took, or nil where it is gone.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var count = bytes.count
    if !isOwn {
      switch state(within: 0) {
      case .gone: return nil
      case .full: return 0
      case .writable: count = min(count, TerminalFile.certainBytes)
      }
    }
    while true {
      let written = Glibc.write(output, bytes.baseAddress, count)
      if written >= 0 { return written }
      switch errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: return nil
      }
    }
  }

  enum State { case writable, full, gone }

  func state(within milliseconds: Int32) -> State {
    var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return .full }
    if descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return .gone }
    return .writable
  }
}
