internal import JSON
import Music

/// JSPF: XSPF as JSON.
enum JSPFFormat {
  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let root = try JSONReader.read(bytes)
    guard let list = root["playlist"], case .object = list.value else {
      throw DocumentProblem(line: root.line, reason: "not JSPF: there is no \"playlist\" in it")
    }
    var reader = JSPFReader()
    try reader.read(list)
    return reader.document
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget)
    throws(DocumentProblem) -> [UInt8]
  {
    let playlist = try document.single()
    var members: [JSONMember] = []
    if let name = playlist.name { members.append(JSONMember("title", name)) }
    if !playlist.notes.isEmpty { members.append(JSONMember("annotation", playlist.notes)) }
    members += meta(SharedList.meta(of: playlist))
    var tracks: [JSONNode] = []
    for track in playlist.tracks {
      var fields = [
        JSONMember(name: "location", node: .list([try ListedLocation.uri(track, at: target)]))
      ]
      fields += SharedList.texts(of: track).map { JSONMember($0.name, $0.text) }
      if let duration = SharedList.milliseconds(of: track) {
        fields.append(JSONMember(name: "duration", node: JSONNode(.number(Double(duration)))))
      }
      fields += meta(SharedList.meta(of: track))
      tracks.append(JSONNode(.object(fields)))
    }
    members.append(JSONMember(name: "track", node: JSONNode(.array(tracks))))
    let list = JSONMember(name: "playlist", node: JSONNode(.object(members)))
    return JSONWriter.bytes(of: JSONNode(.object([list])))
  }

  private static func meta(_ fields: [(rel: String, text: String)]) -> [JSONMember] {
    guard !fields.isEmpty else { return [] }
    let nodes = fields.map { JSONNode(.object([JSONMember($0.rel, $0.text)])) }
    return [JSONMember(name: "meta", node: JSONNode(.array(nodes)))]
  }
}

extension JSONMember {
  fileprivate init(_ name: String, _ text: String) {
    self.init(name: name, node: JSONNode(.text(text)))
  }
}

extension JSONNode {
  fileprivate static func list(_ texts: [String]) -> JSONNode {
    JSONNode(.array(texts.map { JSONNode(.text($0)) }))
  }
}
