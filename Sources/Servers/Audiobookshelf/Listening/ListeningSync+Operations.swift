internal import Music

/// The requests, each of which runs when the one before has ended.
extension ListeningSync {
  private typealias Fault = ServerError

  func perform(_ operation: Operation) async {
    switch operation {
    case .open(let id): await open(id)
    case .sync(let id): await sync(id)
    case .close(let id): await close(id)
    }
  }

  /// Opens a session once the server has what was heard before, so that it begins at that place.
  private func open(_ id: Int) async {
    guard await measure(id) else { return }
    if case .failure(let error) = await flush() {
      report(.offline(error))
      return
    }
    guard let listening = listenings[id], listening.state == .unopened else { return }
    switch await opened(listening.book) {
    case .success(let session):
      listenings[id]?.state = .open(session.id)
      report(.opened(listening.book, place: session.place))
    case .failure(let error):
      // Other things than a deletion are answered so, too.
      if case .notFound = error, await client.isGone(listening.book) { return await gone(id) }
      report(.offline(error))
    }
  }

  /// Finds the length of a book that was begun without one; false where that is not known: any
  /// place would be its end there.
  private func measure(_ id: Int) async -> Bool {
    guard let book = listenings[id]?.book else { return false }
    guard book.length == 0 else { return true }
    switch await length(of: book) {
    case .success(let length):
      listenings[id]?.measure(length)
      return length > 0
    case .failure(let error):
      if case .notFound = error { await gone(id) } else { report(.offline(error)) }
      return false
    }
  }

  /// Milliseconds before the server is asked again for a length that it did not know.
  private static let lengthPause: Int64 = 600_000

  private func length(of book: ListenedBook) async -> Result<Int64, ServerError> {
    let now = client.timing.now()
    if let known = lengths[book.key], known.length > 0 || now < known.time + Self.lengthPause {
      return .success(known.length)
    }
    do throws(ServerError) {
      let length = try await client.length(of: book)
      lengths[book.key] = (length, now)
      return .success(length)
    } catch { return .failure(error) }
  }

  private func sync(_ id: Int) async {
    listenings[id]?.isSyncQueued = false
    guard let listening = listenings[id] else { return }
    switch listening.state {
    case .gone: return
    case .unopened: await open(id)
    case .open(let session):
      guard let stretch = await taken(id) else { return }
      switch await result({ () throws(Fault) in try await self.client.sync(session, stretch) }) {
      case nil: await sent(stretch, of: listening.book)
      case .notFound:
        // The server has been started anew, and begins with what waits on the disk.
        listenings[id]?.state = .unopened
        await open(id)
      case let error?:
        listenings[id]?.state = .unopened
        report(.offline(error))
      }
    }
  }

  private func close(_ id: Int) async {
    guard let listening = listenings[id] else { return }
    defer { listenings[id] = nil }
    switch listening.state {
    case .gone: return
    case .unopened:
      _ = await taken(id)
      if case .failure(let error) = await flush() { report(.offline(error)) }
    case .open(let session):
      // A close says the place, which may be another client's by now: without anything new the
      // session is left to end by itself.
      guard let stretch = await taken(id) else { return }
      switch await result({ () throws(Fault) in try await self.client.close(session, stretch) }) {
      case nil: await sent(stretch, of: listening.book)
      case .notFound:
        listenings[id]?.state = .unopened
        if case .failure(let error) = await flush() { report(.offline(error)) }
      case let error?: report(.offline(error))
      }
    }
  }

  /// Takes the stretch out of the listening, for a request; it is on the disk by then.
  private func taken(_ id: Int) async -> LocalSession? {
    await listenings[id]?.storing?.value
    guard let stretch = listenings[id]?.stretch else { return nil }
    listenings[id]?.stretch = nil
    listenings[id]?.unstored = .zero
    await keepOwn(stretch)
    return stretch
  }

  private func sent(_ stretch: LocalSession, of book: ListenedBook) async {
    await store.remove([stretch.id])
    report(.synced(book, place: .milliseconds(stretch.place)))
  }

  private func gone(_ id: Int) async {
    guard let book = listenings[id]?.book else { return }
    _ = await taken(id)
    listenings[id]?.state = .gone
    let stored = await store.sessions().filter { $0.book.key == book.key }
    await store.remove(stored.map(\.id))
    report(.gone(book))
  }

  // MARK: Stretches on the disk

  /// Stretches in one request.
  private static let mostSessions = 50

  /// Attempts to send one that the server refuses, until the next start.
  private static let mostRefusals = 3

  /// Sends all stretches of which no open session has the rest.
  func flush() async -> Result<Int, ServerError> {
    for (id, listening) in listenings
    where listening.state == .unopened && listening.book.length > 0 {
      _ = await taken(id)
    }
    var waiting = await waitingStretches()[...]
    // Times are compared with those of the server.
    if !waiting.isEmpty, !client.clock.isKnown,
      let error = await result({ () throws(Fault) in try await self.client.probe() })
    {
      return .failure(error)
    }
    var count = 0
    while !waiting.isEmpty {
      let part = Array(waiting.prefix(Self.mostSessions))
      waiting = waiting.dropFirst(Self.mostSessions)
      let outcome: AudiobookshelfClient.LocalOutcome
      do throws(ServerError) {
        outcome = try await client.send(part, device)
      } catch {
        if count > 0 { report(.sentStored(count)) }
        return .failure(error)
      }
      await store.remove(outcome.done)
      for id in outcome.left { refusals[id, default: 0] += 1 }
      count += outcome.done.count - outcome.gone.count
      for stretch in part where outcome.gone.contains(stretch.id) {
        for (id, listening) in listenings where listening.book.key == stretch.book.key {
          if listening.state != .gone { await gone(id) }
        }
      }
    }
    if count > 0 { report(.sentStored(count)) }
    return .success(count)
  }

  /// Stretches on the disk that can be sent: the newest first, since a server that has no progress
  /// of a book yet dates what it makes by its own clock, and takes no older place after that.
  private func waitingStretches() async -> [LocalSession] {
    let open = Set(listenings.values.compactMap(\.stretch?.id))
    let stored = await store.sessions()
    // Asked for after these, so that nobody begins between.
    let others = await store.livingOwners()
    var waiting: [LocalSession] = []
    for var stretch in stored.sorted(by: { $0.updated > $1.updated }) {
      guard !open.contains(stretch.id), refusals[stretch.id] ?? 0 < Self.mostRefusals,
        stretch.owner.map({ !others.contains($0) }) ?? true
      else { continue }
      if stretch.book.length == 0 {
        switch await length(of: stretch.book) {
        case .success(0): continue
        case .success(let length): stretch.measure(length)
        case .failure(.notFound):
          await store.remove([stretch.id])
          continue
        // The others may be taken all the same.
        case .failure: continue
        }
      }
      waiting.append(stretch)
    }
    return waiting
  }

  // MARK: Changes of progress

  func change(
    _ progress: [ServerProgress]
  ) async -> Result<AudiobookshelfClient.ProgressOutcome, ServerError> {
    var free: [ServerProgress] = []
    var left: [ServerProgress] = []
    for one in progress {
      let id = listenings.first {
        $0.value.book.key == ProgressKey(one) && $0.value.state != .gone
      }?.key
      guard let id else {
        free.append(one)
        continue
      }
      guard one.progress.isFinished || one.progress.isHidden else {
        left.append(one)
        continue
      }
      await interrupt(id)
      free.append(one)
    }
    guard !free.isEmpty else {
      var outcome = AudiobookshelfClient.ProgressOutcome()
      outcome.listened = left
      return .success(outcome)
    }
    if case .failure(let error) = await flush() { return .failure(error) }
    do throws(ServerError) {
      var outcome = try await client.send(free)
      outcome.listened += left
      return .success(outcome)
    } catch { return .failure(error) }
  }

  /// Ends a session whose book is listened to further; the next sync opens another one.
  private func interrupt(_ id: Int) async {
    guard let listening = listenings[id], case .open(let session) = listening.state else { return }
    let taken = await taken(id)
    let stretch =
      taken ?? LocalSession(listening.book, at: listening.place, now: client.timing.now())
    listenings[id]?.state = .unopened
    if await result({ () throws(Fault) in try await self.client.close(session, stretch) }) == nil {
      await sent(stretch, of: listening.book)
    }
  }

  // MARK: Results

  private func opened(
    _ book: ListenedBook
  ) async -> Result<AudiobookshelfClient.OpenSession, ServerError> {
    do throws(ServerError) {
      return .success(try await client.open(book, device))
    } catch { return .failure(error) }
  }

  /// The fault of a request; nil where it succeeds.
  private func result(_ request: () async throws(ServerError) -> Void) async -> ServerError? {
    do throws(ServerError) {
      try await request()
      return nil
    } catch { return error }
  }
}
