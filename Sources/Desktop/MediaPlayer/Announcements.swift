internal import Bus
internal import Music

/// The signals that follow from changes: each real change once, jumps at most five a second.
struct Announcements: Sendable {
  static let path = "/org/mpris/MediaPlayer2"
  private static let betweenJumps = Duration.milliseconds(200)
  /// A track that starts later than this starts elsewhere than listeners expect.
  private static let ordinaryStart = Duration.seconds(1)

  /// As of the last signals; nil where nobody has asked yet.
  private var told: Told?
  private var hasJumped = false
  private var lastJump: ContinuousClock.Instant?

  private struct Told: Sendable {
    var contents: MediaPlayerContents
    var properties: [[(name: String, value: BusValue)]]
  }

  private static let interfaces: [BusInterface] = [.player, .trackList, .playlists]

  /// Whoever finds the name on the bus asks for everything first.
  mutating func begin(with contents: MediaPlayerContents) {
    told = Told(
      contents: contents,
      properties: Self.interfaces.map { contents.properties(of: $0, at: .now) })
    hasJumped = false
  }

  mutating func end() { told = nil }

  /// When a jump that waits may be told.
  var dueJump: ContinuousClock.Instant? {
    hasJumped ? lastJump.map { $0 + Self.betweenJumps } : nil
  }

  /// The signals of all changes since the last call.
  mutating func signals(
    of contents: MediaPlayerContents, at now: ContinuousClock.Instant
  ) -> [BusSignal] {
    guard let old = told else { return [] }
    let properties = Self.interfaces.map { contents.properties(of: $0, at: now) }
    told = Told(contents: contents, properties: properties)
    var signals: [BusSignal] = []
    for (index, interface) in Self.interfaces.enumerated() {
      signals +=
        Self.signal(of: interface, old.properties[index], properties[index]).map { [$0] } ?? []
    }
    if Self.isJump(from: old.contents, to: contents, at: now) { hasJumped = true }
    if hasJumped, dueJump.map({ $0 <= now }) ?? true {
      hasJumped = false
      lastJump = now
      let position = BusValue.int64(contents.position(at: now).microseconds)
      signals.append(BusSignal(Self.path, BusInterface.player.name, "Seeked", [position]))
    }
    return signals + Self.trackListSignals(from: old.contents, to: contents)
      + Self.playlistSignals(from: old.contents, to: contents)
  }

  /// PropertiesChanged with all that changed; nil where nothing did.
  private static func signal(
    of interface: BusInterface, _ old: [(name: String, value: BusValue)],
    _ new: [(name: String, value: BusValue)]
  ) -> BusSignal? {
    var changed: [(String, BusValue)] = []
    var invalidated: [String] = []
    for (old, new) in zip(old, new) where old.value != new.value {
      switch interface.property(new.name)?.announcement {
      case .value: changed.append((new.name, new.value))
      case .invalidation: invalidated.append(new.name)
      case .nothing, nil: break
      }
    }
    guard !changed.isEmpty || !invalidated.isEmpty else { return nil }
    return BusSignal(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(interface.name), .variants(changed), .strings(invalidated)])
  }

  /// Whether the position is another one than listeners compute.
  private static func isJump(
    from old: MediaPlayerContents, to new: MediaPlayerContents, at now: ContinuousClock.Instant
  ) -> Bool {
    guard new.item != nil else { return false }
    if old.trackPath != new.trackPath
      || old.status.playback == .stopped && new.status.playback != .stopped
    {
      return new.position(at: now) > ordinaryStart
    }
    // Or the same item from its beginning again.
    return old.status.jumps != new.status.jumps
      || old.item?.play != nil && new.item?.play != nil && old.item?.play != new.item?.play
  }

  private static func trackListSignals(
    from old: MediaPlayerContents, to new: MediaPlayerContents
  ) -> [BusSignal] {
    let paths = new.trackPaths
    guard old.trackPaths == paths else {
      let isListed = new.nearbyItem(at: new.trackPath) != nil
      return [
        BusSignal(
          path, BusInterface.trackList.name, "TrackListReplaced",
          [.array(paths, of: "o"), .path(isListed ? new.trackPath : ObjectPath.none)])
      ]
    }
    guard !new.hasSameItems(as: old) else { return [] }
    return zip(old.nearby, new.nearby).compactMap { before, item in
      let metadata = BusValue.variants(new.metadata(of: item))
      guard BusValue.variants(old.metadata(of: before)) != metadata else { return nil }
      return BusSignal(
        path, BusInterface.trackList.name, "TrackMetadataChanged",
        [.path(ObjectPath.text(of: item)), metadata])
    }
  }

  /// Names that changed.
  private static func playlistSignals(
    from old: MediaPlayerContents, to new: MediaPlayerContents
  ) -> [BusSignal] {
    guard old.playlists != new.playlists else { return [] }
    let names = Dictionary(old.playlists.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
    return new.playlists.filter { names[$0.id].map { [name = $0.name] in $0 != name } ?? false }
      .prefix(mostRenames)
      .map { BusSignal(path, BusInterface.playlists.name, "PlaylistChanged", [$0.value]) }
  }

  private static let mostRenames = 100
}
