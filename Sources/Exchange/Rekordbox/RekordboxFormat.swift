import Music

/// The XML that Rekordbox imports and exports, and that many DJ programs read.
///
/// Values without a field are lost: playback settings of entries, notes and colours of playlists.
enum RekordboxFormat {
  /// The types of a `POSITION_MARK`. Rekordbox itself knows cues and loops only, so nothing else is
  /// written.
  enum MarkType: Int {
    case cue, fadeIn, fadeOut, load, loop
  }

  /// As many as controllers have pads: A to H.
  static let hotCues = 8

  static func read(_ bytes: [UInt8], at path: FilePath) throws(DocumentProblem)
    -> PlaylistDocument
  {
    let reader = RekordboxReader()
    try XMLReader.read(bytes, for: reader)
    return reader.finished()
  }

  static func bytes(of document: PlaylistDocument, at target: WritingTarget)
    throws(DocumentProblem) -> [UInt8]
  {
    var writer = RekordboxWriter(target: target)
    return try writer.bytes(of: document)
  }
}

/// Stars in Rekordbox's units: 51 each.
enum RekordboxRating {
  static func number(of rating: Rating) -> Int { rating.stars * 51 }

  static func rating(_ number: Int) -> Rating { Rating(stars: (min(255, number) + 25) / 51) }
}
