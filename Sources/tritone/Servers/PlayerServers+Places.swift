import Interface
import Library
import Media
import Music
import Servers
import Synchronization

// The place of a book at its server, which is asked for before sound begins: what another device has
// heard since is not to be lost under what is heard here.
extension PlayerServers {
  /// Where sound begins that was asked for.
  enum AskedPlace: Equatable, Sendable {
    case unchanged
    /// In the same file.
    case moved(Duration)
    /// In another part of the book.
    case elsewhere(BookID, BookProgress)
  }

  /// The user waits for it.
  private static let patience = Duration.seconds(2)
  /// A book that was heard here, or asked for, less long ago is not asked for.
  private static let freshness = Duration.seconds(60)
  /// Places that are closer are the same.
  private static let step = Duration.seconds(6)
  /// A book begins that much before its place at most, for what was forgotten since.
  private static let longestRewind = Duration.seconds(120)

  /// The place for an item that begins to play.
  ///
  /// - Parameter position: the one that is asked for.
  func askedPlace(of item: PlayItem, at position: Duration) async -> AskedPlace {
    let track = item.id.track
    // A part of a track that a playlist has begins where it says.
    guard item.isWhole, let asked = await bookToAsk(of: track, item.source) else {
      return .unchanged
    }
    if let book = asked.known.book {
      // A place that the user has chosen counts.
      let progress = asked.known.progress
      let behind = progress.place - (asked.known.partStart + position)
      guard behind > .zero - Self.step, behind < Self.longestRewind else { return .unchanged }
      // A place that came while the book was being opened; a long rewind follows a long rest.
      let age = Duration.milliseconds(ListenSending.now * 1000 - progress.updated)
      if behind > Self.step, age < Self.freshness { return place(progress, in: book, track) }
    } else if position != .zero {
      return .unchanged
    }
    return await ask(asked, track)
  }

  /// The place for the paused item that goes on.
  func askedPlaceOfResting() async -> AskedPlace {
    // Nothing is asked about anything else than a book of a server.
    guard let resting = await listening.resting,
      let track = try? await library.tracks([resting.id.track]).first,
      let asked = await bookToAsk(of: track.id, track.source)
    else { return .unchanged }
    return await ask(asked, track.id)
  }

  /// The player waits at another part than the one that is to play.
  func post(_ book: BookID, _ progress: BookProgress) {
    mailbox.post(.servers(.placeTaken(book, progress)))
  }

  // MARK: Asking

  private struct Known {
    /// Nil for an episode, and for a long track of a Subsonic server.
    var book: Book?
    var progress: BookProgress
    var partStart = Duration.zero
  }

  private struct Asked {
    var server: Server
    var subject: ServerSubject
    var known: Known
  }

  /// Nil where there is nothing to ask, or it was asked a moment ago.
  private func bookToAsk(of track: TrackID, _ source: MediaSource) async -> Asked? {
    guard case .server(let address) = source, let server = await sounds.server(of: address),
      !states.isAway(server, within: Self.freshness),
      let subject = try? await library.listenedSubject(of: track),
      await !listening.hears(subject.item, episode: subject.episode, within: Self.freshness),
      let known = try? await known(track)
    else { return nil }
    let name = "\(server.uuid)/\(subject.item)/\(subject.episode ?? "")"
    let isFresh = state.withLock { state in
      let now = ContinuousClock.now
      state.askedPlaces = state.askedPlaces.filter { $0.value + Self.freshness > now }
      defer { state.askedPlaces[name] = now }
      return state.askedPlaces[name] != nil
    }
    return isFresh ? nil : Asked(server: server, subject: subject, known: known)
  }

  private func known(_ track: TrackID) async throws -> Known? {
    if let book = try await library.book(of: track) {
      guard let part = book.parts.first(where: { $0.track == track }) else { return nil }
      return Known(book: book, progress: book.progress, partStart: part.start)
    }
    return try await library.episodeProgress(of: track).map { Known(progress: $0) }
  }

  private func ask(_ asked: Asked, _ track: TrackID) async -> AskedPlace {
    let (answers, answer) = AsyncStream.makeStream(of: ServerProgress.self)
    Task.detached { [self] in
      if let theirs = await progress(asked), case .terminated = answer.yield(theirs) {
        await take(late: theirs, asked, track)
      }
      answer.finish()
    }
    let patience = Task {
      try? await Task.sleep(for: Self.patience)  // because a cancelled one ends nothing more
      answer.finish()
    }
    defer { patience.cancel() }
    for await theirs in answers { return await take(theirs, asked, track) }
    return .unchanged
  }

  /// Nil where the server has none, or does not answer.
  private func progress(_ asked: Asked) async -> ServerProgress? {
    let subject = asked.subject
    do {
      let found: ServerProgress?
      switch try await access.client(of: asked.server) {
      case .audiobookshelf(let client):
        found = try await client.progress(of: subject.item, episode: subject.episode)
      case .subsonic(let client):
        found = try await client.places().first { $0.book == subject.item }
      // A project has no places.
      case .coretet: return nil
      }
      states.answered(asked.server)
      return found
    } catch let error as ServerError where error.isOfMissingCall {
      return nil
    } catch {
      tell(error, of: asked.server)
      return nil
    }
  }

  private func take(
    _ theirs: ServerProgress, _ asked: Asked, _ track: TrackID
  ) async -> AskedPlace {
    _ = try? await library.keepServerProgress([theirs], of: asked.server.id)
    guard let now = try? await known(track), isOther(now.progress, asked.known.progress) else {
      return .unchanged
    }
    guard let book = now.book else { return .moved(now.progress.place) }
    return place(now.progress, in: book, track)
  }

  private func place(_ progress: BookProgress, in book: Book, _ track: TrackID) -> AskedPlace {
    guard let location = book.timeline.location(at: progress.place) else { return .unchanged }
    return location.track == track ? .moved(location.time) : .elsewhere(book.id, progress)
  }

  /// The sound has begun at the old place by now, which is the newest for the library.
  private func take(late theirs: ServerProgress, _ asked: Asked, _ track: TrackID) async {
    _ = try? await library.keepServerProgress([theirs], of: asked.server.id)
    guard let book = asked.known.book, theirs.progress.updated > asked.known.progress.updated,
      isOther(theirs.progress, asked.known.progress)
    else { return }
    post(book.id, theirs.progress)
  }

  private func isOther(_ new: BookProgress, _ old: BookProgress) -> Bool {
    let distance = max(new.place - old.place, old.place - new.place)
    return distance > Self.step && !new.isFinished
  }
}
