internal import Bus
internal import Music

/// What the object on the bus tells of the player.
struct MediaPlayerContents: Sendable {
  private(set) var status = PlayerStatus(
    clock: PlayClock(position: .zero, at: .now, isAdvancing: false, duration: nil))
  /// What is current; while its successor is being loaded still the one before.
  private(set) var item: PlayerStatus.Item?
  private(set) var nearby: [PlayerStatus.Item] = []
  private(set) var playlists: [ListedPlaylist] = []
  private(set) var active: PlaylistID?
  private var covers = RecentValues<FilePath>()
  private var lyrics = RecentValues<String>()
  let canRaise: Bool

  /// Items of the queue that are told: the specification wants some 20.
  private static let mostNearby = 40

  init(canRaise: Bool) { self.canRaise = canRaise }

  mutating func update(_ status: PlayerStatus) {
    if status.item != nil || status.playback == .stopped { item = status.item }
    self.status = status
  }

  mutating func setCover(_ path: FilePath?, for track: TrackID) { covers[track] = path }

  mutating func setLyrics(_ text: String?, for track: TrackID) {
    lyrics[track] = text.flatMap(DesktopText.lines)
  }

  mutating func show(nearby: [PlayerStatus.Item]) {
    self.nearby = Array(nearby.prefix(Self.mostNearby))
  }

  mutating func show(playlists: [Playlist], active: PlaylistID?) {
    self.playlists = playlists.map(ListedPlaylist.init)
    self.active = active
  }

  // MARK: - Properties

  func properties(
    of interface: BusInterface, at now: ContinuousClock.Instant
  ) -> [(name: String, value: BusValue)] {
    switch interface.name {
    case BusInterface.root.name: rootProperties
    case BusInterface.player.name: playerProperties(at: now)
    case BusInterface.trackList.name:
      [("Tracks", .array(trackPaths, of: "o")), ("CanEditTracks", .boolean(true))]
    case BusInterface.playlists.name: playlistProperties
    default: []
    }
  }

  private var rootProperties: [(name: String, value: BusValue)] {
    [
      ("CanQuit", .boolean(true)), ("CanRaise", .boolean(canRaise)),
      ("HasTrackList", .boolean(true)), ("Identity", .string("Tritone")),
      ("DesktopEntry", .string("tritone")),
      ("SupportedUriSchemes", .strings(["file", "http", "https"])),
      ("SupportedMimeTypes", .strings(MediaTypes.names)),
    ]
  }

  private func playerProperties(
    at now: ContinuousClock.Instant
  ) -> [(name: String, value: BusValue)] {
    [
      ("PlaybackStatus", .string(playbackStatus)), ("LoopStatus", .string(loopStatus)),
      ("Rate", .double(rate)), ("Shuffle", .boolean(status.isShuffled)),
      ("Metadata", .variants(metadata)), ("Volume", .double(volume)),
      ("Position", .int64(position(at: now).microseconds)),
      ("MinimumRate", .double(Self.rates.lowerBound)),
      ("MaximumRate", .double(Self.rates.upperBound)),
      ("CanGoNext", .boolean(status.hasNext)), ("CanGoPrevious", .boolean(status.hasPrevious)),
      ("CanPlay", .boolean(canPlay)), ("CanPause", .boolean(canPlay)),
      ("CanSeek", .boolean(status.canSeek)), ("CanControl", .boolean(true)),
    ]
  }

  static let rates = 0.5...3.0

  private var playbackStatus: String {
    switch status.playback {
    case .stopped: "Stopped"
    case .paused: "Paused"
    case .playing: "Playing"
    }
  }

  private var loopStatus: String {
    switch status.repeating {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }

  private var rate: Double { status.speed > 0 && status.speed.isFinite ? status.speed : 1 }

  private var volume: Double { status.isMuted ? 0 : Double(max(0, status.volume)) / 100 }

  /// Of the track or the queue, not of the state.
  var canPlay: Bool { item != nil || status.count > 0 }

  /// The length of the track, or of the book; nil where it has none.
  var length: Duration? { status.clock.duration.flatMap { $0 > .zero ? $0 : nil } }

  func position(at now: ContinuousClock.Instant) -> Duration {
    max(.zero, status.clock.position(at: now))
  }

  // MARK: - Items

  var trackPath: String { item.map(ObjectPath.text(of:)) ?? ObjectPath.none }

  private var metadata: [(String, BusValue)] {
    guard let item else { return [("mpris:trackid", .path(ObjectPath.none))] }
    return metadata(of: item, length: length)
  }

  /// Of an item of the track list, which may be the current one.
  func metadata(of item: PlayerStatus.Item) -> [(String, BusValue)] {
    let isCurrent = item.id != nil && item.id == self.item?.id
    return metadata(of: item, length: isCurrent ? length : item.track.audio.duration)
  }

  private func metadata(
    of item: PlayerStatus.Item, length: Duration?
  ) -> [(String, BusValue)] {
    TrackMetadata.entries(
      of: item, length: length, cover: covers[item.track.id], lyrics: lyrics[item.track.id])
  }

  var trackPaths: [BusValue] { nearby.map { .path(ObjectPath.text(of: $0)) } }

  /// Whether all metadata of the track list is that of other contents.
  func hasSameItems(as other: MediaPlayerContents) -> Bool {
    nearby == other.nearby && item == other.item && length == other.length
      && covers == other.covers && lyrics == other.lyrics
  }

  /// The item of the track list with a path.
  func nearbyItem(at path: String) -> PlayerStatus.Item? {
    nearby.first { ObjectPath.text(of: $0) == path }
  }
}
