import Music

enum RekordboxFormat {
  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    throw DocumentProblem(reason: "Rekordbox is not read yet")
  }

  static func bytes(of document: PlaylistDocument, at place: WritingPlace)
    throws(DocumentProblem) -> [UInt8]
  {
    throw DocumentProblem(reason: "Rekordbox is not written yet")
  }
}
