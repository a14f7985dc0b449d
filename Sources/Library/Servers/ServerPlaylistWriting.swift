internal import GRDB
internal import Music

/// Stores one playlist of a server, inside one transaction.
struct ServerPlaylistWriting {
  private let db: Database
  private let server: Server
  /// What the server has, or is to have once a sending that broke off is done.
  private let theirs: ServerPlaylist
  private let row: ServerPlaylistRow?
  /// What the server has.
  private let found: [String]
  private let merging: ([Int], [Int], [Int]) -> [Int]
  private let known: [String: TrackID]
  /// Their tracks that are in the library.
  private let theirTracks: [String]

  private static let mostTracks = 200_000

  init(
    _ db: Database, _ server: Server, _ theirs: ServerPlaylist,
    _ merging: @escaping ([Int], [Int], [Int]) -> [Int]
  ) throws {
    (self.db, self.server, self.merging) = (db, server, merging)
    row = try db.serverPlaylistRows(of: server.id, only: theirs.id).first
    found = theirs.tracks
    var theirs = theirs
    if let unfinished = row?.unfinished(theirs.tracks) { theirs.tracks = unfinished }
    self.theirs = theirs
    let tracks = Array(theirs.tracks.prefix(ServerPlaylistWriting.mostTracks))
    let known = try db.tracks(of: tracks, at: server)
    self.known = known
    theirTracks = tracks.filter { known[$0] != nil }
  }

  func run() throws -> ServerPlaylistOutcome {
    guard let row else { return try make() }
    guard try db.uncounted(row.playlist) != nil else {
      // One that both sides changed is wanted by one of them.
      let isSame = row.tracks == theirIDs || row.sending == theirs.tracks
      guard isSame, row.name == theirs.name else { return try make() }
      return ServerPlaylistOutcome(isDeleted: true)
    }
    guard let ours = try ServerPlaylistContents(row.playlist, server, db) else {
      return ServerPlaylistOutcome(playlist: row.playlist)
    }
    return try merge(ours, row)
  }

  // MARK: New playlists

  private func make() throws -> ServerPlaylistOutcome {
    var names = try PlaylistNames(db)
    let name = names.free(PlaylistNames.tidied(theirs.name) ?? "Playlist")
    let id = try db.makePlaylist(named: name, in: nil).id
    _ = try db.fill(id, [], theirTracks.compactMap { known[$0] })
    try keep(id, ownName: name, sending: nil)
    return ServerPlaylistOutcome(playlist: id, isChanged: true)
  }

  private var theirIDs: [Int64] { theirTracks.compactMap { known[$0]?.rawValue } }

  private func keep(_ id: PlaylistID, ownName: String, sending: [String]?) throws {
    // One with tracks that are not listed yet is to be fetched again.
    let isWhole = theirTracks.count == theirs.tracks.count
    try db.keep(
      ServerPlaylistRow(
        id: theirs.id, playlist: id, name: theirs.name, ownName: ownName,
        version: isWhole && sending == nil ? theirs.version : nil, tracks: theirIDs,
        sending: sending, isOurs: theirs.isOurs),
      of: server.id)
  }

  // MARK: Known playlists

  private func merge(
    _ ours: ServerPlaylistContents, _ row: ServerPlaylistRow
  ) throws -> ServerPlaylistOutcome {
    var numbers = Numbers(ours)
    let base = try base(of: row)
    // Tracks from elsewhere are insertions of the library's, each with a number of its own.
    let merged = merging(numbers.of(base), numbers.ofEntries, numbers.of(theirTracks))
    let tracks = try merged.compactMap { try track(numbers[$0], ours) }
    let isFilled = try db.fill(row.playlist, ours.entries, tracks)
    let (name, isRenamed) = try rename(row, ours.name)
    if isFilled || isRenamed { try db.touch(row.playlist) }
    // A new name of the library's is to be sent: it differs from that of the last exchange.
    try keep(
      row.playlist, ownName: ours.name == row.ownName ? name : row.ownName,
      sending: found == theirs.tracks ? nil : theirs.tracks)
    var outcome = ServerPlaylistOutcome(
      playlist: row.playlist, isChanged: isFilled || isRenamed)
    let wanted = merging(
      numbers.of(theirTracks), merged.filter { numbers[$0].isTheirs }, numbers.of(theirs.tracks)
    ).compactMap { numbers[$0].id }
    let isNamed = ours.name != row.ownName
    if theirs.isOurs, wanted != found || isNamed {
      outcome.toSend = ServerPlaylist(
        id: theirs.id, name: isNamed ? ours.name : theirs.name, tracks: wanted,
        version: theirs.version)
    }
    return outcome
  }

  /// What both sides had, by the ids of the server.
  private func base(of row: ServerPlaylistRow) throws -> [String] {
    guard let sending = row.sending else { return try db.ids(of: row.tracks, at: server) }
    // What is neither the old contents nor a part of the new ones was changed there meanwhile:
    // nothing counts as taken out then.
    if theirs.tracks == sending { return theirTracks }
    let old = try db.ids(of: row.tracks, at: server)
    return theirTracks == old ? old : []
  }

  private func track(
    _ element: Numbers.Element, _ ours: ServerPlaylistContents
  ) throws -> TrackID? {
    switch element {
    case .entry(let index): TrackID(ours.entries[index].track)
    case .id(let id): try known[id] ?? db.tracks(of: [id], at: server)[id]
    }
  }

  /// Takes over a new name of the server's where the library's is that of the last exchange.
  private func rename(
    _ row: ServerPlaylistRow, _ name: String
  ) throws -> (name: String, isRenamed: Bool) {
    guard theirs.name != row.name, name == row.ownName,
      let wanted = PlaylistNames.tidied(theirs.name), wanted != name
    else { return (name, false) }
    var names = try PlaylistNames(db)
    names.remove(name)
    guard names.free(wanted) == wanted else { return (name, false) }
    try db.execute(
      sql: "UPDATE playlists SET name = ? WHERE id = ?",
      arguments: [wanted, row.playlist.rawValue])
    return (wanted, true)
  }
}

/// Numbers for ids of a server, and for the entries of a playlist that are from elsewhere.
private struct Numbers {
  enum Element {
    case id(String)
    case entry(Int)

    var isTheirs: Bool { id != nil }

    var id: String? {
      switch self {
      case .id(let id): id
      case .entry: nil
      }
    }
  }

  private var elements: [Element] = []
  private var known: [String: Int] = [:]
  private(set) var ofEntries: [Int] = []

  init(_ ours: ServerPlaylistContents) {
    for (index, id) in ours.ids.enumerated() {
      if let id {
        ofEntries.append(number(id))
      } else {
        ofEntries.append(elements.count)
        elements.append(.entry(index))
      }
    }
  }

  subscript(_ number: Int) -> Element { elements[number] }

  mutating func of(_ ids: [String]) -> [Int] { ids.map { number($0) } }

  private mutating func number(_ id: String) -> Int {
    if let known = known[id] { return known }
    elements.append(.id(id))
    known[id] = elements.count - 1
    return elements.count - 1
  }
}
