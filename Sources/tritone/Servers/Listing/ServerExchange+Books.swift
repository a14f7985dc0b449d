import Library
import Music
import Servers

// Progress and bookmarks in books of Audiobookshelf.
extension ServerExchange {
  // MARK: Progress

  func take(_ progress: [ServerProgress]) async throws -> Int {
    try await library.keepServerProgress(progress, of: server.id).count
  }

  func sendProgress(
    _ client: AudiobookshelfClient, _ outcome: inout ServerExchangeOutcome
  ) async throws {
    let sync =
      await listening?.sync(server)
      ?? ServerListening.sync(
        server, client, directories, log: log
      ) { _ in }
    // Stretches of listening come first, since they are older than what follows from them.
    try await sync.sendStored()
    let waiting = try await library.serverProgressToSend(of: server.id)
    guard !waiting.isEmpty else { return }
    let sent = try await sync.send(waiting)
    // What is gone there is not told again.
    try await library.serverProgressSent(sent.sent + sent.gone, of: server.id)
    outcome.progressSent += sent.sent.count
    outcome.progressTaken += try await take(sent.newer)
  }

  // MARK: Bookmarks

  func exchangeBookmarks(
    _ client: AudiobookshelfClient, _ account: AudiobookshelfAccount?
  ) async throws {
    let (last, ours) = try await library.serverBookmarks(of: server.id)
    let mine = BookmarkMerge(last: last, ours: ours, theirs: last)
    guard account != nil || !mine.forServer.isEmpty else { return }
    var found = account
    if found == nil { found = try await client.account() }
    // An answer without them, or with some that cannot be read, does not say that they are gone.
    let theirs = found.flatMap { $0.hasBookmarks ? $0.bookmarks : nil } ?? last
    let merge = BookmarkMerge(last: last, ours: ours, theirs: theirs)
    guard !merge.forServer.isEmpty || !merge.forUs.isEmpty || merge.both != last else { return }
    // A book that is gone there keeps its bookmarks here: the server does not have these.
    var both = merge.both
    for bookmark in merge.forServer.added where try await !isKept(bookmark, client.add) {
      both.removeAll { $0 == bookmark }
    }
    for bookmark in merge.forServer.renamed where try await !isKept(bookmark, client.rename) {
      both.removeAll { $0 == bookmark }
    }
    for bookmark in merge.forServer.removed { _ = try await isKept(bookmark, client.remove) }
    try await library.keepServerBookmarks(
      added: merge.forUs.added.map(\.noted), renamed: merge.forUs.renamed.map(\.noted),
      removed: merge.forUs.removed, both: both, of: server.id)
  }

  /// Whether the server has the book of a bookmark.
  private func isKept(
    _ bookmark: ServerBookmark, _ request: (ServerBookmark) async throws(ServerError) -> Void
  ) async throws -> Bool {
    do throws(ServerError) {
      try await request(bookmark)
      return true
    } catch {
      guard case .notFound = error else { throw error }
      return false
    }
  }
}

extension ServerBookmark {
  /// With the user's note for its title, which is empty for a title that is only the time.
  fileprivate var noted: ServerBookmark {
    var noted = self
    noted.title = note
    return noted
  }
}
