import BenchHarness
import Glibc

/// A player in a terminal, with its server if it has one.
final class ScreenedPlayer {
  let process: Spawned
  let terminal: WatchedTerminal
  let started: Moment
  let clock: ProcessorClock
  private let resident: ResidentFiles

  /// Screen output after a key, in seconds from the moment before the key.
  struct Stroke {
    /// Nil without output.
    var first: Double?
    var last: Double?
  }

  init(
    _ program: String, _ arguments: [String], _ home: PlayerHome, servers: [pid_t] = [],
    colors: String? = nil
  ) throws {
    resident = home.resident
    terminal = try WatchedTerminal()
    started = .now
    var environment = home.environment
    environment["COLORTERM"] = colors
    process = try Spawned(
      program, arguments, environment: environment, terminal: terminal.path)
    clock = ProcessorClock(pids: [process.pid] + servers)
  }

  /// Waits until no byte came and hardly any processor time was used for a while: late drawing is
  /// waited for as long as the player works on it.
  func settle(since start: Moment, quiet: Double = 0.15, within limit: Double = 30) throws {
    var (busy, used) = (start, clock.seconds)
    while true {
      usleep(4000)
      let (now, seconds) = (Moment.now, clock.seconds)
      // An idle player uses up to half a per cent of a core.
      if seconds - used > 0.0004 { busy = now }
      used = seconds
      let last = max(busy, max(start, terminal.drawing.last ?? start))
      if now - last > quiet { return }
      if now - start > limit { throw BenchFault.timeout("a screen that stays as it is") }
    }
  }

  /// Seconds from the start to the first byte, the first full screen and the last byte.
  ///
  /// A full screen has text in nearly as many rows as the last one.
  func arrival() throws -> (first: Double, full: Double, last: Double) {
    let drawing = terminal.drawing
    guard let first = drawing.first, let last = drawing.last else {
      throw BenchFault.refused("it draws nothing")
    }
    let rows = drawing.rows.last?.withText ?? 0
    let full = drawing.rows.first { $0.withText * 10 >= rows * 9 }
    return (first - started, (full?.at ?? last) - started, last - started)
  }

  /// Presses keys and waits until the screen stays as it is.
  func stroke(_ keys: String, quiet: Double = 0.15, within limit: Double = 30) throws -> Stroke {
    terminal.watch()
    let pressed = terminal.press(keys)
    try settle(since: pressed, quiet: quiet, within: limit)
    guard process.isRunning else { throw BenchFault.refused("it has ended") }
    let drawing = terminal.drawing
    return Stroke(
      first: drawing.first.map { $0 - pressed }, last: drawing.last.map { $0 - pressed })
  }

  /// Presses a key for another page while other work goes on, which draws, too: the first frame with
  /// the page counts.
  ///
  /// - Returns: seconds to the end of that frame; nil where no page came.
  func page(_ key: String, within limit: Double = 2) -> Double? {
    terminal.watch()
    let pressed = terminal.press(key)
    while Moment.now - pressed < limit {
      usleep(4000)
      if let page = terminal.drawing.page { return page - pressed }
    }
    return nil
  }

  /// Two rows of the screen, for the user who watches.
  func glance(_ title: String, from first: Int = 3) -> String {
    let rows = terminal.lines[first..<first + 2].map { "    │\($0)│" }
    return (["    \(title):"] + rows).joined(separator: "\n")
  }

  /// Quits with the player's own key; kills the process if that has no effect.
  func leave(_ keys: String, within limit: Double = 20) {
    for pid in clock.pids { resident.keep(of: pid) }
    terminal.press(keys)
    let end = Moment.now + limit
    while process.isRunning, Moment.now < end { usleep(5000) }
    process.end()
    terminal.close()
  }
}
