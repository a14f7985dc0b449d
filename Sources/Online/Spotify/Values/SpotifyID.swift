/// The id of an artist, a track, an album or a playlist: 22 characters of base 62.
package struct SpotifyID: Hashable, Sendable, CustomStringConvertible {
  package let text: String

  package init?(_ text: String) {
    guard text.utf8.count == 22,
      text.utf8.allSatisfy({
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
      })
    else { return nil }
    self.text = text
  }

  package var description: String { text }
}

/// What can be written into a playlist.
package struct SpotifyURI: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    case track, episode
  }

  package let kind: Kind
  package let id: SpotifyID

  package init(_ id: SpotifyID, kind: Kind = .track) {
    self.kind = kind
    self.id = id
  }

  /// Nil for all else, such as the files of somebody's own machine (`spotify:local:…`).
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "spotify", let kind = Kind(rawValue: String(parts[1])),
      let id = SpotifyID(String(parts[2]))
    else { return nil }
    self.init(id, kind: kind)
  }

  package var text: String { "spotify:\(kind.rawValue):\(id.text)" }
  package var description: String { text }
}
