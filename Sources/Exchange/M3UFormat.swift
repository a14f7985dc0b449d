import Music

enum M3UFormat {
  static func read(_ bytes: [UInt8], at path: FilePath, isUTF8: Bool) throws(DocumentProblem)
    -> PlaylistDocument
  {
    throw DocumentProblem(reason: "M3U is not read yet")
  }

  static func bytes(of document: PlaylistDocument, at place: WritingPlace, isUTF8: Bool)
    throws(DocumentProblem) -> [UInt8]
  {
    throw DocumentProblem(reason: "M3U is not written yet")
  }
}
