import Interface
import Library
import Media
import Music
import Servers
import Streaming
import Synchronization

// Downloads, the queue of another client, and what the player plays.
extension PlayerServers {
  /// The tracks of something to be downloaded.
  func tracks(of subject: DownloadSubject) async throws -> [TrackID] {
    switch subject {
    case .tracks(let selection): return try await library.trackIDs(of: selection)
    case .book(let id): return try await parts(of: id)
    case .books(let list):
      let books = BookListing(try await library.books()).rows(in: list)
      var tracks: [TrackID] = []
      for book in books { tracks += try await parts(of: book.id) }
      return tracks
    }
  }

  func parts(of book: BookID) async throws -> [TrackID] {
    try await library.book(book)?.parts.map(\.track) ?? []
  }

  func removeDownloads(of tracks: [TrackID]) async throws -> ServersEvent {
    let found = try await choice.tracks(tracks)
    let removed = choice.remove(found.onDisk)
    let gone = Set(found.onDisk.map(\.track))
    if !gone.isEmpty { mailbox.post(.servers(.onDisk([], of: gone))) }
    return .downloadsRemoved(tracks: removed.tracks, bytes: removed.bytes)
  }

  // MARK: The queue of another client

  /// The queue that was saved last on a server, or on any.
  func remoteQueue(of id: ServerID?) async throws -> RemotePlayQueue? {
    let servers = try await library.servers().filter {
      $0.kind == .subsonic && (id == nil || $0.id == id)
    }
    var newest: (server: Server, queue: SubsonicQueue)?
    var fault: ServerError?
    for server in servers {
      do {
        guard case .subsonic(let client) = try await access.client(of: server),
          let queue = try await client.playQueue(), !queue.tracks.isEmpty
        else { continue }
        if queue.changed ?? 0 >= newest?.queue.changed ?? 0 { newest = (server, queue) }
      } catch let error as ServerError {
        if case .unsupported = error { continue }
        fault = error
      }
    }
    guard let newest else {
      if let fault { throw fault }
      return nil
    }
    return try await known(newest.queue, of: newest.server)
  }

  private func known(_ queue: SubsonicQueue, of server: Server) async throws -> RemotePlayQueue {
    var tracks: [QueuedTrack] = []
    var current = 0
    var unknown = 0
    var position = Duration.zero
    for id in queue.tracks {
      guard let address = ServerTrackAddress(server: server.uuid, track: id),
        let track = try await library.track(at: address)
      else {
        unknown += 1
        continue
      }
      if id == queue.current, position == .zero {
        current = tracks.count
        position = queue.position
      }
      tracks.append(QueuedTrack(track))
    }
    return RemotePlayQueue(
      server: server.name, client: queue.changedBy, tracks: tracks, current: current,
      position: position, unknown: unknown)
  }

  // MARK: Playing

  /// Whether a track of a server plays without asking it.
  func isLocal(_ address: ServerTrackAddress) -> Bool { remote.isLocal(address) }

  /// Lyrics that a server has of a track; nil for none.
  func lyrics(of track: Track, _ address: ServerTrackAddress) async -> TrackLyrics? {
    guard let server = await sounds.server(of: address),
      // A server that does not answer has none for now.
      case .subsonic(let client)? = try? await access.client(of: server),
      let found = try? await client.lyrics(
        of: address.track, artist: track.tags.artist, title: track.tags.title
      ).first
    else { return nil }
    return TrackLyrics(found, from: .fetched)
  }

  /// Fetches the beginning of the next track, so that it follows without a gap.
  func prepare(_ next: PlayItem) async {
    guard case .server(let address) = next.source else { return }
    remote.prefetch(address)
    let place = await start(of: next, at: .zero)
    state.withLock { $0.next = place > .zero ? (next.id, place) : nil }
  }

  /// The place to go to in an item that has begun by itself; nil for none.
  func place(behind report: PlayerReport) -> Duration? {
    guard case .state(.playing(let id, let clock)) = report else { return nil }
    return state.withLock { state in
      guard let next = state.next, next.id == id else { return nil }
      state.next = nil
      return clock.position < next.place ? next.place : nil
    }
  }

  /// Notes what an item of the player is at its server, before it plays.
  ///
  /// - Parameter track: with the names of the part that plays.
  func note(_ item: PlayItem, _ track: Track) async {
    guard case .server(let address) = track.source,
      let server = await sounds.server(of: address)
    else { return }
    // What cannot be found in the library plays all the same.
    let part = item.isWhole ? try? await heard(track, at: server) : nil
    switch server.kind {
    case .subsonic:
      listening.note(
        .song(server, id: address.track, ListenSubject(track), place: part), of: item.id)
    case .audiobookshelf:
      guard let part else { return }
      listening.note(.book(server, part), of: item.id)
    // A project is not told what is heard.
    case .coretet: break
    }
  }

  private func heard(_ track: Track, at server: Server) async throws -> HeardBook? {
    guard let subject = try await library.listenedSubject(of: track.id) else { return nil }
    if server.kind == .subsonic || subject.episode != nil {
      return HeardBook(
        book: ListenedBook(
          item: subject.item, episode: subject.episode, title: track.title,
          author: track.tags.artist ?? "", duration: track.audio.duration ?? .zero),
        partStart: .zero, chapters: [])
    }
    guard let book = try await library.book(of: track.id),
      let part = book.parts.first(where: { $0.track == track.id })
    else { return nil }
    return HeardBook(
      book: ListenedBook(
        item: subject.item, title: book.details.title,
        author: book.details.authors.joined(separator: ", "), duration: book.duration),
      partStart: part.start, chapters: book.chapters.map(\.start))
  }

  /// The position at which an item of the player begins: of an episode or a long track that was
  /// heard in part, its place. What was said to be finished before its end goes on, too, as a book.
  func start(of item: PlayItem, at position: Duration) async -> Duration {
    guard position == .zero, item.isWhole, case .server = item.source,
      // Without a place it begins at its begin.
      let progress = try? await library.episodeProgress(of: item.id.track),
      !BookRules().isFinished(at: progress.place, of: item.duration ?? .zero)
    else { return position }
    return progress.place
  }
}

extension PlayItem {
  /// Whether it is the whole track, and no part of it as an entry of a playlist has it.
  var isWhole: Bool { start == .zero && end == nil && !hasOwnStart }
}
