import Library
import Log
import Music
import Servers

// Ratings, loved tracks and plays.
extension ServerExchange {
  private static let batch = 200

  /// Calls that a server does not take, by the number of tracks that it has refused them for.
  private struct Refusals {
    enum Call: Hashable { case rating, loving, counting }

    private static let most = 10
    private var counts: [Call: Int] = [:]

    /// Whether a server that has refused all others is asked once more.
    func isAsked(_ call: Call) -> Bool { counts[call, default: 0] < Self.most }

    mutating func note(_ call: Call, isTaken: Bool) {
      counts[call] = isTaken ? 0 : counts[call, default: 0] + 1
    }
  }

  func sendMarks(
    _ client: SubsonicClient, _ outcome: inout ServerExchangeOutcome
  ) async throws {
    let plays = PendingPlays(folder: directories.serverFolder(server.uuid), log: log)
    var refusals = Refusals()
    var last: TrackID?
    while true {
      let changes = try await library.marksToSend(
        of: server.id, after: last, atMost: Self.batch)
      for change in changes {
        try Task.checkCancellation()
        if try await send(change, client, plays, &refusals) { outcome.marksSent += 1 }
      }
      // What the server does not take is tried again another time.
      guard changes.count == Self.batch else { return }
      last = changes.last?.track
    }
  }

  /// - Returns: Whether the server has taken something.
  private func send(
    _ change: ServerMarksChange, _ client: SubsonicClient, _ plays: PendingPlays,
    _ refusals: inout Refusals
  ) async throws -> Bool {
    var sent = change
    (sent.marks.rating, sent.marks.isLoved) = (change.before.rating, change.before.isLoved)
    sent.plays = []
    let id = change.address.track
    var isTaken = false
    if change.marks.rating != change.before.rating,
      try await taken(
        .rating, &refusals,
        { () throws(ServerError) in
          try await client.setRating(id, change.marks.rating)
        })
    {
      sent.marks.rating = change.marks.rating
      try await library.marksSent([sent], of: server.id)
      isTaken = true
    }
    if change.marks.isLoved != change.before.isLoved,
      try await taken(
        .loving, &refusals,
        { () throws(ServerError) in
          try await client.setLoved(id, change.marks.isLoved)
        })
    {
      sent.marks.isLoved = change.marks.isLoved
      try await library.marksSent([sent], of: server.id)
      isTaken = true
    }
    return try await send(change.plays, sent, client, plays, &refusals) || isTaken
  }

  /// Tells of plays one after the other, each noted at once: none is told twice.
  private func send(
    _ times: [Int64], _ sent: ServerMarksChange, _ client: SubsonicClient, _ plays: PendingPlays,
    _ refusals: inout Refusals
  ) async throws -> Bool {
    // Those that were heard here were told as listens, when they were heard.
    let id = sent.address.track
    var unknown = await plays.unknown(times, of: id)[...]
    var isTaken = false
    var sent = sent
    for time in times {
      sent.plays.append(time)
      if unknown.first == time {
        unknown.removeFirst()
        guard refusals.isAsked(.counting) else { break }
        try Task.checkCancellation()
        // A play that the server refuses for itself is not told again.
        _ = try await taken(.counting, &refusals) { () throws(ServerError) in
          try await client.scrobble(id, at: time * 1_000)
        }
        guard refusals.isAsked(.counting) else { break }
      } else if unknown.first != nil || time != times.last {
        continue
      }
      try await library.marksSent([sent], of: server.id)
      isTaken = true
      sent.plays = []
    }
    return isTaken
  }

  /// Whether a server has taken something; false for a refusal that is about this alone.
  private func taken(
    _ call: Refusals.Call, _ refusals: inout Refusals,
    _ request: () async throws(ServerError) -> Void
  ) async throws(ServerError) -> Bool {
    guard refusals.isAsked(call) else { return false }
    do throws(ServerError) {
      try await request()
      refusals.note(call, isTaken: true)
      return true
    } catch {
      guard error.isOfOne else { throw error }
      refusals.note(call, isTaken: false)
      log.debug(
        .library, "a server does not take a mark", [LogField("reason", sentence: error.message)])
      return false
    }
  }

  /// Loved tracks, which no state of the server's files tells of.
  func takeLoved(
    _ client: SubsonicClient, _ outcome: inout ServerExchangeOutcome
  ) async throws {
    // The first listing brings them.
    guard server.lastListing != nil else { return }
    let loved = try await client.lovedTracks()
    guard !loved.isEmpty else { return }
    outcome.marksTaken += try await library.storeTracks(
      loved, of: server.id, replaced: replaced
    ).marked
  }
}
