internal import Music

/// An artist of a build and how it came there.
struct FoundArtist: Equatable {
  var artist: CatalogueArtist
  var source: ArtistSource
}

/// The artists of a build while they are found, each once.
struct FoundArtists {
  private(set) var artists: [FoundArtist] = []
  var skipped: [SkippedArtist] = []
  /// Whether nothing was found, not even an artist without a name.
  private(set) var isEmpty = true
  private let maximum: Int
  private var ids: Set<String> = []

  /// - Parameter maximum: 0 for no limit.
  init(atMost maximum: Int) { self.maximum = maximum }

  /// Whether no other artist is taken.
  var isFull: Bool { maximum > 0 && artists.count >= maximum }

  /// Adds an artist, unless it is there, has no name, or is one too many.
  mutating func add(_ artist: CatalogueArtist, from source: ArtistSource) {
    isEmpty = false
    guard !isFull, !artist.name.isEmpty, ids.insert(artist.id).inserted else { return }
    artists.append(FoundArtist(artist: artist, source: source))
  }
}
