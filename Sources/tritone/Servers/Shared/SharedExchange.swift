import FoundationEssentials
import Library
import Log
import Music
import Servers

/// The exchange with one Coretet project about playlists that people share: changes that wait are
/// sent in order, then what others did is asked for. One task of one process does so at a time, so
/// that nothing is sent twice, and nothing older replaces what was sent.
struct SharedExchange: Sendable {
  let library: Library
  let server: Server
  let directories: Directories
  let log: Log

  /// What came of sending what waits.
  struct Sent: Equatable, Sendable {
    var count = 0
    var refused: [CoretetQueue.Refused] = []
    /// Why the rest waits; nil where all is sent.
    var obstacle: Obstacle?
  }

  enum Obstacle: Equatable, Sendable {
    /// The network or the project is away, or another process sends.
    case later
    case signInAgain
  }

  static var now: Int64 { AudiobookshelfTiming.systemClock() }

  /// Who is signed in.
  func person() throws -> SharedPerson {
    guard let person = server.options.person else { throw ServerError.signInAgain }
    return person
  }

  // MARK: Turns

  private static let patience = Duration.seconds(10)

  /// Does some work while nobody else talks to the project about changes.
  ///
  /// - Returns: Nil where another one does for longer than that.
  func inTurn<Value: Sendable>(
    patience: Duration = patience, _ work: () async throws -> Value
  ) async throws -> Value? {
    let folder = directories.serverFolder(server.uuid)
    let attempt = await FileTurn.attempt(folder.appending("changes.lock"), patience: patience)
    defer { withExtendedLifetime(attempt) {} }
    switch attempt {
    case .taken: return try await work()
    case .busy: return nil
    case .impossible(let code): throw LibraryError.unwritable(folder, code: code)
    }
  }

  // MARK: Changes

  /// Changes the queue as it is stored, reactions of the library taken in.
  func edit<Value: Sendable>(
    _ body: @Sendable (inout SharedQueue) -> (value: Value, edits: [SharedCacheEdit])
  ) async throws -> Value {
    let person = try person()
    let now = Self.now
    return try await library.editSharedChanges(of: server.id, by: person) { rows, reactions in
      var queue = SharedQueue(rows, of: person.id)
      queue.add(reactions, by: person, now: now)
      let result = body(&queue)
      rows = queue.rows
      return result
    }
  }

  /// Adds a change, and takes in reactions of the library.
  func add(_ kind: CoretetChange.Kind? = nil, about subject: SharedQueue.Subject) async throws {
    let now = Self.now
    try await edit { queue in
      if let kind { queue.add(kind, about: subject, now: now) }
      return ((), [])
    }
  }

  func queue() async throws -> SharedQueue {
    let person = try person()
    return SharedQueue(
      try await library.sharedChanges(of: server.id, by: person.id), of: person.id)
  }

  /// Sends what waits, in order, up to the first change that has to wait.
  func send(_ client: CoretetClient, patience: Duration = patience) async throws -> Sent {
    try await inTurn(patience: patience) { try await sendInTurn(client) }
      ?? Sent(obstacle: .later)
  }

  func sendInTurn(_ client: CoretetClient) async throws -> Sent {
    var sent = Sent()
    let person = try person()
    while true {
      try Task.checkCancellation()
      let waiting = try await edit { queue in (queue.next(), []) }
      guard let waiting else { return sent }
      let answer = await client.send(waiting)
      let now = Self.now
      let refused = try await edit { queue in
        let before = Set(queue.queue.refused.map(\.id))
        queue.answered(waiting.id, answer, now: now)
        let edit = waiting.cacheEdit(after: answer, by: person, queue.subject(of: waiting.id))
        return (queue.queue.refused.filter { !before.contains($0.id) }, [edit].compactMap(\.self))
      }
      sent.refused += refused
      switch answer {
      case .done, .superseded: sent.count += refused.isEmpty ? 1 : 0
      case .refused(let reason):
        log.warning(
          .library, "a change was refused by its server", [LogField("reason", sentence: reason)])
      case .later:
        // Faults of its own count up to the end of a project's patience; then the rest goes on.
        guard refused.isEmpty else { continue }
        sent.obstacle = .later
        return sent
      case .signInAgain:
        sent.obstacle = .signInAgain
        return sent
      }
    }
  }
}

extension CoretetQueue.Waiting {
  /// What is stored of a playlist after the change has been sent; nil where the next look has to
  /// tell.
  fileprivate func cacheEdit(
    after answer: CoretetQueue.Answer, by person: SharedPerson, _ subject: SharedQueue.Subject
  ) -> SharedCacheEdit? {
    guard case .done(let written) = answer else { return nil }
    let time = written > 0 ? written : change.made
    switch change.kind {
    case .rate(let track, let playlist, let word):
      return .rated(
        track: track, playlist: person.isCollaborator ? playlist : nil,
        Reaction.allCases.first { "\($0)" == word } ?? .none, at: time)
    case .addComment(let comment, let track, _, let words):
      guard let playlist = subject.playlist else { return nil }
      return .commented(
        playlist: playlist, track: track,
        SharedComment(
          id: comment, person: person, words: words, created: time, edited: nil, isOwn: true))
    case .editComment(let comment, let words):
      let (place, text) = SharedComment.parts(of: words)
      return .edited(comment: comment, text: text, place: place, at: time)
    case .deleteComment(let comment): return .deleted(comment: comment)
    case .move, .share, .revoke: return nil
    }
  }
}
