internal import HTTP

extension CoretetClient {
  /// Of one user; more are another server's joke.
  private static let mostPlaylists = 10_000
  /// Of one playlist.
  private static let mostEntries = 100_000

  /// One's own playlists, the newest first; none of a collaborator.
  package func ownPlaylists() async throws(CoretetError) -> [CoretetPlaylist] {
    guard case .user(let id, _) = try await identity() else { return [] }
    var call = call(.get, .playlists, "the playlists")
    call.add("select", "*")
    call.add(names[.playlists, "user_id"], "eq.\(id)")
    call.add("order", "\(names[.playlists, "created_at"]).desc,id.asc")
    return try await steadyPages(call, .playlists, most: Self.mostPlaylists)
      .compactMap(\.playlist)
  }

  /// Playlists that others share with whoever is signed in, the newest first: those whose share
  /// counts, and with `.pending` those that wait to be accepted.
  package func sharedPlaylists(
    _ status: CoretetShare.Status = .active
  ) async throws(CoretetError) -> [CoretetPlaylist] {
    let identity = try await identity()
    var call = call(.get, .shares, "the shared playlists")
    call.add("select", "*,list:\(names[.playlists])!inner(*)")
    switch identity {
    case .user(_, let email): call.add(names[.shares, "shared_with_email"], "eq.\(email)")
    case .collaborator(let id, _, _): call.add(names[.shares, "collaborator_id"], "eq.\(id)")
    }
    call.add(names[.shares, "status"], "eq.\(word(status))")
    call.add("order", "\(names[.shares, "created_at"]).desc,id.asc")
    let lists = try await steadyPages(call, .shares, most: Self.mostPlaylists).compactMap {
      row -> CoretetPlaylist? in
      guard let share = row.share, var list = row.embedded("list", .playlists)?.playlist,
        // A list of one's own that was shared with oneself is there already.
        list.owner != identity.id
      else { return nil }
      list.share = share
      return list
    }
    if lists.isEmpty { try await requireCollaborator() }
    return try await named(lists, by: \.ownerPerson) { $0.ownerName = $1.name }
  }

  func word(_ status: CoretetShare.Status) -> String {
    switch status {
    case .active: names.active
    case .pending: "pending"
    case .revoked: "revoked"
    case .other(let word): word
    }
  }

  /// The tracks of a playlist in order, without those that their owner has deleted.
  ///
  /// Rules of rows make a playlist that one may not see an empty one.
  package func entries(of playlist: String) async throws(CoretetError) -> [CoretetEntry] {
    var call = call(.get, .entries, "the playlist")
    call.bodyLimit = Self.largeBody
    call.add("select", "*,track:\(names[.tracks])(*)")
    call.add(names[.entries, "playlist_id"], "eq.\(try valid(playlist, "the playlist"))")
    call.add("order", "\(names[.entries, "position"]).asc,id.asc")
    return try await steadyPages(call, .entries, most: Self.mostEntries).compactMap(\.entry)
      .filter { !$0.track.isDeleted }
  }

  /// The ids and positions of a playlist's entries in order, with the ids of the tracks.
  func order(of playlist: String) async throws(CoretetError) -> [CoretetOrder.Entry] {
    var call = call(.get, .entries, "the playlist")
    let (position, track) = (names[.entries, "position"], names[.entries, "track_id"])
    call.add("select", "id,\(position),\(track)")
    call.add(names[.entries, "playlist_id"], "eq.\(try valid(playlist, "the playlist"))")
    call.add("order", "\(position).asc,id.asc")
    return try await steadyPages(call, .entries, most: Self.mostEntries).compactMap { row in
      guard let id = row.id("id"), let track = row.id("track_id") else { return nil }
      return CoretetOrder.Entry(id: id, track: track, position: row["position"].whole ?? 0)
    }
  }

  /// Whether a playlist is there for whoever is signed in: an empty list of entries may also be
  /// that of rights that are gone.
  package func isVisible(_ playlist: String) async throws(CoretetError) -> Bool {
    try await isThere(playlist, ofOwner: nil)
  }

  /// Whether whoever is signed in owns a playlist that is there.
  func isOwn(_ playlist: String) async throws(CoretetError) -> Bool {
    guard case .user(let id, _) = try await identity() else { return false }
    return try await isThere(playlist, ofOwner: id)
  }

  private func isThere(
    _ playlist: String, ofOwner owner: String?
  ) async throws(CoretetError) -> Bool {
    var call = call(.get, .playlists, "the playlist")
    call.add("select", "id")
    call.add("id", "eq.\(try valid(playlist, "the playlist"))")
    if let owner { call.add(names[.playlists, "user_id"], "eq.\(owner)") }
    guard try await response(to: call).rows(names, .playlists).isEmpty else { return true }
    try await requireCollaborator()
    return false
  }

  /// The database has nothing for a collaborator whose token has ended there, without an error.
  private func requireCollaborator() async throws(CoretetError) {
    if await session.isCollaboratorOver() { throw .signInAgain }
  }
}
