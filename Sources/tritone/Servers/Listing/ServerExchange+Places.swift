import Library
import Music
import Servers

// Places in long tracks of a Subsonic server, which has them as bookmarks.
extension ServerExchange {
  /// Places that are closer are the same: servers round them.
  private static let step = Duration.seconds(1)

  /// - Parameter takes: whether the server is asked where there is nothing to send.
  func exchangePlaces(
    _ client: SubsonicClient, takes: Bool, _ outcome: inout ServerExchangeOutcome
  ) async throws {
    var waiting = try await library.serverProgressToSend(of: server.id)
    guard takes || !waiting.isEmpty else { return }
    guard let theirs = try await places(client) else { return }
    try await library.keepServerProgress(theirs, of: server.id)
    let items = Set(theirs.map(\.book))
    // Of more of them not all are read.
    if theirs.count < SubsonicClient.mostBookmarks {
      try await library.forgetPlaces(except: items, of: server.id)
    }
    waiting = try await library.serverProgressToSend(of: server.id)
    var sent: [String: Duration] = [:]
    for ours in waiting {
      try Task.checkCancellation()
      let place = ours.progress.isFinished ? .zero : ours.progress.place
      guard try await isSent(place, of: ours.book, isThere: items.contains(ours.book), client)
      else {
        continue
      }
      try await library.serverProgressSent([ours], of: server.id)
      outcome.progressSent += 1
      if place >= Self.step { sent[ours.book] = place }
    }
    guard !sent.isEmpty else { return }
    // With the times that the server has given them, which are none of anything new.
    let written = try await (places(client) ?? []).filter { theirs in
      guard let place = sent[theirs.book] else { return false }
      return abs((theirs.progress.place - place) / Self.step) < 1
    }
    try await library.serverProgressRead(written, of: server.id)
  }

  /// Nil where the server has no bookmarks, or does not give them: places stay here then.
  private func places(_ client: SubsonicClient) async throws(ServerError) -> [ServerProgress]? {
    do throws(ServerError) { return try await client.places() } catch {
      guard error.isOfOne else { throw error }
      return nil
    }
  }

  /// Whether the server has taken a place; a track without one has no bookmark.
  private func isSent(
    _ place: Duration, of track: String, isThere: Bool, _ client: SubsonicClient
  ) async throws(ServerError) -> Bool {
    do throws(ServerError) {
      if place >= Self.step {
        try await client.setPlace(place, of: track)
      } else if isThere {
        try await client.removePlace(of: track)
      }
      return true
    } catch {
      // One that the server refuses stops no others, and is tried again.
      guard error.isOfOneTrack else { throw error }
      return false
    }
  }
}
