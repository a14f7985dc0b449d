/// The names of a track, by which services of listens know it.
package struct ListenedTrack: Hashable, Sendable {
  package enum Source: String, Sendable {
    case file, stream
  }

  package let title: String
  package let artist: String
  package let album: String?
  package let albumArtist: String?
  package let number: Int?
  /// Of the part that plays; nil while unknown, and of a stream.
  package var duration: Duration?
  package let source: Source
  package var ids: MusicBrainzIDs

  /// Bytes of a name; a longer one is none, and a listen has to fit into 10,240 bytes.
  package static let longestName = 800

  /// Nil without a title or an artist, or where one of them is longer than a name.
  package init?(
    title: String, artist: String, album: String? = nil, albumArtist: String? = nil,
    number: Int? = nil, duration: Duration? = nil, source: Source = .file,
    ids: MusicBrainzIDs = MusicBrainzIDs()
  ) {
    guard let title = Self.name(title), let artist = Self.name(artist) else { return nil }
    self.title = title
    self.artist = artist
    self.album = album.flatMap(Self.name)
    self.albumArtist = albumArtist.flatMap(Self.name)
    self.number = number.flatMap { (1...9_999).contains($0) ? $0 : nil }
    self.duration = duration.flatMap { $0 > .zero ? $0 : nil }
    self.source = source
    self.ids = ids
  }

  /// The track in a title of a stream, "Artist - Title"; nil for any other text.
  package init?(streamTitle text: String) {
    guard let dash = text.firstRange(of: " - ") else { return nil }
    self.init(
      title: String(text[dash.upperBound...]), artist: String(text[..<dash.lowerBound]),
      source: .stream)
  }

  private static func name(_ text: String) -> String? {
    let name = String(String.UnicodeScalarView(text.unicodeScalars.map(\.displayable))).trimmed()
    return name.isEmpty || name.utf8.count > longestName ? nil : name
  }
}

/// The identifiers of MusicBrainz that a file has in its tags; empty ones are absent.
package struct MusicBrainzIDs: Hashable, Sendable {
  package private(set) var recording: String?
  package private(set) var release: String?
  package private(set) var artists: [String] = []

  static let mostArtists = 10

  package init() {}

  /// Texts that are no UUIDs are left out.
  package init(recording: String?, release: String?, artists: [String]) {
    self.recording = recording.flatMap(Self.identifier)
    self.release = release.flatMap(Self.identifier)
    self.artists = Array(artists.compactMap(Self.identifier).prefix(Self.mostArtists))
  }

  /// The UUID in small letters (RFC 9562); nil for other texts.
  package static func identifier(_ text: String) -> String? {
    let text = text.trimmed().lowercased()
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    let isHex = groups.joined().utf8.allSatisfy {
      (48...57).contains($0) || (97...102).contains($0)
    }
    return isHex && groups.map(\.utf8.count) == [8, 4, 4, 4, 12] ? text : nil
  }
}

/// One hearing of a track.
package struct Listen: Hashable, Sendable {
  package var track: ListenedTrack
  /// The time at which playing began, in Unix seconds.
  package var start: Int64

  package init(_ track: ListenedTrack, start: Int64) {
    self.track = track
    self.start = start
  }
}

/// The opinion about a recording that services of listens keep.
package enum ListenFeedback: Int, Sendable {
  case none = 0
  case love = 1
}
