import Music

enum AuditionFormat {
  static func read(_ bytes: [UInt8]) throws(DocumentProblem)
    -> (markers: [MixMarker], problems: [DocumentProblem])
  {
    throw DocumentProblem(reason: "Audition is not read yet")
  }

  static func bytes(of markers: [MixMarker]) -> [UInt8] { [] }
}
