import Music

// A plan as the command line prints it.
extension SyncPlan {
  /// What it would do altogether.
  var summaryLines: [String] {
    guard !isEmpty else {
      let text =
        notes.isEmpty
        ? "Nothing to do: \(deviceName) and the library are the same"
        : "Nothing to do on \(deviceName) but what is left alone"
      return [text] + leftLines
    }
    let totals = totals
    let counts: [(Int, String)] = [
      (totals.copied, "new"), (totals.replaced, "replaced"), (totals.moved, "renamed"),
      (totals.removed, "removed there"), (totals.excluded, "left off from now on"),
      (totals.taken, "taken from there"), (totals.adopted, "there already"),
    ]
    var parts = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    if totals.playsHere > 0 { parts.append(totals.playsHere.counted("play", .plain) + " to here") }
    if totals.marksHere + totals.marksThere > 0 {
      parts.append("marks of \(totals.marksHere.grouped) here, \(totals.marksThere.grouped) there")
    }
    if totals.playlistsHere + totals.playlistsThere > 0 {
      parts.append(
        "playlists: \(totals.playlistsHere.grouped) here, \(totals.playlistsThere.grouped) there")
    }
    if repairsDatabase { parts.append("its damaged database is written again") }
    var lines = ["\(deviceName): \(parts.joined(separator: ", "))"]
    let bytes = totals.bytesThere + totals.bytesHere
    if bytes > 0 {
      var text = "To copy: \(bytes.byteText)"
      if let seconds, seconds >= 1 {
        text += ", \(Duration.seconds(Int64(seconds)).clockText) at the last speed"
      }
      lines.append(text)
    }
    if let freeAfter { lines.append("Free afterwards: \(freeAfter.byteText)") }
    if isFirst { lines.append("It was never synced with this library") }
    if removesMuch { lines.append("Much would be removed from it") }
    return lines + leftLines
  }

  private var leftLines: [String] {
    (conflicts.isEmpty ? [] : [conflicts.count.counted("conflict", .plain)])
      + (notes.isEmpty ? [] : ["Left alone: \(notes.count.grouped)"])
  }

  /// Calls with all of it, an item a line, cleaned for a terminal; fields are separated by tabs.
  func eachLine(_ body: (String) -> Void) {
    for line in summaryLines { body(TrackText.clean(line)) }
    for item in items {
      let word = item.isIncluded ? item.action.word : "(\(item.action.word))"
      let fields = [
        word, TrackText.clean(item.name), item.action.path.map { TrackText.clean($0.text) },
      ]
      body(fields.compactMap(\.self).joined(separator: "\t"))
    }
    for conflict in conflicts { body("conflict\t\(TrackText.clean(conflict.text))") }
    for note in notes { body("left\t\(TrackText.clean(note.text))") }
  }
}

extension SyncReport {
  /// - Parameter isWhole: Whether nothing ended it too early.
  func lines(isWhole: Bool) -> [String] {
    [isWhole ? headline : "Not finished: \(deviceName); the next sync goes on"] + details
      + conflicts.map(\.text) + left.prefix(SyncReport.mostLeft).map(\.text)
      + (left.count > SyncReport.mostLeft
        ? ["and \((left.count - SyncReport.mostLeft).grouped) more left alone; --json has all"]
        : [])
  }

  private static let mostLeft = 100
}
