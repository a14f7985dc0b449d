import Music

enum AudacityFormat {
  static func read(_ bytes: [UInt8]) throws(DocumentProblem)
    -> (markers: [MixMarker], problems: [DocumentProblem])
  {
    throw DocumentProblem(reason: "Audacity is not read yet")
  }

  static func bytes(of markers: [MixMarker]) -> [UInt8] { [] }
}
