import FoundationEssentials
import Library
import Music
import Servers
import Sync

// What others have done at a project: a listing of everything, and looks for news.
extension SharedExchange {
  /// Tracks that are stored at once.
  private static let part = 1_000
  /// Playlists that are looked at without being named, the newest first.
  private static let mostLooks = 50

  /// All playlists that whoever is signed in has, takes part in, or is invited to.
  func playlists(_ client: CoretetClient) async throws -> [CoretetPlaylist] {
    try await client.ownPlaylists() + client.sharedPlaylists(.active)
      + client.sharedPlaylists(.pending)
  }

  /// Lists a playlist anew.
  ///
  /// - Parameter store: stores tracks.
  /// - Returns: Whether the library's playlist has changed.
  func list(
    _ playlist: CoretetPlaylist, _ client: CoretetClient,
    store: ([ServerTrack]) async throws -> Void
  ) async throws -> Bool {
    let listed = ListedSharedPlaylist(playlist, by: try person())
    guard listed.standing != .invited else {
      try await library.storeShared(listed, of: server.id)
      return false
    }
    let isChanged = try await inTurn {
      let news = try await client.news(of: playlist.id, since: nil)
      let entries = try await client.entries(of: playlist.id)
      try await keep(entries, store: store)
      try await library.storeShared(
        listed, entries: entries.map(ListedSharedEntry.init),
        ratings: news.ratings.map { $0.map(ListedSharedRating.init) },
        comments: news.comments.map { $0.map(ListedSharedComment.init) },
        mark: Self.text(of: news.mark), of: server.id)
      return try await keepPlaylist(playlist.id, named: playlist.name, entries)
    }
    guard let isChanged else { throw Failure(reason: "another process talks to \(server.name)") }
    return isChanged
  }

  private func keep(
    _ entries: [CoretetEntry], store: ([ServerTrack]) async throws -> Void
  ) async throws {
    for start in stride(from: 0, to: entries.count, by: Self.part) {
      try Task.checkCancellation()
      let part = entries[start..<min(entries.count, start + Self.part)]
      try await store(part.map { $0.track.serverTrack })
    }
  }

  /// Keeps the tracks of a playlist as one of the library, which the user may change for themselves.
  private func keepPlaylist(
    _ id: String, named name: String, _ entries: [CoretetEntry]
  ) async throws -> Bool {
    let tracks = entries.map(\.track.id)
    let version = SHA256.digest(of: Array((tracks + [name]).joined(separator: "\n").utf8))
    let known = try await library.serverPlaylists(of: server.id).first { $0.id == id }
    guard known?.version != version else { return false }
    return try await library.storeServerPlaylist(
      ServerPlaylist(id: id, name: name, tracks: tracks, version: version, isOurs: false),
      of: server.id
    ) { ListMerge.merge(base: $0, first: $1, second: $2) }.isChanged
  }

  private static func text(of mark: CoretetMark) -> String {
    // because texts can always be written as JSON
    String(decoding: try! JSONEncoder().encode(mark), as: UTF8.self)
  }

  // MARK: News

  /// What a look for news has found.
  enum Look: Equatable, Sendable {
    case unchanged, changed
    /// The playlist is no longer there for whoever is signed in.
    case gone
    /// Another process talks to the project.
    case busy
  }

  /// Looks for what is new in a playlist, after what waits was sent.
  ///
  /// - Parameter replaced: takes the tracks whose files have changed.
  func look(
    at playlist: SharedPlaylist, _ client: CoretetClient,
    replaced: @escaping @Sendable ([ServerTrackAddress]) -> Void
  ) async throws -> Look {
    try await inTurn { try await lookInTurn(at: playlist, client, replaced: replaced) } ?? .busy
  }

  private func lookInTurn(
    at playlist: SharedPlaylist, _ client: CoretetClient,
    replaced: @escaping @Sendable ([ServerTrackAddress]) -> Void
  ) async throws -> Look {
    let old = try await library.sharedMark(of: playlist.id)
    let mark = old.flatMap { try? JSONDecoder().decode(CoretetMark.self, from: Data($0.utf8)) }
    let news = try await client.news(of: playlist.id.id, since: mark)
    guard news.mark != mark else { return .unchanged }
    var entries: [CoretetEntry]?
    if news.hasOtherEntries {
      let found = try await client.entries(of: playlist.id.id)
      // Rows that one may not see any more are none.
      if found.isEmpty, playlist.tracks > 0, try await !client.isVisible(playlist.id.id) {
        try await library.loseShared(playlist.id)
        return .gone
      }
      try await keep(found) {
        _ = try await library.storeTracks($0, of: server.id, replaced: replaced)
      }
      entries = found
    }
    try await library.storeNews(
      of: playlist.id, entries: entries.map { $0.map(ListedSharedEntry.init) },
      ratings: news.ratings.map { $0.map(ListedSharedRating.init) },
      comments: news.comments.map { $0.map(ListedSharedComment.init) },
      mark: Self.text(of: news.mark))
    if let entries { _ = try await keepPlaylist(playlist.id.id, named: playlist.name, entries) }
    return .changed
  }

  /// Looks at all playlists that can be heard.
  ///
  /// - Returns: The number of those with news.
  func lookAtAll(
    _ client: CoretetClient, replaced: @escaping @Sendable ([ServerTrackAddress]) -> Void
  ) async throws -> Int {
    let known = try await library.sharedPlaylists().filter {
      $0.id.server == server.id && [.own, .shared].contains($0.standing)
    }.sorted { $0.updated > $1.updated }
    var changed = 0
    for playlist in known.prefix(Self.mostLooks) {
      try Task.checkCancellation()
      if try await look(at: playlist, client, replaced: replaced) == .changed { changed += 1 }
    }
    return changed
  }
}
