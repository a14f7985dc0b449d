internal import Music

/// An artist of a build and how it came there.
struct FoundArtist: Equatable {
  var artist: CatalogueArtist
  var source: ArtistSource
}

extension PlaylistBuilder {
  /// The fewest artists that are asked for.
  private static let leastArtists = 20

  /// The artists of all sources in their order, each once, and those that were not found.
  func artists(
    _ options: BuildOptions
  ) async throws(BuildError) -> ([FoundArtist], skipped: [SkippedArtist]) {
    let typed = options.manualArtistNames.map { ($0, ArtistSource.manual) }
    var listed: [(String, ArtistSource)] = []
    if let path = options.artistsFile {
      listed = try ArtistsFile.artists(in: path, home: home).map { ($0, .file) }
    }
    var (found, skipped) = try await resolved(typed + listed)
    // Where a request failed, other artists are no substitute for those that were named.
    let hasFailed = skipped.contains { $0.reason != .notFound }
    func isNeeded(_ isChosen: Bool) -> Bool { isChosen || (found.isEmpty && !hasFailed) }
    let limit = max(options.maxArtists, Self.leastArtists)
    if isNeeded(options.usesLibraryArtists) {
      try checkCancellation()
      for artist in try await client.mostHeardArtists(limit: limit).prefix(limit) {
        found.append(FoundArtist(artist: artist, source: .mostHeard))
      }
    }
    if isNeeded(options.usesFollowedArtists) {
      try checkCancellation()
      for artist in try await client.followedArtists(limit: limit).prefix(limit) {
        found.append(FoundArtist(artist: artist, source: .followed))
      }
    }
    let artists = Self.distinct(found, atMost: options.maxArtists)
    guard !artists.isEmpty else { throw .noArtists(skipped: skipped) }
    return (artists, skipped)
  }

  private static func distinct(_ found: [FoundArtist], atMost maximum: Int) -> [FoundArtist] {
    var ids: Set<String> = []
    let distinct = found.filter { !$0.artist.name.isEmpty && ids.insert($0.artist.id).inserted }
    return maximum > 0 ? Array(distinct.prefix(maximum)) : distinct
  }

  private func resolved(
    _ queries: [(text: String, source: ArtistSource)]
  ) async throws(BuildError) -> ([FoundArtist], [SkippedArtist]) {
    var (found, skipped): ([FoundArtist], [SkippedArtist]) = ([], [])
    for (index, query) in queries.enumerated() {
      try checkCancellation()
      progress(.findingArtists(done: index, of: queries.count))
      do {
        if let artist = try await artist(for: query.text) {
          found.append(FoundArtist(artist: artist, source: query.source))
        } else {
          skipped.append(SkippedArtist(name: query.text, reason: .notFound))
        }
      } catch {
        skipped.append(SkippedArtist(name: query.text, reason: try Self.failure(error)))
      }
    }
    progress(.findingArtists(done: queries.count, of: queries.count))
    return (found, skipped)
  }

  /// The reason why an artist is left out, where the error is that of one request.
  static func failure(_ error: BuildError) throws(BuildError) -> SkippedArtist.Reason {
    if Task.isCancelled { throw .cancelled }
    guard case .client(let reason) = error else { throw error }
    return .failed(reason: reason)
  }

  private func artist(for text: String) async throws(BuildError) -> CatalogueArtist? {
    guard text.unicodeScalars.count <= ArtistsFile.maximumLine else { return nil }
    if let id = ArtistChoice.id(in: text) {
      return id.isEmpty ? nil : try await client.artist(id)
    }
    let matches = try await client.artists(matching: text, limit: ArtistChoice.candidates)
    return ArtistChoice.best(
      for: text, among: matches.prefix(ArtistChoice.candidates).filter { !$0.id.isEmpty })
  }
}
