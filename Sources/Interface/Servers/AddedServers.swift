package import Music

/// The servers that the user has added, their open questions, and downloads of their tracks.
package struct AddedServers: Equatable, Sendable {
  /// The Unix time of the list, and the time of the interface then.
  private struct Listed: Equatable, Sendable {
    var at: Int64
    var now: ContinuousClock.Instant
  }

  /// The server that a request is about whose answer may be a question.
  enum Asked: Equatable, Sendable {
    /// By the name that it is added with.
    case new(String)
    case known(ServerID)
  }

  /// A command that waits for the list of servers.
  enum Wanted: Equatable, Sendable {
    /// Nil for all servers.
    case sync(String?)
    case goOn(String?)
  }

  /// Nil before the first answer.
  package private(set) var items: [ServerListItem]?
  private var listed: Listed?
  var wanted: Wanted?
  /// Servers whose next listing is announced: the user asked for it.
  private var announced: Set<ServerID> = []
  /// The form that was left with Enter, until its server is known.
  var submitted: ServerFormPanel?
  /// The server of the last request whose answer may be a question, until that answer.
  var asked: Asked?
  /// The effect that the question on the screen is about.
  var unconfirmed: ServersEffect?
  /// The play queue that waits for an answer.
  var queue: RemotePlayQueue?
  package internal(set) var downloads = Downloads()
  package internal(set) var onDisk = TracksOnDisk()
  package internal(set) var settings = ServerSettings()

  package init() {}

  // MARK: The list

  /// - Returns: The command that waited for the list.
  mutating func list(
    _ items: [ServerListItem], at time: Int64, now: ContinuousClock.Instant
  ) -> Wanted? {
    self.items = items
    listed = Listed(at: time, now: now)
    announced.formIntersection(items.map(\.id))
    defer { wanted = nil }
    return wanted
  }

  package func item(_ id: ServerID) -> ServerListItem? { items?.first { $0.id == id } }

  /// The name of the server with a UUID.
  func name(of uuid: String) -> String? {
    items?.first { $0.server.uuid == uuid }?.server.name
  }

  /// The server of a typed name: the name itself, or else the only one that begins so.
  func item(named name: String) -> ServerListItem? {
    items?.named(name, by: \.server.name)
  }

  /// The Unix time now, as far as the last list tells.
  func unixTime(at now: ContinuousClock.Instant) -> Int64? {
    listed.map { $0.at + $0.now.duration(to: now).components.seconds }
  }

  // MARK: Listings

  mutating func announce(_ ids: [ServerID]) { announced.formUnion(ids) }

  /// - Returns: Whether the user asked for the listing that has ended.
  mutating func takeAnnounced(_ id: ServerID) -> Bool { announced.remove(id) != nil }

  mutating func set(_ state: ServerListItem.State, of id: ServerID) {
    guard let index = items?.firstIndex(where: { $0.id == id }) else { return }
    items?[index].state = state
  }

  /// The first server that is being listed.
  var listing: (name: String, progress: ServerListingProgress)? {
    for item in items ?? [] {
      if case .listing(let progress) = item.state { return (item.server.name, progress) }
    }
    return nil
  }
}

/// The user's settings for all servers.
package struct ServerSettings: Equatable, Sendable {
  /// Of the cache of played sound.
  package internal(set) var cacheGigabytes = 2.0
  package internal(set) var downloadsAtOnce = 2
  /// Whether the next book of a series is downloaded by itself.
  package internal(set) var downloadsNextBook = false
  /// Whether the download of a finished book is removed.
  package internal(set) var deletesFinished = false
}

/// The downloads that go on, and the end of the last ones.
package struct Downloads: Equatable, Sendable {
  package private(set) var progress: DownloadProgress?
  private(set) var isCancelling = false
  package private(set) var last: DownloadResult?

  /// Whether there is something to cancel that is not being cancelled yet.
  var canCancel: Bool { progress != nil && !isCancelling }

  mutating func progressed(_ progress: DownloadProgress?) {
    self.progress = progress
    if progress == nil { isCancelling = false }
  }

  /// - Returns: False where nothing goes on, or it is being cancelled already.
  mutating func cancel() -> Bool {
    guard canCancel else { return false }
    isCancelling = true
    return true
  }

  mutating func ended(_ result: DownloadResult) {
    (progress, isCancelling, last) = (nil, false, result)
  }
}

/// The tracks of servers that are known to be on this disk, of those that rows have shown.
package struct TracksOnDisk: Equatable, Sendable {
  private var known: [TrackID: Bool] = [:]
  private var asked: Set<TrackID> = []

  /// More than all screens show together.
  private static let limit = 2_000

  /// Nil where it is not known yet.
  subscript(track: TrackID) -> Bool? { known[track] }

  mutating func receive(_ tracks: Set<TrackID>, of asked: Set<TrackID>) {
    for track in asked { known[track] = tracks.contains(track) }
    self.asked.subtract(asked)
  }

  /// The tracks among those that show which were not asked for yet.
  mutating func missing(_ shown: [TrackID]) -> [TrackID] {
    if known.count > TracksOnDisk.limit {
      let kept = Set(shown)
      known = known.filter { kept.contains($0.key) }
    }
    return shown.filter { known[$0] == nil && asked.insert($0).inserted }
  }

  /// Everything is asked for again when it shows.
  mutating func forget() { self = TracksOnDisk() }
}
