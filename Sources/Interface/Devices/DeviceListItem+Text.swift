import Music
import Screen

// A device in words.
extension DeviceListItem {
  /// "12 new, 3 changed"; nil where it is not known.
  package var waitingText: String? {
    guard let waiting else { return nil }
    let parts = [(waiting.new, "new"), (waiting.changed, "changed")].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "nothing waits" : parts.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
  }

  /// "3 days ago"; nil before the first sync.
  func lastText(at time: Int64?) -> String? {
    guard let last = device.lastSync else { return nil }
    return time.map { DeviceListItem.ago(from: last, to: $0) }
  }

  /// The time between two Unix times in one unit. A clock that was wrong gives "just now".
  static func ago(from then: Int64, to now: Int64) -> String {
    let difference = now.subtractingReportingOverflow(then)
    let seconds = difference.overflow ? 0 : max(0, difference.partialValue)
    let units: [(Int64, String)] = [
      (365 * 86_400, "year"), (30 * 86_400, "month"), (86_400, "day"), (3_600, "hour"),
      (60, "minute"),
    ]
    guard let (size, noun) = units.first(where: { seconds >= $0.0 }) else { return "just now" }
    return Int(seconds / size).counted(noun) + " ago"
  }

  var presenceText: String {
    switch isThere {
    case true: "there"
    case false: "not there"
    case nil: "another machine"
    }
  }

  /// The used part of its space, 0 to 1; nil where unknown.
  var usedPart: Double? {
    guard let capacity, let free, capacity > 0, free >= 0 else { return nil }
    return 1 - min(1, Double(free) / Double(capacity))
  }

  /// "12.3 GB of 64.0 GB free"; nil where unknown.
  var spaceText: String? {
    guard let free, free >= 0 else { return nil }
    return capacity.map { "\(free.byteText) of \($0.byteText) free" } ?? free.byteText + " free"
  }

  /// The contents chosen for it: "Road Trip, slot 1 and rating:>=4, at most 32.0 GB, as Opus 160".
  var optionsText: String {
    let options = device.options
    return [
      options.contents.text(names), options.limit.map { "at most \($0.byteText)" },
      options.conversion.map { "as " + $0.title },
      options.syncsByItself ? "syncs by itself" : nil,
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// The name for messages, which have room for other words, too.
  var shortName: String { TextWidth.truncated(device.name, to: 40) }
}

extension [DeviceContent] {
  /// "Road Trip, slot 1, rating:>=4".
  func text(_ names: [PlaylistID: String]) -> String {
    if isEmpty { return "nothing" }
    if contains(.everything) { return "everything" }
    let parts = prefix(20).map { content in
      switch content {
      case .everything: "everything"
      case .playlist(let id): names[id] ?? "a playlist that is gone"
      case .slot(let number): "slot \(number)"
      case .query(let query): query
      }
    }
    return parts.joined(separator: ", ") + (count > 20 ? " and \((count - 20).grouped) more" : "")
  }
}

extension ConversionRule {
  /// "Opus 160", "MP3 V0".
  var title: String {
    let name =
      switch codec {
      case .opus: "Opus"
      case .mp3: "MP3"
      case .aac: "AAC"
      }
    guard let bitRate else { return codec == .mp3 ? "MP3 V0" : name }
    return "\(name) \(bitRate / 1_000)"
  }
}

extension Syncing.Run {
  /// The part that is done, 0 to 1; nil where the end is not known.
  package var part: Double? {
    guard let progress, !isStopping else { return nil }
    switch progress.phase {
    case .connecting, .reading, .planning, .finishing: return nil
    case .copying:
      let (done, total) =
        progress.bytesTotal > 0
        ? (Double(progress.bytesDone), Double(progress.bytesTotal))
        : (Double(progress.filesDone), Double(progress.filesTotal))
      return total > 0 ? max(0, min(1, done / total)) : nil
    }
  }

  /// "copying 12 of 45 · 8.2 MB/s · 2 min left".
  package var text: String {
    if isStopping { return "stopping" }
    guard let progress else { return carriesOut ? "beginning" : "connecting" }
    switch progress.phase {
    case .connecting: return "connecting"
    case .reading:
      return progress.filesDone > 0
        ? "reading, \(progress.filesDone.counted("file"))" : "reading"
    case .planning: return "planning"
    case .finishing: return "finishing"
    case .copying:
      let files = "copying \(progress.filesDone.grouped) of \(progress.filesTotal.grouped)"
      let rate = progress.speed.map { $0.byteText + "/s" }
      let left = max(0, progress.bytesTotal) - max(0, progress.bytesDone)
      let time = SyncTime.text(of: left, at: progress.speed)
      return [files, rate, time.map { $0 + " left" }].compactMap(\.self).joined(separator: " · ")
    }
  }

  /// The run in a corner of the screen: "Pixel · copying 12 of 45 · 8.2 MB/s · 2 min left".
  func cornerText(columns: Int) -> String {
    let short = TextWidth.truncated(name, to: columns >= 60 ? 20 : 12)
    let state = columns >= 60 ? text : part.map { "\(Int($0 * 100)) %" } ?? phaseWord
    return "\(short) · \(state)"
  }

  private var phaseWord: String { isStopping ? "stopping" : progress?.phase.rawValue ?? "begins" }
}

/// Times that bytes take.
enum SyncTime {
  /// "2 min", or "under 1 min"; nil where nothing is left, or the speed is not known.
  static func text(of bytes: Int64, at speed: Int64?) -> String? {
    guard let speed, speed > 0, bytes > 0 else { return nil }
    let seconds = bytes / speed
    return seconds < 60 ? "under 1 min" : Duration.seconds(seconds).longText
  }
}
