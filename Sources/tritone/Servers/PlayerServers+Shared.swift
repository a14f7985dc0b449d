import Interface
import Library
import Log
import Music
import Servers
import Streaming
import Synchronization

// Playlists that people share: changes are stored, then sent in the background; the playlists on
// screens are looked at each minute.
extension PlayerServers {
  /// The shared playlists that show, and the tasks that wait for their servers.
  struct SharedState: Sendable {
    /// The playlists that show at any terminal.
    var shown = SharedShown()
    /// The tasks that look for news of open playlists.
    var looking: [SharedPlaylistID: Task<Void, Never>] = [:]
    /// The same for all playlists while their list shows.
    var lookingAtAll: Task<Void, Never>?
    /// The last change of the user's: the next one is stored behind it.
    var changing: Task<Void, Never>?
    /// The number of the last reading of a playlist.
    var reading = 0
    /// Waits to send once more what could not be sent.
    var retries: [ServerID: Task<Void, Never>] = [:]
  }

  private static let lookPause = Duration.seconds(60)
  /// Milliseconds until the next attempt after a fault that is not one of sending.
  static let faultPause: Int64 = 60_000

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
      answer(.shared(effect)) { .shared(try await self.opened(id)) }
    case .show(let shown): show(shown)
    case .focused:
      let shown = state.withLock { $0.shared.shown }
      show(SharedShown())
      show(shown)
      answer(.shared(effect)) {
        for server in try await self.library.servers() where server.kind == .coretet {
          await self.lookForSignIn(server)
          self.sendShared(server, takes: shown.hasList)
        }
        return nil
      }
    case .addComment(let id, let track, let text, let place):
      change(effect, id) { try await acting.comment(text, on: track, in: id, at: place) }
    case .editComment(let id, let comment, let text, let place):
      change(effect, id) { try await acting.edit(comment: comment, in: id, text, at: place) }
    case .deleteComment(let id, let comment):
      change(effect, id) { try await acting.delete(comment: comment, in: id) }
    case .rate(let id, let selection, let reaction): rate(id, selection, reaction, effect)
    case .move(let id, let entries, let anchor): move(entries, in: id, after: anchor, effect)
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

  /// Sends what waits, whatever was waited for.
  ///
  /// - Parameter takes: Whether the server is asked for news of all playlists, too.
  func sendShared(_ server: Server, takes: Bool = false) {
    state.withLock { _ = $0.shared.retries.removeValue(forKey: server.id)?.cancel() }
    exchange(server, takes: takes, goesOn: true)
  }

  /// Tells of all that has changed of shared playlists.
  ///
  /// - Parameter id: shown besides the playlists on screens.
  func tellShared(also id: SharedPlaylistID? = nil) async {
    do {
      let shown = state.withLock { $0.shared.shown.playlists }
      for id in shown.union([id].compactMap(\.self)) {
        mailbox.post(.servers(.shared(try await opened(id))))
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
    if let time = outcome.nextSending { sendLater(server, at: time) }
  }

  /// Sends what waits when it is due.
  ///
  /// - Parameter time: Unix time in milliseconds.
  func sendLater(_ server: Server, at time: Int64) {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.shared.retries.removeValue(forKey: server.id)?.cancel()
      // A little later: nothing is sent before the time.
      let pause = Duration.milliseconds(max(0, time - SharedExchange.now) + 100)
      state.shared.retries[server.id] = Task.detached {
        do { try await Task.sleep(for: pause) } catch { return }
        let isDue = self.state.withLock { state in
          // The entry is that of a successor then.
          guard !Task.isCancelled else { return false }
          state.shared.retries[server.id] = nil
          return true
        }
        // Somebody else may be signed in by now; one that was removed wants nothing.
        guard isDue, let server = try? await self.server(server.id) else { return }
        self.exchange(server, takes: false)
      }
    }
  }

  /// Goes on with a server whose sign-in counted no longer, where another process has signed in.
  func lookForSignIn(_ server: Server) async {
    guard server.kind == .coretet, states.needsSignIn(server),
      // because without a client nobody is signed in.
      case .coretet(let client)? = try? await access.client(of: server),
      await client.session.isSignedIn()
    else { return }
    await changed(server)
  }

  // MARK: News

  /// Looks for news of what shows now and each minute.
  private func show(_ shown: SharedShown) {
    state.withLock { state in
      for id in state.shared.looking.keys where !shown.playlists.contains(id) {
        state.shared.looking.removeValue(forKey: id)?.cancel()
      }
      if !shown.hasList { state.shared.lookingAtAll.take()?.cancel() }
      guard !state.isFinished else { return }
      state.shared.shown = shown
      for id in shown.playlists where state.shared.looking[id] == nil {
        state.shared.looking[id] = eachMinute { await self.look(at: id, goesOn: $0) }
      }
      guard shown.hasList, state.shared.lookingAtAll == nil else { return }
      state.shared.lookingAtAll = eachMinute { isFirst in
        // A library that cannot be read says so elsewhere.
        for server in (try? await self.library.servers()) ?? [] where server.kind == .coretet {
          await self.lookForSignIn(server)
          self.exchange(server, takes: true, goesOn: isFirst)
        }
      }
    }
  }

  /// - Parameter work: gets whether it is the first time, which alone is wanted by the user.
  private func eachMinute(
    _ work: @escaping @Sendable (_ isFirst: Bool) async -> Void
  ) -> Task<Void, Never> {
    Task.detached {
      var isFirst = true
      while !Task.isCancelled {
        await work(isFirst)
        isFirst = false
        do { try await Task.sleep(for: Self.lookPause) } catch { return }
      }
    }
  }

  private func look(at id: SharedPlaylistID, goesOn: Bool) async {
    do {
      let server = try await server(id.server)
      await lookForSignIn(server)
      guard !states.needsSignIn(server),
        let playlist = try await library.sharedPlaylists().first(where: { $0.id == id })
      else { return }
      let (client, remote) = (try await acting.client(server), remote)
      let shared = acting.exchange(server)
      let sent = try await shared.send(client, goesOn: goesOn)
      // A pause of ours is one of sending alone.
      if [nil, .pause].contains(sent.obstacle), [.own, .shared].contains(playlist.standing) {
        _ = try await shared.look(at: playlist, client) { remote.forget($0) }
      }
      var outcome = ServerExchangeOutcome()
      outcome.note(sent)
      await sharedExchanged(server, outcome)
      switch sent.obstacle {
      case .later?, .asked?, .busy?: return
      case .signInAgain?: throw ServerError.signInAgain
      case .pause?, nil: states.answered(server)
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
      for task in state.shared.looking.values { task.cancel() }
      state.shared.lookingAtAll?.cancel()
      for task in state.shared.retries.values { task.cancel() }
    }
  }
}
