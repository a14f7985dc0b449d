import BenchHarness
import Dispatch
import Foundation
import Glibc
import Synchronization

/// A terminal of 120 by 40 that timestamps output before it parses it.
final class WatchedTerminal: Sendable {
  /// Output since the last `watch`.
  struct Drawing {
    var first: Moment?
    var last: Moment?
    /// The end of the first update (mode 2026) that changed the text of many rows.
    var page: Moment?
    var bytes = 0
    /// Number of rows with text after each read; only from the start of a program.
    var rows: [(at: Moment, withText: Int)] = []
  }

  private struct State {
    var screen: ScreenModel
    /// The screen at the last `watch`.
    var watched: ScreenModel
    var drawing = Drawing()
    var countsRows = true
  }

  /// The rows that a page changes at least, and what shows of other work does not.
  private static let rowsOfPage = 10

  /// The terminal's path for the program.
  let path: String
  private let master: Int32
  /// Open so that reading does not fail before a program has opened it.
  private let slave: Int32
  private let state: Mutex<State>
  private let ended = DispatchSemaphore(value: 0)

  init(columns: Int = 120, rows: Int = 40) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else {
      throw BenchFault.command("no pseudo-terminal: \(errno)")
    }
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.master = master
    self.slave = slave
    let screen = ScreenModel(columns: columns, rows: rows)
    state = Mutex(State(screen: screen, watched: screen))
    // Retains the terminal until the last program and `close` have closed the slave side.
    Thread.detachNewThread { [self] in drain() }
  }

  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = read(master, &buffer, buffer.count)
      let now = Moment.now
      if got == 0 || (got < 0 && errno != EINTR) { break }
      guard got > 0 else { continue }
      let answers = state.withLock { state in
        state.drawing.first = state.drawing.first ?? now
        state.drawing.last = now
        state.drawing.bytes += got
        let updates = state.screen.updates
        state.screen.show(buffer[..<got])
        if state.drawing.page == nil, state.screen.updates > updates,
          state.screen.changedRows(since: state.watched) >= Self.rowsOfPage
        {
          state.drawing.page = now
        }
        if state.countsRows { state.drawing.rows.append((now, state.screen.rowsWithText)) }
        return state.screen.takeAnswers()
      }
      if !answers.isEmpty { _ = write(master, answers, answers.count) }
    }
    Glibc.close(master)
    ended.signal()
  }

  /// Call after the end of the program.
  func close() {
    Glibc.close(slave)
    _ = ended.wait(timeout: .now() + 2)
  }

  /// Presses keys, as the bytes of a terminal. Returns the moment before.
  @discardableResult
  func press(_ keys: String) -> Moment {
    let bytes = Array(keys.utf8)
    let now = Moment.now
    _ = write(master, bytes, bytes.count)
    return now
  }

  /// Discards the output recorded so far.
  func watch() {
    state.withLock { state in
      state.drawing = Drawing()
      state.watched = state.screen
      state.countsRows = false
    }
  }

  var drawing: Drawing { state.withLock(\.drawing) }
  var lines: [String] { state.withLock(\.screen.lines) }
}
