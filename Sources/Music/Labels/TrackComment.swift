/// The id of a comment: a UUID in small letters, the same wherever the comment is.
package struct CommentID: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static func random() -> CommentID {
    CommentID(rawValue: UUIDBits.random().text(.small))
  }

  /// Nil for a text that is no UUID.
  package init?(parsing text: String) {
    var text = text.lowercased()
    guard let bits = text.withUTF8({ UUIDBits($0, .small) }) else { return nil }
    rawValue = bits.text(.small)
  }
}

/// A comment on a track or on a place in it.
package struct TrackComment: Equatable, Sendable, Identifiable {
  package var id: CommentID
  package var track: TrackID
  /// From the start of the file; nil for all of the track.
  package var place: Duration?
  /// Nil for the user of this library.
  package var author: String?
  /// In lines.
  package var text: String
  /// Milliseconds since 1970.
  package var created: Int64
  /// Nil for one that was never edited.
  package var edited: Int64?
  /// Whether a server for sharing holds it, rather than the library.
  package var isShared = false

  package init(
    id: CommentID, track: TrackID, place: Duration? = nil, author: String? = nil, text: String,
    created: Int64, edited: Int64? = nil
  ) {
    self.id = id
    self.track = track
    self.place = place
    self.author = author
    self.text = text
    self.created = created
    self.edited = edited
  }

  package static let maximumOfTrack = 10_000

  /// A text as it is stored.
  package static func tidied(_ text: String) throws(LabelFault) -> String {
    let text = LabelText.lines(text)
    guard !text.isEmpty else { throw .empty(.comment) }
    guard text.unicodeScalars.count <= LabelFault.Label.comment.maximumLength else {
      throw .tooLong(.comment)
    }
    return text
  }
}
