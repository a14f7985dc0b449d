internal import HTTP
internal import Music

extension CoretetClient {
  /// Sends a change, once or once more, and says what came of it. Never throws: a queue has to know
  /// what to do in any case.
  package func send(_ waiting: CoretetQueue.Waiting) async -> CoretetQueue.Answer {
    do throws(CoretetError) {
      try await learnClock()
      switch try await perform(waiting) {
      case .at(let time): return .done(written: time)
      case .newer: return .superseded
      }
    } catch {
      // The database takes a collaborator whose token has ended there for nobody.
      if case .server(.notAllowed) = error, await session.isCollaboratorOver() {
        return .signInAgain
      }
      return Self.answer(to: error)
    }
  }

  /// Times are compared with those of the server.
  private func learnClock() async throws(CoretetError) {
    guard !clock.isKnown else { return }
    var call = call(.get, .playlists, "the playlists")
    call.add("select", "id")
    call.add("limit", 1)
    call.isRepeated = false
    try await response(to: call)
  }

  private func perform(_ waiting: CoretetQueue.Waiting) async throws(CoretetError) -> Written {
    // A clock of ours that was wrong must not win for ever.
    let made = min(clock.theirs(waiting.change.made), serverNow)
    switch waiting.change.kind {
    case .rate(let track, let playlist, let word):
      let key = try await ratingKey(track, in: playlist)
      if let word { return try await rate(key, word, made: made, follows: waiting.follows) }
      try await clearRating(key, made: made, follows: waiting.follows)
    case .addComment(let comment, let track, let playlist, let words):
      return try await addComment(
        comment, on: track, in: playlist, CoretetComment.words(words), made: made)
    case .editComment(let comment, let words):
      return try await editComment(
        comment, CoretetComment.words(words), made: made, follows: waiting.follows)
    case .deleteComment(let comment, let playlist):
      try await deleteComment(comment, in: playlist, made: made, follows: waiting.follows)
    case .move(let playlist, let entries, let anchor):
      try await move(entries, of: playlist, after: anchor)
    case .share(let playlist, let email, let rights):
      try await share(playlist, with: CoretetEmail(email), rights)
    case .revoke(let playlist, let email):
      try await revoke(playlist, of: CoretetEmail(email))
    }
    return .at(0)
  }

  static func answer(to error: CoretetError) -> CoretetQueue.Answer {
    switch error {
    case .fault(_, let reason, let until):
      return .later(until: until.map { $0 * 1000 }, fault: reason)
    case .wrongKey: return .signInAgain
    case .server(let fault):
      switch fault {
      case .rateLimited(let until): return .later(until: until.map { $0 * 1000 }, fault: nil)
      // A network that wants a sign-in of its own leads elsewhere.
      case .unreachable, .cancelled, .tls, .notThisServer, .wrongAddress:
        return .later(until: nil, fault: nil)
      case .badAnswer, .tooLarge: return .unclear(fault.message)
      case .signInAgain, .wrongPassword: return .signInAgain
      case .tooOld, .notAllowed, .notFound, .refused, .unsupported:
        return .refused(error.message)
      }
    case .emailNotConfirmed, .wrongEmail, .wrongInvitation, .notThere, .taken, .wrongLength,
      .wrongName, .refused:
      return .refused(error.message)
    }
  }
}
