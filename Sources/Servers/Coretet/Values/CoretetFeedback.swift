package import Music

/// Somebody who rates or says something.
package struct CoretetPerson: Hashable, Sendable, Identifiable {
  package var id: String
  /// Nil where the project does not tell.
  package var name: String?
  package var isCollaborator: Bool

  package init(id: String, name: String? = nil, isCollaborator: Bool = false) {
    self.id = id
    self.name = name
    self.isCollaborator = isCollaborator
  }
}

/// What somebody thinks of a track.
package struct CoretetRating: Equatable, Sendable {
  package var track: String
  package var person: CoretetPerson
  /// Never none: such a rating has no row.
  package var reaction: Reaction
  /// Unix time in milliseconds of the server's clock; 0 for unknown.
  package var updated: Int64

  package init(track: String, person: CoretetPerson, reaction: Reaction, updated: Int64) {
    self.track = track
    self.person = person
    self.reaction = reaction
    self.updated = updated
  }
}

/// What somebody has said of a track.
package struct CoretetComment: Equatable, Sendable, Identifiable {
  package var id: String
  package var track: String
  /// Nil in projects whose comments belong to no playlist.
  package var playlist: String?
  package var person: CoretetPerson
  /// Several lines, without control characters.
  package var words: String
  /// Unix time in milliseconds of the server's clock; 0 for unknown.
  package var created: Int64
  package var edited: Int64

  package init(
    id: String, track: String, playlist: String? = nil, person: CoretetPerson, words: String,
    created: Int64, edited: Int64
  ) {
    self.id = id
    self.track = track
    self.playlist = playlist
    self.person = person
    self.words = words
    self.created = created
    self.edited = edited
  }

  /// Characters that a comment may have, as the database counts them.
  package static let longest = 2_000

  /// The text as it is sent: without control characters.
  ///
  /// - Throws: `.wrongLength`.
  package static func words(_ typed: String) throws(CoretetError) -> String {
    // Beyond the limit nothing is cut off: the words are the user's.
    guard typed.unicodeScalars.count <= 4 * longest else { throw .wrongLength(most: longest) }
    let words = ServerText.lines(typed, longest: .max)
    guard (1...longest).contains(words.unicodeScalars.count) else {
      throw .wrongLength(most: longest)
    }
    return words
  }
}

/// The place in a track that a comment speaks of. The tables have no column for it: it is written
/// before the words, as people do.
package struct CoretetPlace: Equatable, Sendable {
  package var place: Duration
  package var words: String

  package init(place: Duration, words: String) {
    self.place = place
    self.words = words
  }

  /// Reads `text`, with brackets or without; nil where it begins with no time.
  package init?(parsing text: String) {
    let isInBrackets = text.hasPrefix("[")
    let rest = isInBrackets ? text.dropFirst() : text[...]
    let time = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    let parts = time.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), time.utf8.count <= 9 else { return nil }
    var seconds: Int64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = Int64(part), index == 0 || (part.count == 2 && number < 60) else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    var words = rest.dropFirst(time.count)
    if isInBrackets {
      guard words.first == "]" else { return nil }
      words = words.dropFirst()
    }
    guard words.isEmpty || words.first == " " else { return nil }
    place = .seconds(seconds)
    self.words = String(words.drop { $0 == " " })
  }

  /// As it is sent.
  package var text: String {
    let seconds = max(0, place.components.seconds)
    let digits = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let time = hours > 0 ? "\(hours):\(digits(minutes))" : "\(minutes)"
    return "[\(time):\(digits(seconds % 60))] \(words)"
  }
}

extension Reaction {
  /// The word of the tables; nil for none.
  var coretetWord: String? {
    switch self {
    case .none: nil
    case .listened: "listened"
    case .liked: "liked"
    case .loved: "loved"
    }
  }

  init?(coretetWord: String) {
    guard let found = Reaction.allCases.first(where: { $0.coretetWord == coretetWord }) else {
      return nil
    }
    self = found
  }
}
