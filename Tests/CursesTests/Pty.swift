import Foundation
import Glibc

/// A pseudo-terminal whose master side the test holds.
final class Pty {
  let slave: Int32
  private var master: Int32

  init(rows: UInt16, columns: UInt16) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    self.master = master
    self.slave = slave
  }

  deinit {
    hangUp()
    close(slave)
  }

  /// The flags of the terminal's modes.
  var modes: [tcflag_t] {
    var modes = termios()
    tcgetattr(slave, &modes)
    return [modes.c_iflag, modes.c_oflag, modes.c_lflag]
  }

  func type(_ text: String) {
    _ = text.withCString { write(master, $0, strlen($0)) }
    // The kernel passes the input on in its own time.
    var descriptor = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    poll(&descriptor, 1, 2000)
  }

  func resize(rows: UInt16, columns: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// The path of the terminal's device.
  var path: String { ttyname(slave).map { String(cString: $0) } ?? "" }

  /// The output that is there, without waiting.
  func takeOutput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while readMore(within: 0, into: &bytes, &buffer) {}
    return bytes
  }

  /// The output since the last call.
  func output() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while readMore(within: 50, into: &bytes, &buffer) {}
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The output until it has all of some texts, for at most a minute.
  func output(until texts: String...) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      guard ContinuousClock.now < end, !texts.allSatisfy(text.contains) else {
        // And the output right after them.
        while readMore(within: 50, into: &bytes, &buffer) {}
        return String(decoding: bytes, as: UTF8.self)
      }
      _ = readMore(within: 50, into: &bytes, &buffer)
    }
  }

  /// False without new output.
  private func readMore(
    within milliseconds: Int32, into bytes: inout [UInt8], _ buffer: inout [UInt8]
  ) -> Bool {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }
}
