/// Plays of a device's logs that wait for their songs, kept with how far the logs were read.
///
/// The first line says how far, in the words of the reader; each further one is a play: time, path,
/// artist and title, with tabs between them.
package enum WaitingPlays {
  /// Plays that are kept; the latest ones.
  package static let maximum = 5_000
  private static let maximumLine = 8_192

  package static func text(_ logs: String, _ plays: [DevicePlay]) -> String {
    let lines = plays.lazy.compactMap(line).suffix(maximum)
    return lines.isEmpty ? logs : logs + "\n" + lines.joined(separator: "\n")
  }

  /// What `text` has written; lines of another form are left out.
  package static func read(_ text: String) -> (logs: String, plays: [DevicePlay]) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return (String(lines.first ?? ""), lines.dropFirst().suffix(maximum).compactMap(play))
  }

  /// Nil for names that a line cannot hold.
  private static func line(_ play: DevicePlay) -> String? {
    let path = play.path.map { String(validating: $0.bytes, as: UTF8.self) }
    if case .some(nil) = path { return nil }
    let fields = [path ?? nil, play.artist, play.title].map { $0 ?? "" }
    // A carriage return before a line feed is one character with it.
    let isPlain = fields.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 } }
    let line = ([play.time.map(String.init) ?? ""] + fields).joined(separator: "\t")
    return isPlain && line.utf8.count <= maximumLine ? line : nil
  }

  private static func play(_ line: Substring) -> DevicePlay? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, fields[0].isEmpty || Int64(fields[0]) != nil else { return nil }
    return DevicePlay(
      path: fields[1].isEmpty ? nil : FilePath(fields[1]),
      artist: fields[2].isEmpty ? nil : fields[2], title: fields[3].isEmpty ? nil : fields[3],
      time: Int64(fields[0]))
  }
}
