import Music

/// The plays of a device's logs, each once.
struct LogReading {
  private(set) var state: DeviceLogState
  private var plays: [LoggedPlay] = []

  static let maximumPlays = 200_000
  /// Seconds between two starts that are one: a device plays one track at a time.
  private static let same: Int64 = 2

  init(_ state: DeviceLogState) { self.state = state }

  /// Where to go on in a log.
  ///
  /// - Parameter lastLine: The whole line that ends at an offset.
  func offset(in log: String, size: Int64, lastLine: (Int64) -> [UInt8]?) -> Int64 {
    guard let known = state.logs[log], known.offset <= size, known.offset > 0,
      lastLine(known.offset).map({ SHA256.digest(of: $0) }) == known.lastLine
    else { return 0 }
    return known.offset
  }

  /// Takes in what a log has from an offset on; a last line without its end waits.
  ///
  /// - Parameter header: The beginning of the log, which tells what its times mean.
  mutating func add(
    _ bytes: [UInt8], from offset: Int64, of log: String, _ format: LogFormat, header: [UInt8]
  ) {
    guard let end = bytes.lastIndex(of: 0x0A) else { return }
    var isUTC = LogReading.isUTC(header)
    var lastLine: ArraySlice<UInt8> = []
    for line in bytes[..<end].split(separator: 0x0A, omittingEmptySubsequences: false) {
      lastLine = line
      let text = line.last == 0x0D ? line.dropLast() : line
      if text.starts(with: Array("#TZ/".utf8)) { isUTC = LogReading.isUTC(Array(text)) }
      guard plays.count < LogReading.maximumPlays, let play = format.play(text, isUTC: isUTC)
      else { continue }
      plays.append(play)
    }
    state.logs[log] = DeviceLogState.Log(
      offset: offset + Int64(end) + 1, lastLine: SHA256.digest(of: Array(lastLine)))
  }

  private static func isUTC(_ header: [UInt8]) -> Bool {
    header.prefix(512).split(separator: 0x0A).contains {
      String(decoding: $0, as: UTF8.self).trimmed() == "#TZ/UTC"
    }
  }

  /// The plays that no earlier reading had.
  ///
  /// - Parameters:
  ///   - zone: of the device's clock, which is the user's.
  ///   - names: artist and title of a track by its path in the music folder.
  mutating func finish(
    zone: LocalZone, now: Int64, names: (FilePath) -> (artist: String?, title: String)?
  ) -> [DevicePlay] {
    var known = StartTimes(state.starts)
    var latest: [String: LoggedPlay] = [:]
    var found: [DevicePlay] = []
    var starts: [Int64] = []
    let ordered = plays.enumerated().sorted {
      ($0.element.start ?? 0, $0.offset) < ($1.element.start ?? 0, $1.offset)
    }
    for (_, play) in ordered {
      let path = play.path.flatMap(LogReading.musicPath)
      guard path != nil || play.title != nil else { continue }
      let named = path.flatMap(names)
      let title = play.title ?? named?.title ?? path?.text ?? ""
      let key = "\(play.artist ?? named?.artist ?? "")\t\(title)".lowercased()
      if let start = play.start {
        let wall = play.isUTC ? zone.localTime(at: start) : start
        if known.contains(near: wall, within: LogReading.same) { continue }
        // A play that was stopped and went on is written twice.
        if let before = latest[key]?.start, wall - before < max(play.length, 1) { continue }
        var kept = play
        kept.start = wall
        latest[key] = kept
        known.insert(wall)
        starts.append(wall)
      }
      found.append(
        DevicePlay(
          path: path, artist: play.artist, title: play.title,
          time: LogReading.time(play, zone, now)))
    }
    state.starts = Array((state.starts + starts).suffix(DeviceLogState.maximumStarts))
    return found
  }

  /// The moment of a play; nil for a clock that was never set, or is ahead.
  private static func time(_ play: LoggedPlay, _ zone: LocalZone, _ now: Int64) -> Int64? {
    guard let start = play.start, start < Int64.max / 4 else { return nil }
    var moment = start
    if !play.isUTC {
      // The zone's offset at that moment, of which only the wall clock is known.
      let first = start - zone.offset(at: start)
      moment = start - zone.offset(at: first)
    }
    return moment >= 978_307_200 && moment <= now + 86_400 ? moment : nil
  }

  /// The path in the music folder: players put the volume before it.
  static func musicPath(_ path: FilePath) -> FilePath? {
    let components = path.components
    let first = components.prefix(2).firstIndex {
      $0.count == 5 && String(decoding: $0, as: UTF8.self).lowercased() == "music"
    }
    guard let first, first + 1 < components.count else { return nil }
    let rest = FilePath(bytes: Array(components[(first + 1)...].joined(separator: [0x2F])))
    return DevicePath.isSafe(rest) ? rest : nil
  }
}

/// Times in buckets, to find one that is near.
private struct StartTimes {
  private var buckets: Set<Int64> = []

  init(_ times: [Int64]) { buckets = Set(times) }

  mutating func insert(_ time: Int64) { buckets.insert(time) }

  func contains(near time: Int64, within distance: Int64) -> Bool {
    guard time < Int64.max / 4 else { return false }
    return (-distance...distance).contains { buckets.contains(time + $0) }
  }
}
