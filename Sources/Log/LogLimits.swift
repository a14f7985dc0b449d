/// Bounds of the log.
package struct LogLimits: Sendable {
  /// Bytes of a file; there are five.
  package var fileSize = 1_000_000
  /// Entries that wait for the file.
  package var entries = 4_096
  /// Bytes of waiting entries, about.
  package var memory = 1_000_000

  package init() {}
}
