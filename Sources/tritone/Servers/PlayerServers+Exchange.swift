import Interface
import Library
import Music
import Servers
import Streaming
import Synchronization

// Listings and exchanges in the background: of one server never two at once.
extension PlayerServers {
  /// Exchanges marks and places without a listing; behind what goes on with the server.
  ///
  /// - Parameters:
  ///   - takes: whether the server is asked for its own.
  ///   - goesOn: whether somebody wants what waits to be sent now, in spite of pauses.
  func exchange(_ server: Server, takes: Bool, goesOn: Bool = false) {
    guard !states.needsSignIn(server) else { return }
    state.withLock { state in
      guard !state.isFinished else { return }
      guard state.exchanges[server.id] == nil, state.listings[server.id] == nil else {
        state.edited.insert(server.id)
        return
      }
      start(server, takes: takes, goesOn: goesOn, &state)
    }
  }

  private func start(_ server: Server, takes: Bool, goesOn: Bool, _ state: inout State) {
    state.edited.remove(server.id)
    state.exchanges[server.id] = Task.detached { [self] in
      await run(server, takes: takes, goesOn: goesOn)
      self.state.withLock { state in
        state.exchanges[server.id] = nil
        guard state.edited.contains(server.id), state.listings[server.id] == nil,
          !state.isFinished
        else { return }
        start(server, takes: false, goesOn: false, &state)
      }
    }
  }

  /// Drops what is kept of the sound of tracks, whose files are others by now.
  private var forget: @Sendable ([ServerTrackAddress]) -> Void {
    { [remote] tracks in remote.forget(tracks) }
  }

  private func run(_ server: Server, takes: Bool, goesOn: Bool) async {
    let exchange = ServerExchange(
      library: library, server: server, directories: directories, log: mailbox.log.log,
      listening: listening, goesOn: goesOn, replaced: forget)
    do {
      if !takes { guard try await exchange.hasSomethingToSend() else { return } }
      var outcome = ServerExchangeOutcome()
      let client = try await access.client(of: server)
      let isDone = try await exchange.run(client, takes: takes, into: &outcome)
      guard server.kind == .coretet else { return states.answered(server) }
      let soon = SharedExchange.now + ServerExchangeOutcome.busyPause
      if !isDone { outcome.nextSending = soon } else if !outcome.isAway { states.answered(server) }
      await sharedExchanged(server, outcome)
    } catch {
      tell(error, of: server)
      if server.kind == .coretet, ServerError(found: error)?.isTemporary == true {
        sendLater(server, at: SharedExchange.now + Self.faultPause)
      }
    }
  }

  /// Lists a server in the background, unless that goes on already.
  func sync(_ server: Server) {
    state.withLock { state in
      guard state.listings[server.id] == nil, !state.isFinished else { return }
      states.set(ServerListingProgress(done: 0), of: server)
      state.edited.remove(server.id)
      state.listings[server.id] = Task.detached { [exchange = state.exchanges[server.id]] in
        await exchange?.value
        await self.list(server)
      }
    }
  }

  private func list(_ server: Server) async {
    mailbox.post(.servers(.listing(server.id, ServerListingProgress(done: 0))))
    let sync = ServerSync(
      library: library, access: access, directories: directories, log: mailbox.log.log,
      listening: listening, forget: forget)
    let outcome = await sync.run(server) { [self] progress in
      let shown = ServerListingProgress(done: progress.done, total: progress.total)
      states.set(shown, of: server)
      mailbox.post(.servers(.listing(server.id, shown)))
    }
    states.set(nil, of: server)
    let isEdited = state.withLock { state in
      state.listings[server.id] = nil
      return state.edited.contains(server.id)
    }
    if let error = outcome.error {
      states.note(error, of: server)
    } else if !outcome.wasCancelled {
      states.answered(server)
    }
    await tell(outcome, of: server)
    if server.kind == .coretet { await sharedExchanged(server, outcome.exchange) }
    await list()
    if isEdited { exchange(server, takes: false) }
  }

  private func tell(_ outcome: ServerSyncOutcome, of server: Server) async {
    if let error = outcome.error, error.needsSignIn {
      mailbox.post(.servers(.signInNeeded(server.id)))
    } else if let fault = outcome.faults.first {
      mailbox.post(.servers(.failed(server.id, fault)))
    }
    guard outcome.faults.isEmpty else { return }
    let listing = outcome.listing
    var tracks = listing.tracks
    if listing.isUnchanged {
      // Nothing was counted, and all are there. The list of servers reports a failure.
      tracks = (try? await library.serverTrackCounts()[server.id]) ?? tracks
    }
    mailbox.post(
      .servers(
        .listingEnded(
          server.id,
          ServerListingResult(
            tracks: tracks, added: listing.added, changed: listing.changed,
            removed: listing.removed, wasCancelled: outcome.wasCancelled))))
  }
}
