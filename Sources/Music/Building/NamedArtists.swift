/// The artists that the text of an artist tag names.
package struct NamedArtists: Equatable, Sendable {
  /// The artists of the track; several where the text separates them with ";" or " / ".
  package var leads: [String]
  /// The text behind "feat.", "ft." or "featuring", which may name several; nil for none.
  package var guests: String?

  /// Reads "A; B", "A / B", "A feat. C" and "A (ft. C & D)".
  package init(_ text: String) {
    let words = text.split(separator: " ")
    var lead = text
    let mark = words.dropFirst().firstIndex { NamedArtists.isGuestMark($0) }
    if let mark, mark + 1 < words.count {
      lead = words[..<mark].joined(separator: " ")
      var rest = words[(mark + 1)...].joined(separator: " ")
      if let bracket = words[mark].first, let closing = NamedArtists.closing[bracket] {
        rest = String(rest.prefix { $0 != closing })
      }
      rest = rest.trimmed()
      guests = rest.isEmpty ? nil : rest
    }
    leads = lead.split(separator: ";").flatMap { part in
      NamedArtists.separated(part.split(separator: " "), at: ["/"])
    }
  }

  /// All artists, guests last.
  package var all: [String] { leads + (guests.map(NamedArtists.parts) ?? []) }

  /// The parts of a name that several artists may share: "A" and "B" of "A & B"; the name alone
  /// where there is nothing to take apart.
  package static func parts(of name: String) -> [String] {
    // "Tyler, The Creator" has a part in front of each comma.
    let parts = name.split(separator: ",").flatMap { part in
      separated(part.split(separator: " "), at: joints)
    }
    // "Malcolm X" has one part, which is not the name.
    return parts.count < 2 ? [name] : parts
  }

  private static let joints: Set<String> = ["&", "+", "and", "x", "vs", "vs.", "with", "und", "et"]
  private static let marks: Set<String> = ["feat.", "feat", "ft.", "ft", "featuring"]
  private static let closing: [Character: Character] = ["(": ")", "[": "]"]

  private static func isGuestMark(_ word: Substring) -> Bool {
    guard word.utf8.count <= 12 else { return false }
    let word = word.lowercased()
    guard let first = word.first, closing[first] != nil else { return marks.contains(word) }
    return marks.contains(String(word.dropFirst()))
  }

  /// The texts between separating words.
  private static func separated(_ words: [Substring], at separators: Set<String>) -> [String] {
    words.split { $0.utf8.count <= 4 && separators.contains($0.lowercased()) }
      .map { $0.joined(separator: " ") }
  }
}
