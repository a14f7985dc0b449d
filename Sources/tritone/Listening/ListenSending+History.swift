import Library
import Log
import Music
import Online

// Plays from before the sign-in.
extension ListenSending {
  /// The progress of an import.
  struct Import: Sendable {
    var sent = 0
    var ignored = 0
    /// Plays that are no listens: without names, too short, or too old for the service.
    var skipped = 0
    var plays = 0
  }

  /// Sends plays from before the sign-in, from where the last import ended.
  ///
  /// - Parameters:
  ///   - start: the earliest start of a listen.
  ///   - isDry: whether nothing is sent, and nothing noted.
  func importHistory(
    to service: ListenService, since start: Int64, isDry: Bool,
    progress: @Sendable (Import) -> Void
  ) async throws -> Import {
    guard let lock = isDry ? SendingRight.notNeeded : try library.lockSending().map({ .held($0) })
    else {
      throw Failure(reason: "another Tritone sends listens at the moment: try again in a minute")
    }
    defer { withExtendedLifetime(lock) {} }
    let client = try await client(for: service)
    // Another import may have ended before the lock was free.
    let service = try await library.listenServices().first { $0.id == service.id } ?? service
    let size = batchSize(for: service)
    var done = Import()
    var after = service.imported
    while true {
      try Task.checkCancellation()
      let past = try await library.pastListens(
        before: service.since, after: after, atMost: service.kind.batchSize)
      guard let last = past.last else { return done }
      let earliest = max(start, service.kind.earliestStart(at: Self.now))
      let listens = past.listens.filter { $0.start >= earliest }
      done.plays += past.plays
      done.skipped += past.plays - listens.count
      for first in stride(from: 0, to: listens.count, by: size) {
        let part = Array(listens[first..<min(listens.count, first + size)])
        guard !isDry else {
          done.sent += part.count
          continue
        }
        try await submit(part, client, &done)
      }
      // An import that ends between these two sends the part again, with the same times.
      if !isDry { try await library.noteImported(upTo: last, to: service.id) }
      after = last
      progress(done)
    }
  }

  private enum SendingRight {
    case held(LibraryLock)
    case notNeeded
  }

  private func submit(
    _ listens: [Listen], _ client: ListenClient, _ done: inout Import
  ) async throws {
    var failures = 0
    while let error = await attempt(listens, client, &done) {
      switch error {
      case .refused(let reason):
        guard listens.count > 1 else {
          log.warning(.scrobble, "not taken", [LogField("reason", sentence: reason)])
          done.ignored += 1
          return
        }
        // One of them is at fault.
        let middle = listens.count / 2
        try await submit(Array(listens[..<middle]), client, &done)
        return try await submit(Array(listens[middle...]), client, &done)
      case .unavailable(_, let wanted):
        failures += 1
        let pause = wanted ?? .seconds(failures * 2)
        guard failures < 4, pause <= Self.patience else { throw error }
        try await Task.sleep(for: pause)
      case .notSignedIn, .noSuchMethod, .notGranted, .cancelled: throw error
      }
    }
  }

  /// One request; returns its fault.
  private func attempt(
    _ listens: [Listen], _ client: ListenClient, _ done: inout Import
  ) async -> ScrobbleError? {
    let submission: Submission
    do { submission = try await client.submit(listens) } catch { return error }
    for verdict in submission.verdicts {
      if case .later(let reason) = verdict {
        return .unavailable(reason: reason, retryAfter: .seconds(86_400))
      }
    }
    for verdict in submission.verdicts {
      switch verdict {
      case .accepted: done.sent += 1
      case .ignored, .later: done.ignored += 1
      }
    }
    // A pause that is cut short is followed by the check for cancellation.
    if let pause = submission.pause { try? await Task.sleep(for: min(pause, Self.patience)) }
    return nil
  }
}
