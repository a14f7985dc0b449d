internal import Music

extension PlaylistBuilder {
  /// The fewest artists that are asked for.
  private static let leastArtists = 20

  /// The artists of all sources in their order, and those that were not found. Sources that cannot
  /// add any more are not asked.
  func artists(_ options: BuildOptions) async throws(BuildError) -> FoundArtists {
    let typed = options.manualArtistNames.map { ($0, ArtistSource.manual) }
    var listed: [(String, ArtistSource)] = []
    if let path = options.artistsFile {
      listed = try ArtistsFile.artists(in: path, home: home).map { ($0, .file) }
    }
    var found = FoundArtists(atMost: options.maxArtists)
    try await find(typed + listed, &found)
    // Where a request failed, other artists are no substitute for those that were named.
    let hasFailed = found.skipped.contains { $0.reason != .notFound }
    func isNeeded(_ isChosen: Bool) -> Bool {
      !found.isFull && (isChosen || (found.isEmpty && !hasFailed))
    }
    let limit = max(options.maxArtists, Self.leastArtists)
    if isNeeded(options.usesLibraryArtists) {
      try checkCancellation()
      for artist in try await client.mostHeardArtists(limit: limit).prefix(limit) {
        found.add(artist, from: .mostHeard)
      }
    }
    if isNeeded(options.usesFollowedArtists) {
      try checkCancellation()
      for artist in try await client.followedArtists(limit: limit).prefix(limit) {
        found.add(artist, from: .followed)
      }
    }
    guard !found.artists.isEmpty else { throw .noArtists(skipped: found.skipped) }
    return found
  }

  private func find(
    _ queries: [(text: String, source: ArtistSource)], _ found: inout FoundArtists
  ) async throws(BuildError) {
    for (index, query) in queries.enumerated() where !found.isFull {
      try checkCancellation()
      progress(.findingArtists(done: index, of: queries.count))
      do {
        if let artist = try await artist(for: query.text) {
          found.add(artist, from: query.source)
        } else {
          found.skipped.append(SkippedArtist(name: query.text, reason: .notFound))
        }
      } catch {
        let reason = try Self.failure(error)
        found.skipped.append(SkippedArtist(name: query.text, reason: reason))
      }
    }
    progress(.findingArtists(done: queries.count, of: queries.count))
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
