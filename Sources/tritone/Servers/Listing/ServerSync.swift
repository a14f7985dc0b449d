import Library
import Log
import Music
import Servers
import Streaming

/// The end of a sync with a server.
struct ServerSyncOutcome: Equatable, Sendable {
  var listing = ServerListingOutcome()
  var exchange = ServerExchangeOutcome()
  var wasCancelled = false
  /// What could not be done, each with its reason, for the user.
  var faults: [String] = []
  /// The first fault of the server itself.
  var error: ServerError?
}

/// A sync with a server: what it has is listed, then marks, playlists and places are exchanged.
struct ServerSync: Sendable {
  let library: Library
  let access: ServerAccess
  let directories: Directories
  let log: Log
  /// Whether it lists also where the server's files are as they were.
  var isThorough = false
  /// Names of playlists that are made at the server, too.
  var playlists: [String] = []
  /// Sends progress of books in place of a client alone, where the player listens to some.
  var listening: ServerListening?
  /// Drops what the player has of the sound of tracks, in place of the cache alone.
  var forget: (@Sendable ([ServerTrackAddress]) -> Void)?

  /// - Parameter progress: called from any thread; returns at once.
  func run(
    _ server: Server, progress: @escaping @Sendable (ListingProgress) -> Void
  ) async -> ServerSyncOutcome {
    var outcome = ServerSyncOutcome()
    do {
      let turn = try await turn(at: server)
      defer { withExtendedLifetime(turn) {} }
      let client = try await access.client(of: server)
      let run = ServerListingRun(
        library: library, server: server, directories: directories, log: log,
        isThorough: isThorough, progress: progress, replaced: replaced)
      outcome.listing = try await run.run(client)
      outcome.exchange.playlistsTaken += outcome.listing.playlists
      try await keepFindings(of: client, server)
      let exchange = ServerExchange(
        library: library, server: server, directories: directories, log: log,
        listening: listening, replaced: replaced)
      try await exchange.run(
        client, in: turn, isListed: !outcome.listing.isUnchanged, into: &outcome.exchange)
      if case .audiobookshelf(let client) = client {
        try await exchange.takeCollections(client, &outcome.exchange)
      }
      for name in playlists { try await make(name, exchange, client) }
    } catch {
      note(error, &outcome)
    }
    log.info(
      .library, "synced a server",
      [
        LogField("kind", server.kind.rawValue), LogField("tracks", outcome.listing.tracks),
        LogField("added", outcome.listing.added), LogField("changed", outcome.listing.changed),
        LogField("removed", outcome.listing.removed),
      ] + outcome.faults.prefix(1).map { LogField("reason", sentence: $0) })
    return outcome
  }

  private var replaced: @Sendable ([ServerTrackAddress]) -> Void {
    let cache = StreamCache(folder: directories.sounds)
    return forget ?? { cache.forget($0) }
  }

  /// What goes on at once ends soon, but for the listing of another process.
  private static let patience = Duration.seconds(60)

  private func turn(at server: Server) async throws -> ServerTurn {
    let turn = try await ServerTurn.taken(at: server, directories, patience: Self.patience)
    guard let turn else {
      try Task.checkCancellation()
      throw Failure(reason: "another sync with \(server.name) goes on")
    }
    return turn
  }

  private func make(
    _ name: String, _ exchange: ServerExchange, _ client: ServerClient
  ) async throws {
    guard case .subsonic(let client) = client else {
      throw Failure(reason: "the server has no playlists of tracks")
    }
    try await exchange.make(try await library.named(name).id, client)
  }

  private func note(_ error: any Error, _ outcome: inout ServerSyncOutcome) {
    let isCancelled =
      Task.isCancelled || error is CancellationError || error as? LibraryError == .cancelled
      || ServerError(found: error) == .cancelled
    guard !isCancelled else {
      outcome.wasCancelled = true
      return
    }
    outcome.error = outcome.error ?? ServerError(found: error)
    outcome.faults.append(UserText.of(error))
  }

  /// Stores what a client has found out about its server.
  private func keepFindings(of client: ServerClient, _ server: Server) async throws {
    guard case .subsonic(let client) = client, server.user != nil,
      client.passwordForm != server.options.passwordForm
    else { return }
    // Other options may have been set meanwhile.
    let form = client.passwordForm
    try await library.changeServer(server.id) { $0.options.passwordForm = form }
  }
}
