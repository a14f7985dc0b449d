import Music

/// M3U and M3U8: a path per line, with comments before it for further values.
enum M3UFormat {
  /// Prefixes of Tritone's comments on the next track, and on the playlist.
  static let ownTrack = "#TRITONE:"
  static let ownList = "#TRITONE-LIST:"

  static func read(_ bytes: [UInt8], at path: FilePath, isUTF8: Bool) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let text = try FileText(bytes)
    var reader = M3UReader(text)
    for (number, line) in TextLines(text.bytes) { try reader.read(line, number: number) }
    return reader.finished()
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget, isUTF8: Bool)
    throws(DocumentProblem) -> [UInt8]
  {
    var writer = M3UWriter(target: target, isUTF8: isUTF8)
    try writer.write(try document.single())
    return writer.bytes
  }
}
