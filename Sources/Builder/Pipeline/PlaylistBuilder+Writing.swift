internal import Music

/// One change of a playlist.
private enum PlaylistWrite {
  case create(tracks: [String])
  case replace(CataloguePlaylist, tracks: [String])
  case extend(CataloguePlaylist, tracks: [String])
}

extension PlaylistBuilder {
  /// Writes prepared tracks into a playlist, or into a new one.
  func write(
    _ prepared: BuildResult, _ existing: CataloguePlaylist?, _ options: BuildOptions
  ) async throws(BuildError) -> BuildResult {
    try checkCancellation()
    let tracks = prepared.prepared.map(\.id)
    var (write, added) = (PlaylistWrite.create(tracks: tracks), tracks)
    if let existing {
      let present = try await client.trackIDs(ofPlaylist: existing.id)
      if options.truncates {
        write = .replace(existing, tracks: tracks)
      } else {
        let known = Set(present)
        added = tracks.filter { !known.contains($0) }
        write =
          options.shuffles
          ? .replace(existing, tracks: try await combined(tracks, present, options))
          : .extend(existing, tracks: added)
      }
    }
    try checkCancellation()
    let name = prepared.statistics.playlistName
    var result = prepared
    result.added = added
    result.reusedExisting = existing != nil
    result.isDryRun = false
    result.statistics.totalUploaded = added.count
    do {
      result.playlistID = try await completing { [self, write] in
        await carryOut(write, named: name)
      }
    } catch {
      guard case .incomplete(var partial) = error else { throw error }
      result.playlistID = partial.id
      partial.result = result
      throw .incomplete(partial)
    }
    result.snapshotID = client.snapshotID(ofPlaylist: result.playlistID)
    return result
  }

  /// The prepared tracks and the others of the playlist, shuffled together.
  private func combined(
    _ prepared: [String], _ present: [String], _ options: BuildOptions
  ) async throws(BuildError) -> [String] {
    let known = Set(prepared)
    var tracks = prepared + present.filter { !known.contains($0) }
    // Anew from the seed, as the original does.
    var random = MersenneTwister(seed: options.seed)
    random.shuffle(&tracks)
    guard options.local.arranges, let arrangement else { return tracks }
    return try await arrangement(tracks)
  }

  /// Runs work that goes on for a while when this task is cancelled, so that it can come to its end.
  private func completing<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Result<Value, BuildError>
  ) async throws(BuildError) -> Value {
    let task = Task { await work() }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: { [grace] in
      Task {
        // Nothing cancels this task, so the sleep always ends by itself.
        try? await Task.sleep(for: grace)
        task.cancel()
      }
    }
    return try result.get()
  }

  /// - Returns: the id of the playlist.
  private func carryOut(
    _ write: PlaylistWrite, named name: String
  ) async -> Result<String, BuildError> {
    do throws(BuildError) {
      switch write {
      case .create(let tracks):
        progress(.writing(done: 0, of: tracks.count))
        let id = try await client.createPlaylist(named: name)
        try await append(
          PartialPlaylist(
            id: id, name: name, write: .created, tracks: tracks, written: 0, reason: ""))
        return .success(id)
      case .replace(let playlist, let tracks):
        progress(.writing(done: 0, of: tracks.count))
        let first = Array(tracks.prefix(piece(of: tracks.count)))
        try await client.replaceTracks(ofPlaylist: playlist.id, with: first)
        try await append(
          PartialPlaylist(
            id: playlist.id, name: playlist.name, write: .replaced, tracks: tracks,
            written: first.count, reason: ""))
        return .success(playlist.id)
      case .extend(let playlist, let tracks):
        try await append(
          PartialPlaylist(
            id: playlist.id, name: playlist.name, write: .extended, tracks: tracks, written: 0,
            reason: ""))
        return .success(playlist.id)
      }
    } catch {
      return .failure(error)
    }
  }

  private func piece(of count: Int) -> Int { min(count, max(1, client.tracksPerWrite ?? count)) }

  /// Appends the tracks that a playlist does not have yet.
  ///
  /// - Throws: `BuildError.incomplete` where some are there and the rest are not.
  private func append(_ playlist: PartialPlaylist) async throws(BuildError) {
    var state = playlist
    while state.written < state.tracks.count {
      progress(.writing(done: state.written, of: state.tracks.count))
      let next = Array(
        state.tracks[state.written...].prefix(piece(of: state.tracks.count - state.written)))
      do {
        try await client.addTracks(next, toPlaylist: state.id)
      } catch {
        // Where nothing has changed, there is nothing to tell but the error.
        if state.write == .extended, state.written == 0 { throw error }
        state.reason = error == .cancelled ? "the build was cancelled" : error.message
        throw .incomplete(state)
      }
      state.written += next.count
    }
    progress(.writing(done: state.written, of: state.tracks.count))
  }

  /// Appends the rest of the tracks of a playlist whose writing ended in the middle, after a look at
  /// what is there: a request whose answer was lost may have been carried out.
  ///
  /// - Returns: the version of the playlist, nil where the catalogue has none.
  /// - Throws: `BuildError.service` where the playlist has been changed since.
  @discardableResult
  package func complete(_ playlist: PartialPlaylist) async throws(BuildError) -> String? {
    try checkCancellation()
    var playlist = playlist
    playlist.written = try written(
      of: playlist, in: try await client.trackIDs(ofPlaylist: playlist.id))
    try await completing { [playlist] in
      do throws(BuildError) {
        try await append(playlist)
        return .success(())
      } catch {
        guard case .incomplete(var partial) = error else { return .failure(error) }
        partial.result = playlist.result
        return .failure(.incomplete(partial))
      }
    }
    return client.snapshotID(ofPlaylist: playlist.id)
  }

  /// The tracks of a partial playlist that it holds: those known to be written, or those of one more
  /// request.
  private func written(
    of playlist: PartialPlaylist, in present: [String]
  ) throws(BuildError) -> Int {
    let rest = playlist.tracks.count - playlist.written
    let counts = [playlist.written + (rest > 0 ? piece(of: rest) : 0), playlist.written]
    for count in counts where present.count >= count {
      let isWhole = playlist.write == .extended || present.count == count
      if isWhole, present.suffix(count).elementsEqual(playlist.tracks.prefix(count)) {
        return count
      }
    }
    throw .service(reason: "the playlist '\(playlist.name)' has been changed since")
  }
}
