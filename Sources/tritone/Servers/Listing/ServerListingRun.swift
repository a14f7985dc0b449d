// Lists what a server has into the library, in batches. A listing that is interrupted, however that
// happens, goes on at its last batch, that of Audiobookshelf at the library
// that it was in, that of Coretet at the playlist.
import Library
import Log
import Music
import Servers

/// What a listing has changed.
struct ServerListingOutcome: Equatable, Sendable {
  var tracks = 0
  var added = 0
  var changed = 0
  var removed = 0
  /// Playlists that came with it.
  var playlists = 0
  /// Whether the server's files are as they were, so that nothing was listed.
  var isUnchanged = false
}

/// How far a listing is, in tracks.
struct ListingProgress: Equatable, Sendable {
  var done: Int
  /// Nil where the server does not say.
  var total: Int?
}

/// One listing of one server.
struct ServerListingRun: Sendable {
  let library: Library
  let server: Server
  let directories: Directories
  let log: Log
  /// Whether it lists also where the server's files are as they were.
  var isThorough = false
  let progress: @Sendable (ListingProgress) -> Void
  /// Takes tracks whose files have changed; returns soon.
  var replaced: @Sendable ([ServerTrackAddress]) -> Void = { _ in }

  /// A server whose files are as they were is listed all the same where the last listing is older:
  /// ratings and plays of other clients change no file. Seconds.
  static let longestAge: Int64 = 7 * 86_400

  /// Whether the last listing is young enough that unchanged files need no other.
  private var isListedLately: Bool {
    guard let last = server.lastListing else { return false }
    return (0..<Self.longestAge).contains(ListenSending.now - last)
  }

  /// Where the state of a server's files after its last listing is kept.
  static func filesKey(_ server: Server) -> String { "server.files.\(server.uuid)" }

  func run(_ client: ServerClient) async throws -> ServerListingOutcome {
    switch client {
    case .subsonic(let client): try await list(client)
    case .audiobookshelf(let client): try await list(client)
    case .coretet(let client): try await list(client)
    }
  }

  // MARK: Subsonic

  private func list(_ client: SubsonicClient) async throws -> ServerListingOutcome {
    let files = try await client.stateOfFiles()
    let key = Self.filesKey(server)
    var cursor = try await storedCursor()
    // What was listed of other files is of no use for these.
    if let begun = cursor, begun.files != files {
      try await library.dropListing(of: server.id)
      cursor = nil
    }
    if cursor == nil, !isThorough, isListedLately, let files,
      try await library.setting(key) == files
    {
      var outcome = ServerListingOutcome()
      outcome.isUnchanged = true
      return outcome
    }
    let number = try await library.beginListing(of: server.id)
    var place = cursor ?? ListingCursor()
    place.files = files
    let listing = SubsonicListing(client, from: place.subsonic ?? SubsonicListing.Cursor())
    var outcome = ServerListingOutcome()
    while let tracks = try await listing.next() {
      try Task.checkCancellation()
      place.listed += tracks.count
      place.subsonic = listing.cursor
      let stored = try await library.storeListing(
        tracks, of: server.id, listing: number, cursor: place.text, replaced: replaced)
      outcome.added += stored.added
      outcome.changed += stored.changed
      progress(ListingProgress(done: place.listed, total: listing.total))
    }
    outcome.tracks = place.listed
    outcome.removed = try await library.endListing(
      of: server.id, listing: number, at: ListenSending.now)
    try await library.setSetting(key, files)
    return outcome
  }

  private func storedCursor() async throws -> ListingCursor? {
    guard let text = try await library.listingCursor(of: server.id) else { return nil }
    if let cursor = ListingCursor(text: text) { return cursor }
    try await library.dropListing(of: server.id)
    return nil
  }

  // MARK: Coretet

  private func list(_ client: CoretetClient) async throws -> ServerListingOutcome {
    let shared = SharedExchange(
      library: library, server: server, directories: directories, log: log)
    let playlists = try await shared.playlists(client)
    var place = try await storedCursor() ?? ListingCursor()
    let number = try await library.beginListing(of: server.id)
    var outcome = ServerListingOutcome()
    for playlist in playlists where !place.libraries.contains(playlist.id) {
      try Task.checkCancellation()
      let isChanged = try await shared.list(playlist, client) { tracks in
        place.listed += tracks.count
        let stored = try await library.storeListing(
          tracks, of: server.id, listing: number, cursor: place.text, replaced: replaced)
        outcome.added += stored.added
        outcome.changed += stored.changed
        progress(ListingProgress(done: place.listed, total: nil))
      }
      if isChanged { outcome.playlists += 1 }
      place.libraries.append(playlist.id)
      _ = try await library.storeListing([], of: server.id, listing: number, cursor: place.text)
    }
    let ids = Set(playlists.map(\.id))
    try await library.forgetShared(except: ids, of: server.id)
    try await library.forgetServerPlaylists(except: ids, of: server.id)
    outcome.tracks = place.listed
    outcome.removed = try await library.endListing(
      of: server.id, listing: number, at: ListenSending.now)
    return outcome
  }

  // MARK: Audiobookshelf

  private func list(_ client: AudiobookshelfClient) async throws -> ServerListingOutcome {
    let libraries = try await client.libraries()
    var place = try await storedCursor() ?? ListingCursor()
    let number = try await library.beginListing(of: server.id)
    let known = try await library.itemVersions(of: server.id)
    let storing = BatchStoring(
      library, server.id, listing: number, progress: progress, replaced: replaced)
    await storing.begin(at: place)
    for one in libraries where !place.libraries.contains(one.id) {
      try Task.checkCancellation()
      let listed = try await walk(one, isThorough ? [:] : known, client, storing)
      for (item, fault) in listed.faults {
        log.warning(
          .library, "an item of a server cannot be listed",
          [LogField("item", item), LogField("reason", sentence: fault.message)])
      }
      try await library.keepListed(
        Array(listed.items.subtracting(listed.missing)), of: server.id, listing: number)
      place = await storing.cursor
      place.libraries.append(one.id)
      place.isUnsteady = place.isUnsteady || !listed.isComplete
      _ = try await library.storeListing([], of: server.id, listing: number, cursor: place.text)
      await storing.begin(at: place)
    }
    // What was not seen may have moved between two pages.
    if place.isUnsteady {
      try await library.keepListed(Array(known.keys), of: server.id, listing: number)
    }
    var outcome = await storing.outcome
    outcome.tracks = place.listed
    outcome.removed = try await library.endListing(
      of: server.id, listing: number, at: ListenSending.now)
    outcome.isUnchanged =
      outcome.added == 0 && outcome.changed == 0 && outcome.removed == 0 && !known.isEmpty
    return outcome
  }

  /// Walks through a library up to the first fault, of the server or of what stores its items.
  private func walk(
    _ one: AudiobookshelfLibrary, _ known: [String: Int64], _ client: AudiobookshelfClient,
    _ storing: BatchStoring
  ) async throws -> AudiobookshelfListing {
    // A task of its own, which a fault of the library ends.
    let walk = Task<Result<AudiobookshelfListing, ServerError>, Never> {
      do throws(ServerError) {
        return .success(
          try await client.list(one, known: { known[$0] }) { books in
            guard await !storing.store(books.values.flatMap(\.self)) else { return }
            withUnsafeCurrentTask { $0?.cancel() }
          })
      } catch { return .failure(error) }
    }
    let listed = await withTaskCancellationHandler {
      await walk.value
    } onCancel: {
      walk.cancel()
    }
    if let error = await storing.fault { throw error }
    try Task.checkCancellation()
    return try listed.get()
  }
}

/// Stores the batches of a walk through a library, up to the first fault.
private actor BatchStoring {
  private let library: Library
  private let server: ServerID
  private let listing: Int64
  private let progress: @Sendable (ListingProgress) -> Void
  private let replaced: @Sendable ([ServerTrackAddress]) -> Void
  private(set) var cursor = ListingCursor()
  private(set) var outcome = ServerListingOutcome()
  private(set) var fault: LibraryError?

  init(
    _ library: Library, _ server: ServerID, listing: Int64,
    progress: @escaping @Sendable (ListingProgress) -> Void,
    replaced: @escaping @Sendable ([ServerTrackAddress]) -> Void
  ) {
    self.library = library
    self.server = server
    self.listing = listing
    self.progress = progress
    self.replaced = replaced
  }

  func begin(at cursor: ListingCursor) { self.cursor = cursor }

  /// - Returns: Whether the walk goes on.
  func store(_ books: [ServerBook]) async -> Bool {
    guard fault == nil else { return false }
    do throws(LibraryError) {
      cursor.listed += books.reduce(0) { $0 + $1.parts.count }
      let stored = try await library.storeListing(
        [], books: books, of: server, listing: listing, cursor: cursor.text, replaced: replaced)
      outcome.added += stored.added
      outcome.changed += stored.changed
      progress(ListingProgress(done: cursor.listed, total: nil))
    } catch { fault = error }
    return fault == nil
  }
}
