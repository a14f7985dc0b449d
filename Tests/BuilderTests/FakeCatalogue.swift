import Builder
import Music

/// A catalogue in memory, which notes all requests and fails where a test says so.
actor FakeCatalogue: CatalogueClient {
  enum Request: Equatable {
    case user, mostHeard, followed, playlists
    case artist(String), search(String), top(String), tracks(String)
    case create(String)
    case replace(String, [String])
    case add(String, [String])

    /// Whether the request changes something.
    var isWrite: Bool {
      switch self {
      case .create, .replace, .add: true
      case .user, .mostHeard, .followed, .playlists, .artist, .search, .top, .tracks: false
      }
    }
  }

  nonisolated let tracksPerWrite: Int?
  var user: String? = "me"
  var artists: [CatalogueArtist] = []
  var top: [String: [CatalogueTrack]] = [:]
  var mostHeard: [String] = []
  var followed: [String] = []
  var lists: [(list: CataloguePlaylist, tracks: [String])] = []
  private(set) var requests: [Request] = []
  /// Called before each request is answered, with those so far; what it returns is thrown.
  private var fault: (@Sendable (Request, [Request]) -> BuildError?)?
  /// Called before tracks are added; what it returns is thrown.
  private var delay: (@Sendable () async -> BuildError?)?

  init(tracksPerWrite: Int? = nil) { self.tracksPerWrite = tracksPerWrite }

  var writes: [Request] { requests.filter(\.isWrite) }

  func fail(_ fault: @escaping @Sendable (Request, [Request]) -> BuildError?) {
    self.fault = fault
  }

  func delayAdding(_ delay: @escaping @Sendable () async -> BuildError?) { self.delay = delay }

  func forgetRequests() { requests = [] }

  func set(user: String?) { self.user = user }

  func set(mostHeard: [String] = [], followed: [String] = []) {
    (self.mostHeard, self.followed) = (mostHeard, followed)
  }

  /// Adds an artist, whose id is the name, with tracks NAME1 to NAMEcount.
  func add(_ name: String, tracks count: Int, seconds: Int? = nil) {
    add(
      name,
      (0..<count).map { index in
        CatalogueTrack(
          id: "\(name)\(index + 1)", title: "\(name) title \(index)", artists: [name],
          duration: seconds.map { .seconds($0) })
      })
  }

  func add(_ name: String, _ tracks: [CatalogueTrack]) {
    artists.append(CatalogueArtist(id: name, name: name))
    top[name] = tracks
  }

  func add(_ list: CataloguePlaylist, _ tracks: [String]) { lists.append((list, tracks)) }

  func contents(of id: String) -> [String]? { lists.first { $0.list.id == id }?.tracks }

  private func note(_ request: Request) throws(BuildError) {
    requests.append(request)
    if let error = fault?(request, requests) { throw error }
  }

  func userID() throws(BuildError) -> String? {
    try note(.user)
    return user
  }

  func artist(_ id: String) throws(BuildError) -> CatalogueArtist? {
    try note(.artist(id))
    return artists.first { $0.id == id }
  }

  func artists(matching text: String, limit: Int) throws(BuildError) -> [CatalogueArtist] {
    try note(.search(text))
    return Array(artists.filter { $0.name.lowercased().contains(text.lowercased()) }.prefix(limit))
  }

  func mostHeardArtists(limit: Int) throws(BuildError) -> [CatalogueArtist] {
    try note(.mostHeard)
    return mostHeard.prefix(limit).map { CatalogueArtist(id: $0, name: $0) }
  }

  func followedArtists(limit: Int) throws(BuildError) -> [CatalogueArtist] {
    try note(.followed)
    return followed.prefix(limit).map { CatalogueArtist(id: $0, name: $0) }
  }

  func topTracks(of artist: String, limit: Int) throws(BuildError) -> [CatalogueTrack] {
    try note(.top(artist))
    return Array((top[artist] ?? []).prefix(limit))
  }

  func playlists() throws(BuildError) -> [CataloguePlaylist] {
    try note(.playlists)
    return lists.map(\.list)
  }

  func trackIDs(ofPlaylist id: String) throws(BuildError) -> [String] {
    try note(.tracks(id))
    guard let tracks = contents(of: id) else { throw .client(reason: "the playlist is gone") }
    return tracks
  }

  func createPlaylist(named name: String) throws(BuildError) -> String {
    try note(.create(name))
    lists.append((CataloguePlaylist(id: "new", name: name, owner: user ?? ""), []))
    return "new"
  }

  func replaceTracks(ofPlaylist id: String, with tracks: [String]) throws(BuildError) {
    try note(.replace(id, tracks))
    guard let index = lists.firstIndex(where: { $0.list.id == id }) else {
      throw .client(reason: "the playlist is gone")
    }
    lists[index].tracks = tracks
  }

  func addTracks(_ tracks: [String], toPlaylist id: String) async throws(BuildError) {
    try note(.add(id, tracks))
    if let error = await delay?() { throw error }
    guard let index = lists.firstIndex(where: { $0.list.id == id }) else {
      throw .client(reason: "the playlist is gone")
    }
    lists[index].tracks += tracks
  }
}

extension PlaylistBuilder {
  init(
    _ client: any CatalogueClient, grace: Duration = .zero, arrangement: Arrangement? = nil,
    noting progress: @escaping @Sendable (BuildPhase) -> Void = { _ in }
  ) {
    self.init(
      client, home: "/home/user", day: "2025-11-20", arrangement: arrangement, grace: grace,
      progress: progress)
  }
}

extension BuildOptions {
  /// Options of a build that writes, with artists that are typed.
  static func writing(_ artists: String, _ change: (inout BuildOptions) -> Void = { _ in })
    -> BuildOptions
  {
    var options = BuildOptions()
    options.manualArtists = artists
    options.usesFollowedArtists = false
    options.isDryRun = false
    change(&options)
    return options
  }
}
