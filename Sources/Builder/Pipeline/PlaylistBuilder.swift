package import Music

/// Builds playlists from artists: finds them, collects their tracks, and writes what is left.
///
/// Requests to the catalogue are made one after the other. A cancelled build writes nothing, or
/// completes what it began to write.
package struct PlaylistBuilder: Sendable {
  /// Puts the ids of tracks into an order that mixes well.
  package typealias Arrangement = @Sendable ([String]) async throws(BuildError) -> [String]

  let client: any CatalogueClient
  let home: String
  let day: String
  let arrangement: Arrangement?
  let grace: Duration
  let progress: @Sendable (BuildPhase) -> Void

  /// - Parameters:
  ///   - home: the folder for which `~` stands in the path of an artists file.
  ///   - day: today as "2025-11-20", by the local clock.
  ///   - arrangement: asked where `BuildOptions.local.arranges`.
  ///   - grace: how long writing may go on in a cancelled build.
  ///   - progress: called from any thread.
  package init(
    _ client: any CatalogueClient, home: String, day: String, arrangement: Arrangement? = nil,
    grace: Duration = .seconds(10), progress: @escaping @Sendable (BuildPhase) -> Void = { _ in }
  ) {
    self.client = client
    self.home = home
    self.day = day
    self.arrangement = arrangement
    self.grace = grace
    self.progress = progress
  }

  /// Builds a playlist, or in a dry run only says what it would have.
  package func build(_ options: BuildOptions) async throws(BuildError) -> BuildResult {
    var (result, existing) = try await prepared(options)
    result.isDryRun = options.isDryRun
    guard !options.isDryRun else { return result }
    return try await write(result, existing, options)
  }

  /// Writes the result of a dry run as it stands: its tracks in their order.
  ///
  /// - Parameter options: those of the dry run; of these, those that say how to write count.
  package func write(
    _ dryRun: BuildResult, with options: BuildOptions
  ) async throws(BuildError) -> BuildResult {
    try checkCancellation()
    let user = try await user()
    let name = dryRun.statistics.playlistName
    return try await write(dryRun, try await existing(named: name, of: user, options), options)
  }

  private func prepared(
    _ options: BuildOptions
  ) async throws(BuildError) -> (BuildResult, CataloguePlaylist?) {
    let mistakes = options.mistakes
    guard mistakes.isEmpty else { throw .options(mistakes) }
    try checkCancellation()
    let user = try await user()
    let found = try await artists(options)
    var tracks = try await tracks(of: found.artists, options)
    let skipped = found.skipped + tracks.skipped
    progress(.arranging)
    try await arrange(&tracks, options)
    // An empty list replaces another one only where no request failed.
    let hasFailed = skipped.contains { $0.reason != .notFound }
    guard !tracks.selected.isEmpty || (options.truncates && !hasFailed) else {
      throw .noTracks(skipped: skipped)
    }
    let name = options.playlistName(on: day)
    let existing = try await existing(named: name, of: user, options)
    if options.isDryRun, options.targetPlaylist != nil, let existing {
      // The build would fail; the dry run says so.
      _ = try await client.trackIDs(ofPlaylist: existing.id)
    }
    var statistics = BuildStatistics(playlistName: name)
    statistics.artistsRetrieved = found.artists.count
    statistics.topTracksRetrieved = tracks.retrieved
    statistics.variantsDeduped = tracks.deduped
    statistics.totalPrepared = tracks.selected.count
    let result = BuildResult(
      statistics: statistics, prepared: tracks.selected.map(\.built), leftOut: tracks.leftOut,
      skipped: skipped, reusedExisting: existing != nil, playlistID: existing?.id ?? "",
      isDryRun: true)
    return (result, existing)
  }

  func checkCancellation() throws(BuildError) {
    if Task.isCancelled { throw .cancelled }
  }

  private func user() async throws(BuildError) -> String {
    guard let user = try await client.userID(), !user.isEmpty else { throw .noUser }
    return user
  }

  /// The playlist that is reused; nil where a new one is made.
  private func existing(
    named name: String, of user: String, _ options: BuildOptions
  ) async throws(BuildError) -> CataloguePlaylist? {
    guard options.reusesExisting else { return nil }
    try checkCancellation()
    if let target = options.targetPlaylist {
      return CataloguePlaylist(id: target, name: name, owner: user)
    }
    return ExistingPlaylist.find(name, of: user, in: try await client.playlists())
  }
}
