internal import HTTP
package import Music

extension AudiobookshelfClient {
  /// The user with all progress and bookmarks, with times in this machine's clock.
  package func account() async throws(ServerError) -> AudiobookshelfAccount {
    let answer: UserAnswer = try await json(
      Call(path: ["api", "me"], what: "the account", bodyLimit: Self.largeBody))
    return answer.account(clock: clock)
  }

  /// Nil where the user has never heard it.
  package func progress(
    of item: String, episode: String? = nil
  ) async throws(ServerError) -> ServerProgress? {
    do throws(ServerError) {
      let call = Call(path: try path(item, episode), what: "the progress")
      let answer: ProgressAnswer = try await json(call)
      return answer.progress(clock: clock)
    } catch {
      guard case .notFound = error else { throw error }
      return nil
    }
  }

  private func path(_ item: String, _ episode: String?) throws(ServerError) -> [String] {
    var path = ["api", "me", "progress", try valid(item, "the book")]
    if let episode { path.append(try valid(episode, "the episode")) }
    return path
  }

  /// What became of progress that was to be sent.
  package struct ProgressOutcome: Equatable, Sendable {
    /// The server has it now.
    package var sent: [ServerProgress] = []
    /// The server's, which is newer than ours and stayed.
    package var newer: [ServerProgress] = []
    /// No longer on the server.
    package var gone: [ServerProgress] = []
    /// Of books that are listened to, whose place their session tells, and of those whose duration
    /// neither side knows yet: both are to be sent later.
    package var listened: [ServerProgress] = []

    package init() {}
  }

  /// Sends progress of books that nobody listens to here, unless the server's is newer.
  ///
  /// Books that are listened to belong to `ListeningSync`, which alone calls this.
  func send(_ progress: [ServerProgress]) async throws(ServerError) -> ProgressOutcome {
    var outcome = ProgressOutcome()
    guard !progress.isEmpty else { return outcome }
    var theirs: [ProgressKey: ServerProgress] = [:]
    for one in try await account().progress {
      // Of twice the same the newest counts.
      let key = ProgressKey(one)
      if one.progress.updated >= theirs[key]?.progress.updated ?? 0 { theirs[key] = one }
    }
    var first: [(ServerProgress, ProgressChange)] = []
    var later: [(ServerProgress, ProgressChange)] = []
    for ours in progress {
      let other = theirs[ProgressKey(ours)]
      // The clocks agree to within a noise, and what follows our own last change may not be lost.
      if let other, other.progress.updated > ours.progress.updated + ServerClock.noise {
        outcome.newer.append(other)
        continue
      }
      var ours = ours
      // A duration that is unknown here would end the book there.
      if ours.duration == .zero { ours.duration = other?.duration ?? .zero }
      guard ours.duration > .zero || ours.progress.isFinished else {
        outcome.listened.append(ours)
        continue
      }
      let changes = ours.changes(from: other, clock: clock)
      if let change = changes.first { first.append((ours, change)) }
      later += changes.dropFirst().map { (ours, $0) }
      if changes.isEmpty { outcome.sent.append(ours) }
    }
    for changes in [first, later] where !changes.isEmpty {
      try await send(changes, &outcome)
    }
    return outcome
  }

  private func send(
    _ changes: [(ServerProgress, ProgressChange)], _ outcome: inout ProgressOutcome
  ) async throws(ServerError) {
    if changes.count == 1 {
      let (progress, change) = changes[0]
      do throws(ServerError) {
        try await response(
          to: Call(
            method: .patch, path: try path(progress.book, progress.episode),
            body: try body(change), what: "the progress"))
        outcome.note(sent: progress)
      } catch {
        guard case .notFound = error else { throw error }
        outcome.gone.append(progress)
      }
      return
    }
    // The server says nothing of single ones that it does not know.
    for batch in stride(from: 0, to: changes.count, by: 100) {
      let part = changes[batch..<min(batch + 100, changes.count)]
      let bodies = part.map { progress, change in
        var change = change
        change.libraryItemId = progress.book
        change.episodeId = progress.episode
        return change
      }
      try await response(
        to: Call(
          method: .patch, path: ["api", "me", "progress", "batch", "update"],
          body: try body(bodies), what: "the progress"))
      for (progress, _) in part { outcome.note(sent: progress) }
    }
  }
}

extension AudiobookshelfClient.ProgressOutcome {
  fileprivate mutating func note(sent progress: ServerProgress) {
    if !sent.contains(where: { ProgressKey($0) == ProgressKey(progress) }) { sent.append(progress) }
  }
}

/// The book, or the episode, that progress is of.
struct ProgressKey: Hashable {
  var book: String
  var episode: String?

  init(_ progress: ServerProgress) {
    book = progress.book
    episode = progress.episode
  }

  init(book: String, episode: String?) {
    self.book = book
    self.episode = episode
  }
}
