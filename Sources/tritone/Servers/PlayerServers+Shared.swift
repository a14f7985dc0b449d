import Interface
import Library
import Log
import Music
import Servers
import Streaming
import Synchronization

// Playlists that people share: changes are stored, then sent in the background; the playlist on the
// screen is looked at each minute.
extension PlayerServers {
  /// What shows of shared playlists, and what waits for its server.
  struct SharedState: Sendable {
    var shown: SharedPlaylistID?
    /// Looks for news while a playlist shows.
    var looking: Task<Void, Never>?
    /// Waits to send once more to servers that were away.
    var retries: [ServerID: Task<Void, Never>] = [:]
    /// Attempts in a row that failed.
    var failures: [ServerID: Int] = [:]
  }

  private static let lookPause = Duration.seconds(60)
  private static let (shortestPause, longestPause) = (Duration.seconds(2), Duration.seconds(600))

  var acting: SharedActing {
    SharedActing(
      library: library, access: access, directories: directories, log: mailbox.log.log)
  }

  func perform(_ effect: SharedEffect) {
    let acting = acting
    switch effect {
    case .list:
      answer(.shared(effect)) { .shared(.listed(try await self.library.sharedPlaylists())) }
    case .open(let id):
      answer(.shared(effect)) { .shared(.opened(try await acting.contents(id))) }
    case .show(let id): show(id)
    case .focused:
      if let id = state.withLock({ $0.shared.shown }) { show(id) }
      answer(.shared(effect)) {
        for server in try await self.library.servers() where server.kind == .coretet {
          self.sendShared(server)
        }
        return nil
      }
    case .rate(let id, let track, let reaction):
      change(effect, id) { try await acting.rate(track, in: id, reaction) }
    case .addComment(let id, let track, let text, let place):
      change(effect, id) { try await acting.comment(text, on: track, in: id, at: place) }
    case .editComment(let id, let comment, let text, let place):
      change(effect, id) { try await acting.edit(comment: comment, in: id, text, at: place) }
    case .deleteComment(let id, let comment):
      change(effect, id) { try await acting.delete(comment: comment, in: id) }
    case .move(let id, let entries, let anchor):
      change(effect, id) { try await acting.move(entries, in: id, after: anchor) }
    case .shares(let id):
      answer(.shared(effect)) { .shared(.shares(id, try await acting.shares(of: id))) }
    case .share(let id, let email, let rights):
      change(effect, id) { try await acting.share(id, with: email, rights) }
    case .revoke(let id, let email):
      change(effect, id) { try await acting.revoke(id, of: email) }
    case .accept(let id):
      answer(.shared(effect)) {
        try await acting.accept(id)
        // Its tracks come with a listing.
        self.sync(try await acting.server(id.server))
        return nil
      }
    case .changes: answer(.shared(effect)) { .shared(.changes(try await acting.changes())) }
    case .retry(let id, let words):
      change(effect, nil) { try await acting.retry(id, words: words) }
    case .discard(let id): change(effect, nil) { try await acting.discard(id) }
    }
  }

  /// Stores a change, shows it, and sends it in the background.
  private func change(
    _ effect: SharedEffect, _ id: SharedPlaylistID?,
    _ work: @escaping @Sendable () async throws -> Void
  ) {
    answer(.shared(effect)) {
      try await work()
      await self.tellShared(also: id)
      for server in try await self.library.servers()
      where server.kind == .coretet && (id == nil || server.id == id?.server) {
        self.sendShared(server)
      }
      return nil
    }
  }

  /// Sends what waits, whatever was waited for.
  private func sendShared(_ server: Server) {
    state.withLock { state in
      state.shared.retries.removeValue(forKey: server.id)?.cancel()
      state.shared.failures[server.id] = nil
    }
    exchange(server, takes: false)
  }

  /// Tells of all that has changed of shared playlists.
  ///
  /// - Parameter id: shown besides the playlist on the screen.
  func tellShared(also id: SharedPlaylistID? = nil) async {
    do {
      let shown = state.withLock { $0.shared.shown }
      for id in Set([shown, id].compactMap(\.self)) {
        mailbox.post(.servers(.shared(.opened(try await acting.contents(id)))))
      }
      mailbox.post(.servers(.shared(.changes(try await acting.changes()))))
      mailbox.post(.servers(.shared(.listed(try await library.sharedPlaylists()))))
    } catch {
      // The next request for them says why.
      mailbox.log.log.warning(
        .library, "shared playlists cannot be read", [.init("reason", sentence: UserText.of(error))]
      )
    }
  }

  /// An exchange with a project has ended.
  func sharedExchanged(_ server: Server, _ outcome: ServerExchangeOutcome) async {
    for refused in outcome.refused {
      // It is among the changes, too.
      guard let change = try? await acting.described(refused, of: server) else { continue }
      mailbox.post(.servers(.shared(.refused(change))))
    }
    await tellShared()
    if outcome.isWaiting { sendLater(server) }
  }

  /// Sends what waits again after a pause, which doubles each time.
  func sendLater(_ server: Server) {
    state.withLock { state in
      guard !state.isFinished, state.shared.retries[server.id] == nil else { return }
      let failures = state.shared.failures[server.id, default: 0]
      state.shared.failures[server.id] = failures + 1
      let pause = min(Self.longestPause, Self.shortestPause * (1 << min(failures, 20)))
      state.shared.retries[server.id] = Task.detached {
        do { try await Task.sleep(for: pause) } catch { return }
        self.state.withLock { $0.shared.retries[server.id] = nil }
        self.exchange(server, takes: false)
      }
    }
  }

  // MARK: News

  /// Looks for news of a playlist now and each minute, as long as it shows.
  private func show(_ id: SharedPlaylistID?) {
    state.withLock { state in
      state.shared.looking?.cancel()
      state.shared.shown = id
      guard let id, !state.isFinished else { return state.shared.looking = nil }
      state.shared.looking = Task.detached {
        while !Task.isCancelled {
          await self.look(at: id)
          do { try await Task.sleep(for: Self.lookPause) } catch { return }
        }
      }
    }
  }

  private func look(at id: SharedPlaylistID) async {
    do {
      let server = try await server(id.server)
      guard !states.needsSignIn(server),
        let playlist = try await library.sharedPlaylists().first(where: { $0.id == id })
      else { return }
      let (client, remote) = (try await acting.client(server), remote)
      let shared = acting.exchange(server)
      let sent = try await shared.send(client)
      if sent.obstacle == nil, [.own, .shared].contains(playlist.standing) {
        _ = try await shared.look(at: playlist, client) { remote.forget($0) }
      }
      var outcome = ServerExchangeOutcome()
      (outcome.refused, outcome.isWaiting) = (sent.refused, sent.obstacle == .later)
      await sharedExchanged(server, outcome)
      switch sent.obstacle {
      case .later?: return
      case .signInAgain?: throw ServerError.signInAgain
      case nil: states.answered(server)
      }
      // What came has been shown as new once.
      try await library.lookedAtShared(id)
      mailbox.post(.servers(.shared(.listed(try await library.sharedPlaylists()))))
    } catch {
      guard !Task.isCancelled, let server = try? await server(id.server) else { return }
      tell(error, of: server)
    }
  }

  /// Ends looking and waiting.
  func finishShared() {
    state.withLock { state in
      state.shared.looking?.cancel()
      for task in state.shared.retries.values { task.cancel() }
    }
  }
}
