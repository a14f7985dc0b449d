internal import Glibc
internal import Music

/// An entry on its way to the file.
struct LogEntry: Sendable {
  var time: timespec
  var level: LogLevel
  var part: LogPart
  var message: StaticString
  var fields: [LogField]

  init(_ level: LogLevel, _ part: LogPart, _ message: StaticString, _ fields: [LogField]) {
    time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    self.level = level
    self.part = part
    self.message = message
    self.fields = fields
  }

  /// The memory that the entry takes in the queue, about.
  var size: Int { fields.reduce(96) { $0 + $1.size } }
}
