import Music

enum XSPFFormat {
  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    throw DocumentProblem(reason: "XSPF is not read yet")
  }

  static func bytes(of document: PlaylistDocument, at place: WritingPlace)
    throws(DocumentProblem) -> [UInt8]
  {
    throw DocumentProblem(reason: "XSPF is not written yet")
  }
}
