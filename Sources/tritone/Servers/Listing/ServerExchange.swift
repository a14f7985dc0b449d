// The exchange of what the user has made with a server: marks, plays, places and playlists with
// Subsonic, progress and bookmarks with Audiobookshelf. The library is told of each step as soon as the server
// has it, so that an exchange that is interrupted goes on there. One runs at a time.
import Library
import Log
import Music
import Servers

/// What an exchange has brought to either side.
struct ServerExchangeOutcome: Equatable, Sendable {
  var marksSent = 0
  /// Loved tracks that were asked for where nothing else was listed.
  var marksTaken = 0
  var progressSent = 0
  var progressTaken = 0
  var playlistsSent = 0
  var playlistsTaken = 0
  /// Reactions, comments and other changes that a project has by now.
  var changesSent = 0
  /// Such that it will not take.
  var refused: [CoretetQueue.Refused] = []
  /// Unix time in milliseconds at which those that wait are due; nil where none does.
  var nextSending: Int64?
  /// Whether none was sent for want of an answer.
  var isAway = false
}

extension ServerExchangeOutcome {
  /// Milliseconds until the next attempt where another process talks to the project.
  static let busyPause: Int64 = 10_000

  mutating func note(_ sent: SharedExchange.Sent) {
    changesSent += sent.count
    refused += sent.refused
    nextSending = sent.next
    switch sent.obstacle {
    case .later?, .asked?, .pause?: isAway = true
    case .busy?: nextSending = SharedExchange.now + Self.busyPause
    case .signInAgain?, nil: break
    }
  }
}

/// One exchange with one server.
struct ServerExchange: Sendable {
  let library: Library
  let server: Server
  let directories: Directories
  let log: Log
  /// Where the player listens to books of the server.
  var listening: ServerListening?
  /// Whether somebody wants what waits for a project to be sent now, in spite of pauses.
  var goesOn = true
  /// Takes tracks whose files have changed; returns soon.
  var replaced: @Sendable ([ServerTrackAddress]) -> Void = { _ in }

  /// Whether the library has something that the server does not know; asks nobody.
  func hasSomethingToSend() async throws -> Bool {
    switch server.kind {
    case .subsonic:
      if try await !library.marksToSend(of: server.id, atMost: 1).isEmpty { return true }
      if try await !library.serverProgressToSend(of: server.id).isEmpty { return true }
      return try await library.serverPlaylists(of: server.id).contains(where: \.isChanged)
    case .audiobookshelf:
      if try await !library.serverProgressToSend(of: server.id).isEmpty { return true }
      let (last, ours) = try await library.serverBookmarks(of: server.id)
      return !BookmarkMerge(last: last, ours: ours, theirs: last).forServer.isEmpty
    case .coretet:
      guard let person = server.options.person else { return false }
      return try await library.hasSharedChanges(of: server.id, by: person)
    }
  }

  private static let patience = Duration.seconds(1)

  /// Does nothing while another exchange or a listing goes on, which tells the server, too.
  ///
  /// - Parameters:
  ///   - takes: whether the server is asked for its own.
  ///   - isListed: whether its marks came with a listing just now.
  /// - Returns: Whether it was done.
  @discardableResult
  func run(
    _ client: ServerClient, takes: Bool = true, isListed: Bool = false,
    into outcome: inout ServerExchangeOutcome
  ) async throws -> Bool {
    let turn = try await ServerTurn.taken(at: server, directories, patience: Self.patience)
    guard let turn else { return false }
    try await run(client, in: turn, takes: takes, isListed: isListed, into: &outcome)
    return true
  }

  /// Runs in a turn that the caller has.
  func run(
    _ client: ServerClient, in turn: ServerTurn, takes: Bool = true, isListed: Bool = false,
    into outcome: inout ServerExchangeOutcome
  ) async throws {
    defer { withExtendedLifetime(turn) {} }
    switch client {
    case .subsonic(let client):
      try await sendMarks(client, &outcome)
      if takes, !isListed { try await takeLoved(client, &outcome) }
      try await exchangePlaces(client, takes: takes, &outcome)
      try await exchangePlaylists(client, &outcome)
    case .audiobookshelf(let client):
      var account: AudiobookshelfAccount?
      if takes {
        account = try await client.account()
        outcome.progressTaken += try await take(account?.progress ?? [])
      }
      try await sendProgress(client, &outcome)
      try await exchangeBookmarks(client, account)
    case .coretet(let client):
      let shared = SharedExchange(
        library: library, server: server, directories: directories, log: log)
      let sent = try await shared.send(client, goesOn: goesOn)
      outcome.note(sent)
      guard sent.obstacle != .signInAgain else { throw ServerError.signInAgain }
      if case .asked = sent.obstacle { return }
      if takes, !isListed {
        outcome.playlistsTaken += try await shared.lookAtAll(client, replaced: replaced)
      }
    }
  }
}
