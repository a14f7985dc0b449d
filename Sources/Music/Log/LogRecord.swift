/// An entry of the log as it was read.
package struct LogRecord: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package var name, value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// Since 1970, UTC.
  package var milliseconds: Int64
  package var level: LogLevel
  /// The part of the program.
  package var part: String
  /// The process id.
  package var process: Int32
  package var message: String
  package var fields: [Field]

  package init(
    milliseconds: Int64, level: LogLevel, part: String, process: Int32, message: String,
    fields: [Field] = []
  ) {
    self.milliseconds = milliseconds
    self.level = level
    self.part = part
    self.process = process
    self.message = message
    self.fields = fields
  }
}
