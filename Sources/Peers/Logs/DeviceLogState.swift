internal import FoundationEssentials
internal import Music

/// How far the logs of a device were read: the caller keeps it together with the plays.
package struct DeviceLogState: Codable, Equatable, Sendable {
  /// A log that only grows.
  struct Log: Codable, Equatable, Sendable {
    /// Bytes of whole lines that were read.
    var offset: Int64
    /// Of the last line before the offset; another one there means another file.
    var lastLine: String
  }

  /// By the path on the device.
  var logs: [String: Log] = [:]
  /// Times on the device's own clock of the latest plays that were read. The same play comes again
  /// where one log is made into another, or is rotated.
  var starts: [Int64] = []
  /// Plays that were read before and wait for their songs; kept beside the rest.
  var waiting: [DevicePlay] = []

  private enum CodingKeys: CodingKey { case logs, starts }

  static let maximumStarts = 20_000

  package init() {}

  /// Reads what `text` gave; an empty state, which reads logs from their start, where it means nothing.
  package init(text: String) {
    let (logs, waiting) = WaitingPlays.read(text)
    do {
      self = try JSONDecoder().decode(DeviceLogState.self, from: Data(logs.utf8))
      self.waiting = waiting.filter { $0.path.map(DevicePath.isSafe) ?? true }
    } catch {
      self.init()
    }
  }

  package var text: String {
    // because it has texts and whole numbers alone, it can always be written
    String(decoding: try! JSONEncoder().encode(self), as: UTF8.self)
  }
}
