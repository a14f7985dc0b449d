import BenchHarness
import Dispatch
import Foundation
import Glibc

/// A terminal whose output is read and discarded.
final class PseudoTerminal {
  /// The terminal's path for the program.
  let path: String
  private let master: Int32
  /// Open so that reading does not fail before a program has opened it.
  private let slave: Int32
  private let ended = DispatchSemaphore(value: 0)

  init(columns: UInt16 = 120, rows: UInt16 = 40) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else {
      throw BenchFault.command("no pseudo-terminal: \(errno)")
    }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.master = master
    self.slave = slave
    let (reading, ended) = (master, ended)
    // Ends when the last program and we have closed the slave side.
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let got = read(reading, &buffer, buffer.count)
        if got == 0 || (got < 0 && errno != EINTR) { break }
      }
      ended.signal()
    }
  }

  deinit {
    close(slave)
    // A descriptor still in use by `read` must not become another file's.
    if ended.wait(timeout: .now() + 2) == .success { close(master) }
  }

  /// Presses keys, as the bytes of a terminal.
  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }
}
