import Music

/// A line of a log on a device.
struct LoggedPlay: Equatable {
  /// What is on the left of the line's sound: a path, or artist and title.
  var path: FilePath?
  var artist: String?
  var title: String?
  /// Seconds on the device's own clock, nil where it has none.
  var start: Int64?
  /// Seconds; 0 for unknown.
  var length: Int64
  /// Whether the start is of UTC, and not the device's wall clock.
  var isUTC = false
}

/// The formats that Rockbox writes.
enum LogFormat: Equatable {
  /// `.scrobbler.log`: fields between tabs, after a header.
  case scrobbler
  /// `playback.log`: time, milliseconds heard, milliseconds in all, path.
  case playback

  static let maximumLine = 16 << 10
  /// Milliseconds of a play that is none.
  private static let shortest: Int64 = 500

  /// Reads a line; nil for comments, skipped tracks and what has another form.
  ///
  /// - Parameter isUTC: What the header before it said of the times.
  func play(_ line: ArraySlice<UInt8>, isUTC: Bool) -> LoggedPlay? {
    guard !line.isEmpty, line.count <= LogFormat.maximumLine, line.first != UInt8(ascii: "#")
    else { return nil }
    return switch self {
    case .scrobbler: LogFormat.scrobbled(line, isUTC)
    case .playback: LogFormat.played(line)
    }
  }

  /// artist, album, title, number, seconds, L or S, start, MusicBrainz id.
  private static func scrobbled(_ line: ArraySlice<UInt8>, _ isUTC: Bool) -> LoggedPlay? {
    let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard (7...9).contains(fields.count), fields[5] == "L", let length = Int64(fields[4]),
      (0...1_000_000).contains(length), let start = Int64(fields[6].trimmed())
    else { return nil }
    let artist = fields[0] == "<UNTAGGED>" ? "" : fields[0]
    guard !fields[2].isEmpty else { return nil }
    // Without a title the plugin writes the path, or the name of the file.
    let path = fields[2].hasPrefix("/") ? FilePath(fields[2]) : nil
    return LoggedPlay(
      path: path, artist: artist.isEmpty ? nil : artist, title: path == nil ? fields[2] : nil,
      start: start > 0 ? start : nil, length: length, isUTC: isUTC)
  }

  private static func played(_ line: ArraySlice<UInt8>) -> LoggedPlay? {
    let fields = line.split(
      separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4 else { return nil }
    let numbers = fields.prefix(3).map { Int64(String(decoding: $0, as: UTF8.self)) }
    guard let start = numbers[0], let elapsed = numbers[1], let length = numbers[2],
      length > 0, length < 1_000_000_000, elapsed >= shortest, elapsed <= length,
      elapsed >= length / 100 * 50, !fields[3].isEmpty
    else { return nil }
    return LoggedPlay(
      path: FilePath(bytes: Array(fields[3])), start: start > 0 ? start : nil,
      length: length / 1_000)
  }
}
