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
  /// Whose changes are meant, where that is not whoever is signed in; they are not sent then.
  var other: SharedPerson?

  /// What came of sending what waits.
  struct Sent: Equatable, Sendable {
    var count = 0
    var refused: [CoretetQueue.Refused] = []
    /// Why the rest waits; nil where all is sent but for what was set aside.
    var obstacle: Obstacle?
    /// Changes that were set aside, so that the rest goes on.
    var held: [CoretetQueue.Waiting] = []
    /// Unix time in milliseconds at which the next attempt is due; nil where nothing waits.
    var next: Int64?
    /// How often all that waits was read: anew only where somebody else may have changed it.
    var readings = 0
  }

  enum Obstacle: Equatable, Sendable {
    /// The network or the project is away, for this reason.
    case later(String)
    /// The project wants no requests before this Unix time in milliseconds.
    case asked(until: Int64)
    /// A pause between two attempts.
    case pause
    /// Another process talks to the project.
    case busy
    case signInAgain
  }

  static var now: Int64 { AudiobookshelfTiming.systemClock() }

  /// Whose changes these are: those of whoever is signed in.
  func person() throws -> SharedPerson {
    guard let person = other ?? server.options.person else { throw ServerError.signInAgain }
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

  // MARK: Sending

  /// Sends what waits, in order, up to the first obstacle that is one for all of it.
  ///
  /// - Parameter goesOn: whether somebody wants it now, so that no pause of ours counts. One that the
  ///   project has asked for always does.
  func send(
    _ client: CoretetClient, goesOn: Bool = true, patience: Duration = patience
  ) async throws -> Sent {
    try await inTurn(patience: patience) { try await sendInTurn(client, goesOn: goesOn) }
      ?? Sent(obstacle: .busy)
  }

  private func sendInTurn(_ client: CoretetClient, goesOn: Bool) async throws -> Sent {
    guard let identity = try await client.session.identity() else {
      return Sent(obstacle: .signInAgain)
    }
    guard identity.id == (try person()).id else {
      guard let other = try await signedIn(as: identity, client) else {
        return Sent(obstacle: .busy)
      }
      return try await other.sendInTurn(client, goesOn: goesOn)
    }
    var sent = Sent()
    var kept: Kept?
    if goesOn {
      try await step(&kept) { queue in
        queue.goOn()
        return ((), [])
      }
    }
    while true {
      try Task.checkCancellation()
      let now = Self.now
      let waiting = try await step(&kept) { ($0.next(now: now), []) }
      if kept?.isRead == true { sent.readings += 1 }
      guard let waiting else {
        // Something of the library may have come meanwhile.
        guard let queue = kept?.queue.queue, kept?.isRead == true else {
          kept = nil
          continue
        }
        let pause = queue.pause
        sent.next = queue.nextTime(now: now)
        guard let next = sent.next else { return sent }
        if pause.asked > now, next >= pause.asked {
          sent.obstacle = .asked(until: pause.asked)
        } else if pause.until > now, next >= pause.until, sent.obstacle == nil {
          sent.obstacle = .pause
        }
        return sent
      }
      let answer = await client.send(waiting)
      try await note(answer, to: waiting, &kept, &sent)
      switch answer {
      case .signInAgain:
        sent.obstacle = .signInAgain
        return sent
      case .later(_, let fault): sent.obstacle = .later(fault ?? "the server is away")
      case .done, .superseded, .refused, .unclear: sent.obstacle = nil
      }
    }
  }

  /// The exchange of somebody whom another process has signed in: the library knows it a moment
  /// later, or never where that process has died in between.
  ///
  /// - Returns: Nil where the library knows it already, or somebody else again is signed in.
  private func signedIn(
    as identity: CoretetIdentity, _ client: CoretetClient
  ) async throws -> SharedExchange? {
    guard other == nil, try await client.session.storedIdentity()?.id == identity.id,
      let known = try await library.servers().first(where: { $0.id == server.id }),
      known.options.person?.id != identity.id
    else { return nil }
    // The changes in the library by now are not those of the person who signs in.
    if known.options.person != nil { try await exchange(with: known).add() }
    let changed = try await library.changeServer(server.id) {
      $0.options.person = SharedPerson(identity)
    }
    return exchange(with: changed)
  }

  private func exchange(with server: Server) -> SharedExchange {
    SharedExchange(library: library, server: server, directories: directories, log: log)
  }

  private func note(
    _ answer: CoretetQueue.Answer, to waiting: CoretetQueue.Waiting, _ kept: inout Kept?,
    _ sent: inout Sent
  ) async throws {
    let (person, now) = (try person(), Self.now)
    let (refused, held) = try await step(&kept) { queue in
      let before = Set(queue.queue.refused.map(\.id))
      queue.answered(waiting.id, answer, now: now)
      let edit = waiting.cacheEdit(after: answer, by: person, queue.subject(of: waiting.id))
      let held = queue.queue.waiting.first { $0.id == waiting.id && $0.hold != nil }
      return (
        (queue.queue.refused.filter { !before.contains($0.id) }, held), [edit].compactMap(\.self)
      )
    }
    if kept?.isRead == true { sent.readings += 1 }
    sent.refused += refused
    for case .move(let playlist, _, _) in refused.map(\.change.kind) {
      try await takeBackOrder(of: playlist)
    }
    if let held { sent.held.append(held) }
    switch answer {
    case .done, .superseded: sent.count += refused.isEmpty ? 1 : 0
    case .refused(let reason):
      log.warning(
        .library, "a change was refused by its server", [LogField("reason", sentence: reason)])
    case .unclear(let reason):
      log.warning(
        .library, "a change was set aside, since the answer of its server says nothing",
        [LogField("reason", sentence: reason)])
    case .later, .signInAgain: break
    }
  }
}

extension SharedExchange.Sent {
  /// Why something waits; nil where nothing does.
  var waitingText: String? {
    switch obstacle {
    case .later(let reason)?: reason
    case .asked(let time)?:
      "the server wants no requests for "
        + Duration.milliseconds(time - SharedExchange.now).clockText(decimals: 0)
    case .pause?: "the server did not answer a moment ago"
    case .busy?: "another process talks to the server"
    case .signInAgain?: "sign in again first"
    case nil: held.last?.hold?.reason
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
    case .deleteComment(let comment, _): return .deleted(comment: comment)
    case .move(let playlist, let entries, let anchor):
      return .moved(playlist: playlist, entries: entries, after: anchor)
    case .share, .revoke: return nil
    }
  }
}
