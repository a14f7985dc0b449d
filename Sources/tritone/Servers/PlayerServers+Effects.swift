import HTTP
import Interface
import Library
import Log
import Music
import Secrets
import Servers
import Streaming
import Synchronization

extension PlayerServers {
  func perform(_ effect: ServersEffect) {
    switch effect {
    case .list: answer(effect) { .listed(try await self.items(), at: ListenSending.now) }
    case .add(let draft, let allowsPlain):
      answer(effect) { try await self.add(draft, allowsPlain: allowsPlain) }
    case .signIn(let id, let credentials):
      answer(effect) {
        let server = try await self.adding.signIn(
          try await self.server(id), NewServer.SignIn(credentials))
        await self.changed(server)
        // What waited for it.
        self.exchange(server, takes: true, goesOn: true)
        return .changed(server)
      }
    case .check(let id): answer(effect) { try await self.check(try await self.server(id)) }
    case .remove(let id):
      answer(effect) {
        try await self.remove(try await self.server(id))
        return nil
      }
    case .sync(let id):
      answer(effect) {
        let servers =
          if let id { [try await self.server(id)] } else { try await self.library.servers() }
        for server in servers { self.sync(server) }
        return nil
      }
    case .cancel(let id): state.withLock { $0.listings[id] }?.cancel()
    case .setOptions(let id, let options):
      answer(effect) {
        let options = try self.local(options)
        let before = try await self.server(id).options.maxBitRate
        let server = try await self.library.changeServer(id) { server in
          let before = server.options
          server.options = options
          server.options.passwordForm = options.passwordForm ?? before.passwordForm
          (server.options.person, server.options.names) = (before.person, before.names)
        }
        // What the cache has is of the other form.
        if options.maxBitRate != before { self.remote.forget(server: server.uuid) }
        await self.changed(server)
        return .changed(server)
      }
    case .change(let id, let change):
      answer(effect) { try await self.change(try await self.server(id), change) }
    case .download(let subject):
      answer(effect) {
        let found = try await self.choice.tracks(try await self.tracks(of: subject))
        await self.downloads.add(
          found.wanted, already: found.onDisk.count - found.outdated, notOnServers: found.elsewhere)
        return nil
      }
    case .removeDownload(let subject):
      answer(effect) { try await self.removeDownloads(of: try await self.tracks(of: subject)) }
    case .cancelDownloads:
      let downloads = downloads
      Task { await downloads.cancelAll() }
    case .goOn(let id): answer(effect) { .queueFound(try await self.remoteQueue(of: id)) }
    case .findOnDisk(let tracks):
      answer(effect) {
        let found = try await self.choice.tracks(tracks)
        return .onDisk(Set(found.onDisk.map(\.track)), of: Set(tracks))
      }
    case .setCacheSize(let gigabytes):
      sounds.cache.setLimit(Int64(max(0, min(gigabytes, 100_000)) * 1e9))
    case .setDownloadsAtOnce(let count):
      let downloads = downloads
      Task { await downloads.setAtOnce(count) }
    case .setDownloadsNextBook(let isOn): state.withLock { $0.downloadsNextBook = isOn }
    case .setDeletesFinished(let isOn): state.withLock { $0.deletesFinished = isOn }
    case .shared(let effect): perform(effect)
    }
  }

  func answer(
    _ effect: ServersEffect, _ work: @escaping @Sendable () async throws -> ServersEvent?
  ) {
    let mailbox = mailbox
    Task.detached {
      await EffectRunner.post(to: mailbox, refusing: .servers(effect)) {
        try await work().map { .servers($0) }
      }
    }
  }

  var adding: ServerAdding {
    ServerAdding(
      library: library, access: access, directories: directories, log: mailbox.log.log)
  }

  var choice: DownloadChoice { DownloadChoice(library: library, folder: sounds.downloads) }

  func server(_ id: ServerID) async throws -> Server {
    guard let server = try await library.servers().first(where: { $0.id == id }) else {
      throw Failure(reason: "the server is no longer in the library")
    }
    return server
  }

  // MARK: Adding

  private func add(_ draft: ServerDraft, allowsPlain: Bool) async throws -> ServersEvent {
    let new = NewServer(
      kind: draft.kind, location: try ServerLocation(draft.address), name: draft.name,
      signIn: NewServer.SignIn(draft), options: try local(draft.options))
    switch try await adding.add(new, allowsPlain: allowsPlain) {
    case .added(let server, let answer):
      sounds.serversChanged()
      state.withLock { $0.hasServers = true }
      sync(server)
      return .added(server, mayDownload: answer.mayDownload)
    case .signedIn(let server):
      await changed(server)
      return .changed(server)
    case .plainAsked: return .plainHTTPAsked(draft)
    case .certificateAsked(let certificate, let reason):
      return .certificateAsked(
        ServerCertificate(fingerprint: certificate.fingerprint, reason: reason),
        for: .new(draft, allowsPlainHTTP: allowsPlain))
    }
  }

  private func change(_ server: Server, _ wanted: ServerChange) async throws -> ServersEvent {
    var wanted = wanted
    wanted.options = try local(wanted.options)
    switch try await adding.change(server, wanted) {
    case .changed(let new):
      // What the cache has is of the other form.
      if new.options.maxBitRate != server.options.maxBitRate { remote.forget(server: new.uuid) }
      await changed(new)
      return .changed(new)
    case .asked(let doubt): return .changeAsked(server.id, wanted, doubt)
    case .certificateAsked(let certificate, let reason):
      return .certificateAsked(
        ServerCertificate(fingerprint: certificate.fingerprint, reason: reason),
        for: .changed(server.id, wanted))
    }
  }

  /// Options with the whole path of their file, which is there.
  private func local(_ options: ServerOptions) throws -> ServerOptions {
    guard let file = options.certificateFile else { return options }
    let path = directories.absolute(FilePath(file))
    guard directories.exists(path) else {
      throw Failure(reason: "there is no file \(path.text) of certificates")
    }
    var options = options
    options.certificateFile = path.text
    return options
  }

  /// The options or the sign-in of a server have changed.
  func changed(_ server: Server) async {
    states.answered(server)
    sounds.serversChanged()
    await listening.changed(server.uuid, to: server)
  }

  private func check(_ server: Server) async throws -> ServersEvent {
    do {
      let answer = try await adding.check(server)
      states.answered(server)
      return .checked(
        ServerCheck(
          server: server.id, version: answer.version, mayDownload: answer.mayDownload))
    } catch {
      guard let fault = ServerError(found: error) else { throw error }
      states.note(fault, of: server)
      if fault.needsSignIn { return .signInNeeded(server.id) }
      guard case .tls(let reason) = fault else { throw error }
      let certificate = try await adding.certificate(of: server)
      return .certificateAsked(
        ServerCertificate(fingerprint: certificate.fingerprint, reason: reason),
        for: .known(server.id))
    }
  }

  private func remove(_ server: Server) async throws {
    let tasks = state.withLock { state in
      [state.listings[server.id], state.exchanges[server.id]].compactMap(\.self)
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await downloads.cancelAll(of: server.uuid)
    await listening.changed(server.uuid, to: nil)
    let removal: ServerAdding.Removal
    do { removal = try await adding.remove(server) } catch {
      // A part of it may be done.
      sounds.serversChanged()
      await list()
      throw error
    }
    sounds.serversChanged()
    states.forget(server)
    mailbox.post(.servers(.removed(name: server.name, tracks: removal.missing)))
    if let obstacle = removal.obstacle {
      // The last word: nobody would find the password otherwise.
      mailbox.post(
        .failed(
          "the password of \(server.name) stays in the keyring until that can be changed: "
            + obstacle.message))
    }
  }
}

extension NewServer.SignIn {
  init(_ draft: ServerDraft) {
    switch (draft.key, draft.credentials) {
    case (let key?, .password(let user, let password)):
      self = .project(ProjectSignIn(key: key, email: user.lowercased(), password: password))
    case (_, let credentials): self.init(credentials)
    }
  }

  init(_ credentials: ServerCredentials) {
    switch credentials {
    case .password(let user, let password): self = .password(user: user, password)
    case .apiKey(let key): self = .apiKey(key)
    }
  }
}
