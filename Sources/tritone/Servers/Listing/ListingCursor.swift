import FoundationEssentials
import Servers

/// Where a listing that is under way goes on, as the library keeps it.
struct ListingCursor: Equatable, Sendable, Codable {
  /// Tracks that were stored so far.
  var listed = 0
  /// The state of a Subsonic server's files when the listing began.
  var files: String?
  var subsonic: SubsonicListing.Cursor?
  /// Ids of an Audiobookshelf server's libraries that are done.
  var libraries: [String] = []
  /// Whether in one of these items moved while it was listed, so that what was not seen may be there.
  var isUnsteady = false

  init() {}

  /// Nil for a text that another version has written.
  init?(text: String) {
    guard let found = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = found
  }

  var text: String {
    // because numbers and texts can always be written as JSON
    String(decoding: try! JSONEncoder().encode(self), as: UTF8.self)
  }
}
