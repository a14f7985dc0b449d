import Library
import Music
import Servers

// Changes that wait to be sent, or that a server refused.
extension SharedActing {
  /// The changes of everybody at all servers that wait or were refused, in the order in which they
  /// were made.
  func changes() async throws -> [SharedChange] {
    let playlists = try await library.sharedPlaylists()
    var all: [SharedChange] = []
    for server in try await library.servers() where server.kind == .coretet {
      for person in try await library.peopleWithSharedChanges(of: server.id) {
        let queue = try await exchange(server, of: person).queue()
        let isSignedIn = person.id == server.options.person?.id
        for one in queue.queue.waiting {
          var change = await described(one.change, nil, queue, server, playlists)
          change.hold = isSignedIn ? one.hold?.reason : "it waits for \(person.signInText)"
          all.append(change)
        }
        for one in queue.queue.refused {
          all.append(await described(one.change, one.reason, queue, server, playlists))
        }
      }
    }
    return all.sorted { $0.made < $1.made }
  }

  func described(
    _ refused: CoretetQueue.Refused, of server: Server
  ) async throws -> SharedChange {
    await described(
      refused.change, refused.reason, try await exchange(server).queue(), server,
      try await library.sharedPlaylists())
  }

  private func described(
    _ change: CoretetChange, _ refusal: String?, _ queue: SharedQueue, _ server: Server,
    _ playlists: [SharedPlaylist]
  ) async -> SharedChange {
    let about = queue.subject(of: change.id)
    let list =
      playlists.first {
        $0.id == SharedPlaylistID(server: server.id, id: about.playlist ?? "")
      }?.name ?? "a playlist"
    let title = await title(about.track, server)
    let subject =
      switch change.kind {
      case .rate(_, _, let word): word.map { "\($0), for \(title)" } ?? "no reaction to \(title)"
      case .addComment: "a comment on \(title)"
      case .editComment: "an edit of a comment on \(title)"
      case .deleteComment: "the deletion of a comment on \(title)"
      case .move: "the order of \(list)"
      case .share(_, let email, _): "sharing \(list) with \(email)"
      case .revoke(_, let email): "ending the share of \(list) with \(email)"
      }
    return SharedChange(
      id: change.id, server: server.id, playlist: about.playlist, subject: subject,
      words: change.words, made: change.made, refusal: refusal)
  }

  /// A track by its name; its place in the library tells nothing where it is gone.
  private func title(_ track: String?, _ server: Server) async -> String {
    guard let track, let address = ServerTrackAddress(server: server.uuid, track: track),
      let id = try? await library.track(at: address),
      let found = try? await library.tracks([id]).first
    else { return "a track" }
    return found.title
  }

  /// Sends a change that was refused or set aside once more.
  func retry(_ id: String, words: String?) async throws {
    let words = try words.map { words throws(CoretetError) in try CoretetComment.words(words) }
    let now = SharedExchange.now
    _ = try await change(id) { $0.retry(id, words: words, now: now) ? () : nil }
  }

  /// Forgets a change that was refused or set aside; an order that was typed here goes with it.
  func discard(_ id: String) async throws {
    let (server, playlist) = try await change(id) { queue in
      let playlist = queue.playlistMoved(by: id)
      return queue.discard(id) ? .some(playlist) : nil
    }
    guard let playlist else { return }
    try await exchange(server).takeBackOrder(of: playlist)
  }

  /// - Parameter body: returns nil where the queue does not have the change.
  private func change<Value: Sendable>(
    _ id: String, _ body: @escaping @Sendable (inout SharedQueue) -> Value?
  ) async throws -> (server: Server, value: Value) {
    for server in try await library.servers() where server.kind == .coretet {
      for person in try await library.peopleWithSharedChanges(of: server.id) {
        let exchange = exchange(server, of: person)
        if let value = try await exchange.edit({ (body(&$0), []) }).value {
          return (server, value)
        }
      }
    }
    throw Failure(reason: "there is no change \(id) that was refused or set aside")
  }
}
