// A report in words.

extension SyncReport {
  /// The line at the end of a sync: "Synced 45 new songs to Pixel".
  package var headline: String {
    if wasCancelled {
      return copied > 0
        ? "Stopped after \(copied.counted("new song")) to \(deviceName)"
        : "Stopped the sync with \(deviceName)"
    }
    if copied > 0 { return "Synced \(copied.counted("new song")) to \(deviceName)" }
    guard isEmpty else { return "Synced with \(deviceName)" }
    return left.isEmpty
      ? "\(deviceName) is up to date" : "Nothing more could be done on \(deviceName)"
  }

  /// The rest of what was done, a line each.
  package var details: [String] {
    var lines: [String] = []
    if replaced > 0 { lines.append("Replaced \(replaced.counted("song")) that changed here") }
    if moved > 0 { lines.append("Renamed \(moved.counted("song"))") }
    if removed > 0 { lines.append("Removed \(removed.counted("song")) from \(deviceName)") }
    if taken > 0 { lines.append("Took \(taken.counted("song")) from \(deviceName)") }
    if playsHere > 0 { lines.append("Counted \(playsHere.counted("play")) from \(deviceName)") }
    if marksHere > 0 {
      lines.append("Changed plays or ratings of \(marksHere.counted("song")) here")
    }
    if marksThere > 0 {
      lines.append("Changed plays or ratings of \(marksThere.counted("song")) on \(deviceName)")
    }
    if playlistsHere > 0 { lines.append("Changed \(playlistsHere.counted("playlist")) here") }
    if playlistsThere > 0 {
      lines.append("Changed \(playlistsThere.counted("playlist")) on \(deviceName)")
    }
    if bytes > 0 { lines.append("Copied \(bytes.byteText)") }
    return lines
  }

  /// Whether nothing was done.
  package var isEmpty: Bool {
    [
      copied, replaced, moved, removed, taken, marksHere, marksThere, playlistsHere, playlistsThere,
    ].allSatisfy { $0 == 0 }
  }
}

extension SyncConflict {
  /// "Blue Train: rating changed on both sides, the device's stays".
  package var text: String {
    let stays =
      switch winner {
      case .library: "the library's stays"
      case .device: "the device's stays"
      case .both: "both were joined"
      }
    return "\(name): \(value) changed on both sides, \(stays)"
  }
}

extension SyncNote {
  /// "Blue Train has no room".
  package var text: String { "\(name) \(reason)" }
}

extension SyncProgress {
  /// Seconds until everything is copied, at the speed of the last seconds; nil while unknown.
  package var secondsLeft: Int64? {
    guard let speed, speed > 0 else { return nil }
    let (left, overflow) = bytesTotal.subtractingReportingOverflow(bytesDone)
    return overflow ? nil : max(0, left) / speed
  }
}
