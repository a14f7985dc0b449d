// Tracks are written 100 at a time: one replace, then appends. An append whose answer is lost is never
// repeated before the playlist has been counted.
internal import HTTP

extension SpotifyClient {
  /// Tracks of one request.
  package static let writeSize = 100
  /// Further tries of one append after a fault.
  private static let appendTries = 2

  /// Writes tracks into a playlist, in place of its entries or behind them.
  ///
  /// - Parameter progress: told of the tracks written so far; called on any thread.
  /// - Throws: `.interrupted` where the playlist may have changed; `resume` goes on then.
  package func write(
    _ uris: [SpotifyURI], to playlist: SpotifyID, replacing: Bool,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(SpotifyError) -> SpotifyWriting {
    try await carryOn(
      SpotifyWriting(playlist: playlist, uris: uris, replaces: replacing), progress)
  }

  /// Goes on with a write that was interrupted, after it has counted the playlist's entries.
  ///
  /// - Throws: `.changedElsewhere` where there are others than were written.
  package func resume(
    _ writing: SpotifyWriting, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(SpotifyError) -> SpotifyWriting {
    var writing = writing
    if let base = writing.base {
      let there = try await count(of: writing.playlist) - base
      let next = min(writing.written + Self.writeSize, writing.uris.count)
      guard there == writing.written || there == next else { throw .changedElsewhere }
      writing.written = there
    }
    return try await carryOn(writing, progress)
  }

  private struct URIs: Encodable { var uris: [String] }

  private func carryOn(
    _ writing: SpotifyWriting, _ progress: @Sendable (Int) -> Void
  ) async throws(SpotifyError) -> SpotifyWriting {
    var writing = writing
    if writing.base == nil {
      if writing.replaces {
        let first = writing.uris.prefix(Self.writeSize)
        do throws(SpotifyError) {
          writing.snapshot = try await send(first, .put, to: writing.playlist)
        } catch {
          guard error.isUncertain else { throw error }
          throw .interrupted(writing, cause: error)
        }
        writing.base = 0
        writing.written = first.count
        progress(writing.written)
      } else {
        writing.base = try await count(of: writing.playlist)
      }
    }
    while writing.written < writing.uris.count { try await append(&writing, progress) }
    return writing
  }

  /// Appends the next tracks.
  private func append(
    _ writing: inout SpotifyWriting, _ progress: @Sendable (Int) -> Void
  ) async throws(SpotifyError) {
    let part = writing.uris[writing.written...].prefix(Self.writeSize)
    var tries = Self.appendTries
    while true {
      do throws(SpotifyError) {
        writing.snapshot = try await send(part, .post, to: writing.playlist) ?? writing.snapshot
      } catch {
        let isTaken = try await isTaken(part.count, writing, after: error)
        if !isTaken {
          guard tries > 0 else { throw interruption(writing, error) }
          tries -= 1
          continue
        }
      }
      writing.written += part.count
      progress(writing.written)
      return
    }
  }

  /// Whether an append was taken in spite of its fault.
  ///
  /// - Throws: where that cannot be found out, or another try has no point.
  private func isTaken(
    _ count: Int, _ writing: SpotifyWriting, after error: SpotifyError
  ) async throws(SpotifyError) -> Bool {
    guard error.isUncertain, error != .cancelled, let base = writing.base else {
      throw interruption(writing, error)
    }
    let there: Int
    do throws(SpotifyError) {
      try await timing.wait(.seconds(1))
      there = try await self.count(of: writing.playlist) - base
    } catch let other {
      throw interruption(writing, other == .cancelled ? other : error)
    }
    switch there {
    case writing.written + count: return true
    case writing.written: return false
    default: throw interruption(writing, .changedElsewhere)
    }
  }

  /// The error itself where nothing can have been written yet.
  private func interruption(_ writing: SpotifyWriting, _ cause: SpotifyError) -> SpotifyError {
    let isUntouched = !writing.replaces && writing.written == 0 && !cause.isUncertain
    return isUntouched ? cause : .interrupted(writing, cause: cause)
  }

  private func send(
    _ uris: ArraySlice<SpotifyURI>, _ method: HTTPMethod, to playlist: SpotifyID
  ) async throws(SpotifyError) -> String? {
    let call = Call(
      method: method, path: ["playlists", playlist.text, "items"],
      body: try Self.json(URIs(uris: uris.map(\.text))), what: "the playlist",
      // A second replace has the same result, a second append has not.
      isRepeatable: method == .put)
    return SpotifyText.snapshot(try await answer(to: call, SnapshotAnswer.self).snapshot_id)
  }
}
