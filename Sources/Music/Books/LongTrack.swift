/// Tracks whose place is kept, so that they are gone on with where they were left: audiobooks and
/// other speech of any length, and what is as long as a radio show.
package enum LongTrack {
  /// Pieces of music are shorter, and begin anew.
  package static let length = Duration.seconds(3_600)

  /// - Parameters:
  ///   - suffix: the end of the file's name, without the dot.
  ///   - duration: nil where it is unknown.
  package static func isKept(genre: String?, suffix: String?, duration: Duration?) -> Bool {
    suffix?.lowercased() == "m4b" || BookGenre.isBook(genre) || BookGenre.isSpeech(genre)
      || duration ?? .zero >= length
  }
}
