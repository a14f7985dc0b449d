import Music

/// Handles the elements of an XSPF in order.
final class XSPFReader: XMLVisitor {
  private var playlist = DocumentPlaylist()
  private var problems = ProblemList()
  /// The open elements, with the line and the `rel` of the innermost.
  private var open: [String] = []
  private var line = 0
  private var rel = ""
  private var track: (track: DocumentTrack, location: DocumentTrack.Location?)?
  private var placeProblem: String?

  var document: PlaylistDocument { PlaylistDocument(playlist, problems) }

  func began(_ element: XMLElement) throws(DocumentProblem) {
    guard !open.isEmpty || element.name == "playlist" else {
      throw DocumentProblem(line: element.line, reason: "not XSPF: it begins with \(element.name)")
    }
    open.append(element.name)
    line = element.line
    rel = element["rel"] ?? ""
    if open == ["playlist", "trackList", "track"] {
      try DocumentBounds.check(playlist.tracks.count, line: element.line)
      track = (DocumentTrack(.unknown(name: nil), line: element.line), nil)
      placeProblem = nil
    }
  }

  func ended(_ name: String, text: String) {
    defer { open.removeLast() }
    if open.starts(with: ["playlist", "trackList", "track"]) {
      if open.count == 3 {
        finishTrack()
      } else if open.count == 4 {
        readTrack(name, text)
      } else if open[3] == "extension", name == "option" {
        readOption(text)
      }
    } else if open.count == 2 {
      if name == "meta" {
        check(SharedList.setMeta(rel, text, in: &playlist), text)
      } else {
        SharedList.set(name, text, in: &playlist)
      }
    }
  }

  private func readTrack(_ name: String, _ text: String) {
    guard var (track, location) = track else { return }
    switch name {
    case "location":
      let (offset, problem) = SharedList.location(text, after: location)
      (location, placeProblem) = (offset, problem)
    case "meta": check(SharedList.setMeta(rel, text, in: &track), text)
    default: check(SharedList.set(name, text, in: &track), text)
    }
    self.track = (track, location)
  }

  /// VLC's extension for start and stop times.
  private func readOption(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return }
    switch parts[0].drop(while: { $0 == ":" || $0 == "-" || $0.isWhitespace }) {
    case "start-time": check(set(.start, parts[1]), text)
    case "stop-time": check(set(.end, parts[1]), text)
    default: break
    }
  }

  private func set(_ field: OwnField, _ value: Substring) -> Bool {
    guard var current = track else { return true }
    defer { track = current }
    return field.set(String(value), in: &current.track)
  }

  private func finishTrack() {
    guard let (read, location) = track else { return }
    var track = read
    if let location {
      track.location = location
      if let placeProblem { problems.add(line: track.line, placeProblem) }
    } else {
      problems.add(line: track.line, "a track without a location")
    }
    playlist.tracks.append(track)
    self.track = nil
  }

  private func check(_ isValue: Bool, _ text: String) {
    if !isValue {
      problems.add(line: line, "not a value of \(open.last ?? ""): \(text.prefix(80))")
    }
  }
}
