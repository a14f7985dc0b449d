internal import JSON
import Music

/// Reads the tracks of a JSPF; a value of the wrong type is reported and left out.
struct JSPFReader {
  private var playlist = DocumentPlaylist()
  private var problems = ProblemList()

  var document: PlaylistDocument { PlaylistDocument(playlist, problems) }

  mutating func read(_ list: JSONNode) throws(DocumentProblem) {
    for name in ["title", "annotation"] {
      if let text = text(list[name], name) { SharedList.set(name, text, in: &playlist) }
    }
    for (rel, text, line) in meta(list) where !SharedList.setMeta(rel, text, in: &playlist) {
      problems.add(line: line, "not a value of \(rel): \(text.prefix(80))")
    }
    guard let tracks = list["track"] else { return }
    guard case .array(let nodes) = tracks.value else {
      throw DocumentProblem(line: tracks.line, reason: "\"track\" is no list")
    }
    for node in nodes { try readTrack(node) }
  }

  private mutating func readTrack(_ node: JSONNode) throws(DocumentProblem) {
    try DocumentBounds.check(playlist.tracks.count, line: node.line)
    var track = DocumentTrack(.unknown(name: nil), line: node.line)
    guard case .object = node.value else {
      problems.add(line: node.line, "a track that is no object")
      playlist.tracks.append(track)
      return
    }
    readLocation(node, &track)
    for name in ["title", "creator", "album", "annotation"] {
      if let text = text(node[name], name) { _ = SharedList.set(name, text, in: &track) }
    }
    readDuration(node, &track)
    for (rel, text, line) in meta(node) where !SharedList.setMeta(rel, text, in: &track) {
      problems.add(line: line, "not a value of \(rel): \(text.prefix(80))")
    }
    playlist.tracks.append(track)
  }

  private mutating func readLocation(_ node: JSONNode, _ track: inout DocumentTrack) {
    var location: DocumentTrack.Location?
    var problem: String? = "a track without a location"
    for uri in list(node["location"]) {
      guard let uri = text(uri, "location") else { continue }
      let (offset, reason) = SharedList.location(uri, after: location)
      (location, problem) = (offset, reason)
    }
    if let location { track.location = location }
    if let problem { problems.add(line: node.line, problem) }
  }

  private mutating func readDuration(_ node: JSONNode, _ track: inout DocumentTrack) {
    guard let duration = node["duration"] else { return }
    switch duration.value {
    case .number(let value) where SharedList.set("duration", "\(value)", in: &track): break
    // Some programs write all values as strings.
    case .text(let value) where SharedList.set("duration", value, in: &track): break
    default: problems.add(line: duration.line, "not a number of milliseconds")
    }
  }

  /// The elements; a single value, as some programs write it, is a list of one.
  private func list(_ node: JSONNode?) -> [JSONNode] {
    guard let node else { return [] }
    guard case .array(let nodes) = node.value else { return [node] }
    return nodes
  }

  private mutating func text(_ node: JSONNode?, _ name: String) -> String? {
    guard let node else { return nil }
    guard case .text(let text) = node.value else {
      problems.add(line: node.line, "\(name) is no text")
      return nil
    }
    return text
  }

  private mutating func meta(_ node: JSONNode) -> [(rel: String, text: String, line: Int)] {
    var fields: [(rel: String, text: String, line: Int)] = []
    for element in list(node["meta"]) {
      guard case .object(let members) = element.value else { continue }
      for member in members {
        // Other programs' extensions may be anything.
        guard case .text(let text) = member.node.value else { continue }
        fields.append((member.name, text, member.node.line))
      }
    }
    return fields
  }
}
