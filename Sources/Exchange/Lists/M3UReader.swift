import Music

/// Parses the lines of an M3U in order.
struct M3UReader {
  private let text: FileText
  private var playlist = DocumentPlaylist()
  private var problems = ProblemList()
  /// Values from comments for the next track.
  private var pending = Pending()

  private struct Pending {
    var track = DocumentTrack(.unknown(name: nil))
    var albumArtist: String?
    var line: Int?
  }

  init(_ text: FileText) { self.text = text }

  mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(DocumentProblem) {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
    guard line.count <= TextLines.maximumLength else {
      problems.add(line: number, "a line of \(line.count) bytes, which is left out")
      return
    }
    if line.first == UInt8(ascii: "#") {
      try readComment(text.text(line), number)
    } else {
      try readLocation(line, number)
    }
  }

  func finished() -> PlaylistDocument {
    var problems = problems
    if let line = pending.line { problems.add(line: line, "no file follows what is said of it") }
    return PlaylistDocument(playlist, problems)
  }

  private mutating func readLocation(
    _ line: ArraySlice<UInt8>, _ number: Int
  ) throws(DocumentProblem) {
    try DocumentBounds.check(playlist.tracks.count, line: number)
    let (location, problem) = ListedLocation.read(line, isURI: false)
    if let problem { problems.add(line: number, problem) }
    var track = pending.track
    track.location = location
    track.line = number
    track.artist = track.artist ?? pending.albumArtist
    playlist.tracks.append(track)
    pending = Pending()
  }

  private mutating func readComment(_ line: String, _ number: Int) throws(DocumentProblem) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...]
    let name = line[...colon].uppercased()
    switch name {
    case "#EXTINF:":
      if let line = pending.line, pending.track.title != nil {
        problems.add(line: line, "no file follows what is said of it")
        pending = Pending()
      }
      pending.line = number
      readInformation(value, number)
    case "#PLAYLIST:": playlist.name = OneLine.text(value)
    case "#EXTALB:": pending.track.album = OneLine.text(value)
    case "#EXTART:": pending.albumArtist = OneLine.text(value)
    case "#EXTGENRE:": pending.track.genre = OneLine.text(value)
    case "#EXTVLCOPT:": readOption(value, number)
    case M3UFormat.ownTrack:
      let (key, value) = M3UReader.setting(value)
      guard let field = OwnField(rawValue: key) else { return }
      if !field.set(value, in: &pending.track) {
        problems.add(line: number, "not a \(key): \(value)")
      }
    case M3UFormat.ownList:
      let (key, value) = M3UReader.setting(value)
      guard let field = OwnListField(rawValue: key) else { return }
      if !field.set(value, in: &playlist) { problems.add(line: number, "not a \(key): \(value)") }
    case "#EXT-X-TARGETDURATION:", "#EXT-X-STREAM-INF:":
      throw DocumentProblem(
        line: number, reason: "the pieces of one stream (HLS), not a playlist: add its address")
    default: break
    }
  }

  private static func setting(_ text: Substring) -> (key: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }

  private mutating func readOption(_ text: Substring, _ number: Int) {
    let (key, value) = M3UReader.setting(text)
    let field: OwnField
    switch key.drop(while: { $0 == "-" || $0 == ":" }).lowercased() {
    case "start-time": field = .start
    case "stop-time": field = .end
    default: return
    }
    if !field.set(value, in: &pending.track) { problems.add(line: number, "not a time: \(value)") }
  }

  /// `215 tvg-name="x",Artist - Title`: seconds, attributes, and a display name.
  private mutating func readInformation(_ text: Substring, _ number: Int) {
    let text = text.drop { $0 == " " }
    let seconds = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
    if let duration = Seconds.duration(seconds) {
      pending.track.duration = duration == .zero ? nil : duration
    } else if seconds.first != "-" {
      problems.add(line: number, "not a number of seconds")
    }
    var rest = text[seconds.endIndex...]
    var isQuoted = false
    if let comma = rest.firstIndex(where: { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }) ?? rest.firstIndex(of: ",") {
      let attributes = rest[..<comma]
      rest = rest[rest.index(after: comma)...]
      if OneLine.text(rest) == nil { rest = M3UReader.attribute("tvg-name", in: attributes) }
    }
    (pending.track.artist, pending.track.title) = OneLine.artistAndTitle(String(rest))
  }

  private static func attribute(_ name: String, in text: Substring) -> Substring {
    guard let start = text.firstRange(of: name + "=\"") else { return "" }
    return text[start.upperBound...].prefix { $0 != "\"" }
  }
}
