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

  struct Subject {
    var contents: SharedContents
    var shared: SharedExchange
    var person: SharedPerson
    var id: String { contents.playlist.id.id }
  }

  func subject(_ id: SharedPlaylistID) async throws -> Subject {
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

  func entry(of track: TrackID, _ subject: Subject) throws -> SharedEntry {
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
}
