internal import Music

extension PlaylistBuilder {
  /// The top tracks of artists, within the limits of the options.
  func tracks(
    of artists: [FoundArtist], _ options: BuildOptions
  ) async throws(BuildError) -> CollectedTracks {
    var collected = CollectedTracks(options)
    let limit = collected.tracksPerArtist
    guard limit > 0 else { return collected }
    for (index, found) in artists.enumerated() where !collected.isFull {
      try checkCancellation()
      progress(.collectingTracks(done: index, of: artists.count))
      do {
        let tracks = try await client.topTracks(of: found.artist.id, limit: limit)
        collected.add(Array(tracks.prefix(limit)), of: found)
      } catch {
        let reason = try Self.failure(error)
        collected.skipped.append(SkippedArtist(name: found.artist.name, reason: reason))
      }
    }
    progress(.collectingTracks(done: artists.count, of: artists.count))
    return collected
  }

  /// Shuffles, shortens and arranges the tracks.
  func arrange(
    _ tracks: inout CollectedTracks, _ options: BuildOptions
  ) async throws(BuildError) {
    if options.shuffles { tracks.shuffle() }
    if let minutes = options.local.maxMinutes { tracks.shorten(to: .seconds(60 * minutes)) }
    guard options.local.arranges, let arrangement else { return }
    try checkCancellation()
    tracks.order(by: try await arrangement(tracks.selected.map(\.built.id)))
  }
}
