import Music

/// XSPF version 1 (xspf.org): XML with URIs.
enum XSPFFormat {
  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let reader = XSPFReader()
    try XMLReader.read(bytes, for: reader)
    return reader.document
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget)
    throws(DocumentProblem) -> [UInt8]
  {
    let playlist = try document.single()
    var writer = XMLWriter()
    writer.open("playlist", ["version": "1", "xmlns": "http://xspf.org/ns/0/"])
    writer.element("title", text: playlist.name)
    writer.element("annotation", text: playlist.notes.isEmpty ? nil : playlist.notes)
    for meta in SharedList.meta(of: playlist) {
      writer.element("meta", ["rel": meta.rel], text: meta.text)
    }
    writer.open("trackList")
    for track in playlist.tracks {
      writer.open("track")
      writer.element("location", text: try ListedLocation.uri(track, at: target))
      for field in SharedList.texts(of: track) { writer.element(field.name, text: field.text) }
      writer.element("duration", text: SharedList.milliseconds(of: track).map { "\($0)" })
      for meta in SharedList.meta(of: track) {
        writer.element("meta", ["rel": meta.rel], text: meta.text)
      }
      writer.close()
    }
    writer.close()
    writer.close()
    return writer.bytes
  }
}
