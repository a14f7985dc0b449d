import Media

/// One request for a range of a file. Used under the lock of its file.
final class Fetch {
  let start: Int64
  /// The offset of the next byte.
  var next: Int64
  /// The end of what was asked for; `.max` for all that comes.
  var end: Int64
  /// Whether it runs beside the one that follows the reader.
  let isAside: Bool
  let began = SuspendingClock.now
  /// Bytes of the body to leave out, from a server without ranges.
  var skipped: Int64 = 0
  /// Whether nothing more of it is wanted.
  var isOver = false
  /// The reason why the answer was refused.
  var fault: RemoteFault?
  /// The beginning of an answer that is text.
  var text: [UInt8]?
  var task: Task<Void, Never>?

  static let longestText = 4096

  init(_ range: Range<Int64>, isAside: Bool) {
    start = range.lowerBound
    next = range.lowerBound
    end = range.upperBound
    self.isAside = isAside
  }

  /// The value of the header Range.
  var range: String { "bytes=\(next)-" + (end == .max ? "" : "\(end - 1)") }

  func cancel() {
    isOver = true
    task?.cancel()
  }
}
