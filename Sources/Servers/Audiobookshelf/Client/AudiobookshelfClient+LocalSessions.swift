internal import HTTP
internal import Music

/// Stretches of listening that the server was not told of as they were heard.
extension AudiobookshelfClient {
  /// What became of stretches that were sent.
  struct LocalOutcome: Equatable, Sendable {
    /// Ids that the server has, or never will.
    var done: [String] = []
    /// Of these, those whose items are no longer on the server.
    var gone: [String] = []
    /// Ids that the server does not take, for another reason.
    var left: [String] = []
  }

  /// Sends stretches of listening; a second time they count once.
  func send(
    _ sessions: [LocalSession], _ device: AudiobookshelfDevice
  ) async throws(ServerError) -> LocalOutcome {
    let taken: [String: Bool]
    do throws(ServerError) {
      taken = try await together(sessions, device)
    } catch {
      // One that cannot be taken stops no others.
      guard await isOfOne(error) else { throw error }
      var isOld = false
      // Servers before 2.3 take them one by one.
      if case .notFound = error { isOld = true }
      return try await singly(sessions, device, isOld: isOld)
    }
    var outcome = LocalOutcome()
    for session in sessions { await note(session, taken[session.id] ?? false, &outcome) }
    return outcome
  }

  /// Whether the server took each; those that it does not name are left out.
  private func together(
    _ sessions: [LocalSession], _ device: AudiobookshelfDevice
  ) async throws(ServerError) -> [String: Bool] {
    let bodies = LocalSessionsBody(
      sessions: sessions.map { .init($0, clock: clock) }, deviceInfo: DeviceBody(device))
    let answer: LocalResultsAnswer = try await json(
      Call(
        method: .post, path: ["api", "session", "local-all"], body: try body(bodies),
        what: "the listening without a network", isRepeated: false))
    let results = answer.results.values.compactMap { result in
      result.id?.value.map { ($0, result.success?.value == true) }
    }
    return Dictionary(results) { $0 || $1 }
  }

  private func singly(
    _ sessions: [LocalSession], _ device: AudiobookshelfDevice, isOld: Bool
  ) async throws(ServerError) -> LocalOutcome {
    var outcome = LocalOutcome()
    for session in sessions {
      if Task.isCancelled { throw .cancelled }
      var isTaken = false
      do throws(ServerError) {
        if isOld {
          try await response(
            to: Call(
              method: .post, path: ["api", "session", "local"],
              body: try body(LocalSessionsBody.Session(session, clock: clock)),
              what: "the listening without a network", isRepeated: false))
          isTaken = true
        } else {
          isTaken = try await together([session], device)[session.id] ?? false
        }
      } catch {
        guard await isOfOne(error) else { throw error }
      }
      await note(session, isTaken, &outcome)
    }
    return outcome
  }

  /// What the server refuses is given up only where it has no such item: any other reason may pass.
  private func note(
    _ session: LocalSession, _ isTaken: Bool, _ outcome: inout LocalOutcome
  ) async {
    if isTaken {
      outcome.done.append(session.id)
    } else if await isGone(session.book) {
      outcome.done.append(session.id)
      outcome.gone.append(session.id)
    } else {
      outcome.left.append(session.id)
    }
  }

  func isGone(_ book: ListenedBook) async -> Bool {
    do throws(ServerError) { return try await !has(book) } catch {
      // Who does not answer has not deleted anything.
      return false
    }
  }

  /// Whether a fault may be that of one stretch, and not of all calls.
  private func isOfOne(_ error: ServerError) async -> Bool {
    if error.isOfOne { return true }
    guard case .unreachable = error else { return false }
    // Also a status of 500, of a server that is well otherwise.
    do throws(ServerError) {
      try await probe()
      return true
    } catch { return false }
  }
}
