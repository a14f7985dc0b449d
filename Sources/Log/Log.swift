// The log of the program. It is made at the start and passed along. Writing never waits for the
// disk: entries go to a queue whose thread writes them. Never used in the sound server's callback.

package import Music

/// Writes entries about the program's work to files, for the question why something failed.
package final class Log: Sendable {
  private let queue: LogQueue?
  private let level: LogLevel

  /// A log that writes nothing.
  package init() { (queue, level) = (nil, .error) }

  /// - Parameters:
  ///   - folder: made with the first entry.
  ///   - level: the least severe one that is written.
  ///   - hidesPrivate: whether titles, paths and other personal values are left out; nil holds all
  ///     entries until `hidePrivate` or `flush`.
  package init(
    in folder: LogFolder, level: LogLevel = .info, hidesPrivate: Bool? = false,
    limits: LogLimits = LogLimits()
  ) {
    self.level = level
    queue = LogQueue(folder: folder, limits: limits, hidesPrivate: hidesPrivate)
  }

  deinit {
    queue?.release()
    queue?.end()
  }

  package func error(
    _ part: LogPart, _ message: StaticString, _ fields: @autoclosure () -> [LogField] = []
  ) {
    write(.error, part, message, fields())
  }

  package func warning(
    _ part: LogPart, _ message: StaticString, _ fields: @autoclosure () -> [LogField] = []
  ) {
    write(.warning, part, message, fields())
  }

  package func info(
    _ part: LogPart, _ message: StaticString, _ fields: @autoclosure () -> [LogField] = []
  ) {
    write(.info, part, message, fields())
  }

  package func debug(
    _ part: LogPart, _ message: StaticString, _ fields: @autoclosure () -> [LogField] = []
  ) {
    write(.debug, part, message, fields())
  }

  private func write(
    _ level: LogLevel, _ part: LogPart, _ message: StaticString,
    _ fields: @autoclosure () -> [LogField]
  ) {
    guard let queue, level <= self.level else { return }
    queue.add(LogEntry(level, part, message, fields()))
  }

  /// Leaves personal values out from now on, or writes them; held entries as well.
  package func hidePrivate(_ hides: Bool) { queue?.hidePrivate(hides) }

  /// Waits until all entries are written, with a timeout.
  package func flush(within time: Duration = .milliseconds(500)) {
    queue?.release()
    queue?.flush(milliseconds: Int(time / .milliseconds(1)))
  }

  /// Makes this the log that `flushLogAfterCrash` flushes.
  package func flushOnCrash() { queue.map(CrashedLog.use) }
}
