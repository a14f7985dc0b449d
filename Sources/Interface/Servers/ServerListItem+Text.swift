import Music
import Screen

// A server in words.
extension ServerListItem {
  /// The name for messages, which have room for other words, too.
  var shortName: String { TextWidth.truncated(server.name, to: 40) }

  /// "3 days ago"; "never" before the first listing, "" where the time is not known.
  func lastText(at time: Int64?) -> String {
    guard let last = server.lastListing else { return "never" }
    return time.map { DeviceListItem.ago(from: last, to: $0) } ?? ""
  }

  var stateText: String {
    switch state {
    case .fine: "fine"
    case .listing(let progress): progress.text
    case .offline: "offline"
    case .signInNeeded: "sign in again"
    }
  }

  /// "214 tracks, 3.2 GB"; "" where none is there.
  var onDiskText: String {
    tracksOnDisk > 0
      ? "\(tracksOnDisk.counted("track")), \(max(0, bytesOnDisk).byteText)" : ""
  }

  /// "12,300 tracks · 214 tracks, 3.2 GB on this disk".
  var tracksText: String {
    [tracks.counted("track"), onDiskText.isEmpty ? nil : onDiskText + " on this disk"]
      .compactMap(\.self).joined(separator: " · ")
  }

  /// "Subsonic · ada · at most 192 kbit/s".
  var optionsText: String {
    let options = server.options
    return [
      server.kind.title, server.user ?? "API key",
      options.maxBitRate.map { "at most \($0) kbit/s" },
      options.certificateFile == nil ? nil : "certificates of its own",
      options.fingerprint == nil ? nil : "one certificate only",
    ].compactMap(\.self).joined(separator: " · ")
  }
}

extension ServerListingProgress {
  /// "listing 12,300 of 100,000".
  var text: String {
    guard done > 0 || total != nil else { return "listing" }
    return "listing \(done.grouped)" + (total.map { " of \(Swift.max($0, done).grouped)" } ?? "")
  }
}

extension ServerListingResult {
  /// "12 new, 3 changed, 1 gone"; "nothing new".
  var text: String {
    let parts = [(added, "new"), (changed, "changed"), (removed, "gone")].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "nothing new" : parts.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
  }
}

extension ServerKind {
  var title: String {
    switch self {
    case .audiobookshelf: "Audiobookshelf"
    case .coretet: "Coretet"
    case .subsonic: "Subsonic"
    }
  }
}

extension DownloadProgress {
  /// The downloads in a corner of the screen: "Downloading 3 of 12 · 8.2 MB/s · 2 min left".
  func cornerText(columns: Int) -> String {
    let count = "\(tracksDone.grouped) of \(tracksTotal.grouped)"
    guard columns >= 60 else { return "Downloads " + count }
    let left = max(0, bytesTotal) - max(0, min(bytesDone, bytesTotal))
    let rate = speed.map { max(0, $0).byteText + "/s" }
    let time = SyncTime.text(of: left, at: speed).map { $0 + " left" }
    return ["Downloading " + count, rate, time].compactMap(\.self).joined(separator: " · ")
  }
}
