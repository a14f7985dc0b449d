package import Music

/// A service that takes listens, by either API.
package enum ListenClient: Sendable {
  case listenBrainz(ListenBrainzClient)
  case lastFM(LastFMClient)

  /// Tells what plays now.
  ///
  /// - Returns: the id that the service gave the recording, where it tells.
  package func announce(_ track: ListenedTrack) async throws(ScrobbleError) -> String? {
    switch self {
    case .listenBrainz(let client): return try await client.announce(track)
    case .lastFM(let client):
      try await client.announce(track)
      return nil
    }
  }

  /// Sends listens in one request, `batchSize` of the kind at most.
  package func submit(_ listens: [Listen]) async throws(ScrobbleError) -> Submission {
    switch self {
    case .listenBrainz(let client): try await client.submit(listens)
    case .lastFM(let client): try await client.submit(listens)
    }
  }

  /// Tells that a track is loved, or no longer.
  package func rate(
    _ track: ListenedTrack, _ feedback: ListenFeedback, heardAs: String?
  ) async throws(ScrobbleError) {
    switch self {
    case .listenBrainz(let client): try await client.rate(track, feedback, heardAs: heardAs)
    case .lastFM(let client): try await client.rate(track, feedback)
    }
  }
}

extension ListenServiceKind {
  /// Listens of one request.
  package var batchSize: Int {
    switch self {
    case .listenBrainz: ListenBrainzClient.batchSize
    case .lastFM: LastFMClient.batchSize
    }
  }

  /// The earliest start of a listen that is accepted at a time; both in Unix seconds.
  package func earliestStart(at now: Int64) -> Int64 {
    switch self {
    case .listenBrainz: ListenBrainzClient.earliest
    case .lastFM: now - LastFMClient.longestAge
    }
  }
}
