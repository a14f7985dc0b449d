import FoundationEssentials
import Library
import Log
import Music
import Servers

/// The user's changes of playlists that people share: rights are looked at first, then the change is
/// stored; sending is another matter.
struct SharedActing: Sendable {
  let library: Library
  let access: ServerAccess
  let directories: Directories
  let log: Log

  func server(_ id: ServerID) async throws -> Server {
    guard let server = try await library.servers().first(where: { $0.id == id }) else {
      throw Failure(reason: "the server is no longer in the library")
    }
    return server
  }

  /// - Parameter person: whose changes are meant; nil for those of whoever is signed in.
  func exchange(_ server: Server, of person: SharedPerson? = nil) -> SharedExchange {
    SharedExchange(
      library: library, server: server, directories: directories, log: log, other: person)
  }

  func client(_ server: Server, mayPrompt: Bool = false) async throws -> CoretetClient {
    let client = try await access.client(of: server, mayPrompt: mayPrompt)
    guard case .coretet(let client) = client else {
      throw Failure(reason: "\(server.name) is no server for sharing")
    }
    return client
  }

  /// A playlist as it is shown, with what waits.
  func contents(_ id: SharedPlaylistID) async throws -> SharedContents {
    let stored = try await library.sharedContents(of: id)
    let shared = exchange(try await server(id.server))
    return stored.showing(try await shared.queue().queue, of: try shared.person())
  }

  // MARK: Changes

  private struct Subject {
    var contents: SharedContents
    var shared: SharedExchange
    var person: SharedPerson
    var id: String { contents.playlist.id.id }
  }

  private func subject(_ id: SharedPlaylistID) async throws -> Subject {
    let contents = try await contents(id)
    let shared = exchange(try await server(id.server))
    guard [.own, .shared].contains(contents.playlist.standing) else {
      let name = contents.playlist.name
      throw Failure(
        reason: contents.playlist.standing == .invited
          ? "\(name) has to be accepted first" : "\(name) is not shared with you any more")
    }
    return Subject(contents: contents, shared: shared, person: try shared.person())
  }

  func rate(
    _ track: TrackID, in id: SharedPlaylistID, _ reaction: Reaction
  ) async throws {
    let subject = try await subject(id)
    guard subject.contents.playlist.rights.canRate else {
      throw Failure(reason: "\(subject.contents.playlist.name) is shared with you without rating")
    }
    let entry = try entry(of: track, subject)
    let own = OwnSharedReaction(
      track: entry.serverTrack, playlist: subject.id, reaction: reaction)
    try await subject.shared.add(
      CoretetChange.rate(entry.serverTrack, in: subject.id, reaction),
      about: SharedQueue.Subject(
        playlist: subject.id, track: entry.serverTrack, isRating: true),
      own: own)
  }

  private func entry(of track: TrackID, _ subject: Subject) throws -> SharedEntry {
    guard let entry = subject.contents.entries.first(where: { $0.track == track }) else {
      throw Failure(reason: "the track is not in \(subject.contents.playlist.name) any more")
    }
    return entry
  }

  /// - Returns: The comment's id.
  @discardableResult
  func comment(
    _ text: String, on track: TrackID, in id: SharedPlaylistID, at place: Duration?
  ) async throws -> String {
    let words = try SharedComment.words(text, at: place)
    let subject = try await subject(id)
    guard !subject.person.isCollaborator else {
      throw Failure(reason: "collaborators can rate, and not comment")
    }
    let entry = try entry(of: track, subject)
    let comment = UUID().uuidString.lowercased()
    try await subject.shared.add(
      .addComment(
        comment: comment, track: entry.serverTrack, playlist: subject.id, words: words),
      about: SharedQueue.Subject(playlist: subject.id, track: entry.serverTrack))
    return comment
  }

  func edit(
    comment: String, in id: SharedPlaylistID, _ text: String, at place: Duration?
  ) async throws {
    let words = try SharedComment.words(text, at: place)
    let (subject, track) = try await own(comment, id)
    try await subject.shared.add(
      .editComment(comment: comment, words: words),
      about: SharedQueue.Subject(playlist: subject.id, track: track))
  }

  func delete(comment: String, in id: SharedPlaylistID) async throws {
    let (subject, track) = try await own(comment, id)
    try await subject.shared.add(
      .deleteComment(comment: comment, playlist: subject.id),
      about: SharedQueue.Subject(playlist: subject.id, track: track))
  }

  private func own(
    _ comment: String, _ id: SharedPlaylistID
  ) async throws -> (subject: Subject, track: String) {
    let subject = try await subject(id)
    for entry in subject.contents.entries {
      guard let found = entry.comments.first(where: { $0.id == comment }) else { continue }
      guard found.isOwn else {
        throw Failure(reason: "the comment is \(found.person.shownName)'s, and not yours")
      }
      return (subject, entry.serverTrack)
    }
    throw Failure(reason: "the comment is not there any more")
  }

  func move(
    _ entries: [String], in id: SharedPlaylistID, after anchor: String?
  ) async throws {
    let subject = try await subject(id)
    guard subject.contents.playlist.rights.canEdit else {
      throw Failure(
        reason: "\(subject.contents.playlist.name) is shared with you without editing")
    }
    let known = Set(subject.contents.entries.map(\.id))
    guard !entries.isEmpty, known.isSuperset(of: entries), anchor.map(known.contains) ?? true
    else {
      throw Failure(reason: "the tracks are not in \(subject.contents.playlist.name) any more")
    }
    try await subject.shared.add(
      .move(playlist: subject.id, entries: entries, after: anchor),
      about: SharedQueue.Subject(playlist: subject.id))
  }

  func share(
    _ id: SharedPlaylistID, with email: String, _ rights: SharedRights
  ) async throws {
    let subject = try await owned(id)
    try await subject.shared.add(
      .share(
        playlist: subject.id, email: CoretetEmail(email).text, rights: rights.ofProject),
      about: SharedQueue.Subject(playlist: subject.id))
  }

  func revoke(_ id: SharedPlaylistID, of email: String) async throws {
    let subject = try await owned(id)
    try await subject.shared.add(
      .revoke(playlist: subject.id, email: CoretetEmail(email).text),
      about: SharedQueue.Subject(playlist: subject.id))
  }

  private func owned(_ id: SharedPlaylistID) async throws -> Subject {
    let subject = try await subject(id)
    guard subject.contents.playlist.standing == .own else {
      throw Failure(
        reason: "\(subject.contents.playlist.name) is not yours: its owner shares it")
    }
    return subject
  }

  /// With whom one shares a playlist, as the server says.
  func shares(of id: SharedPlaylistID) async throws -> [SharedShare] {
    let subject = try await owned(id)
    return try await client(subject.shared.server).shares(of: subject.id).map { SharedShare($0) }
  }

  /// Takes part in a playlist.
  func accept(_ id: SharedPlaylistID) async throws {
    let server = try await server(id.server)
    guard try await client(server).accept(id.id) else {
      throw Failure(reason: "the invitation counts no longer")
    }
  }

  // MARK: What waits

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
    try await change(id) { $0.retry(id, words: words, now: now) }
  }

  func discard(_ id: String) async throws { try await change(id) { $0.discard(id) } }

  private func change(
    _ id: String, _ body: @escaping @Sendable (inout SharedQueue) -> Bool
  ) async throws {
    for server in try await library.servers() where server.kind == .coretet {
      for person in try await library.peopleWithSharedChanges(of: server.id) {
        if try await exchange(server, of: person).edit({ (body(&$0), []) }) { return }
      }
    }
    throw Failure(reason: "there is no change \(id) that was refused or set aside")
  }
}
