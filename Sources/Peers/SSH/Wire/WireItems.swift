internal import Music
internal import Sync

/// The items of a long value, one at a time, so that no second copy of it is made.
struct WireItems: Sequence {
  private let generators: [() -> WireItem?]

  private init(_ parts: [any Sequence<WireItem>]) {
    generators = parts.map { part in Self.generator(part) }
  }

  private static func generator(_ part: some Sequence<WireItem>) -> () -> WireItem? {
    var iterator = part.makeIterator()
    return { iterator.next() }
  }

  func makeIterator() -> AnyIterator<WireItem> {
    var index = 0
    let generators = generators
    return AnyIterator {
      while index < generators.count {
        if let item = generators[index]() { return item }
        index += 1
      }
      return nil
    }
  }

  /// Rows and files whose paths lead out of the music folder are left out: the other side takes none.
  init(of snapshot: DeviceSnapshot) {
    let contents = snapshot.contents
    self.init([
      [
        .abilities(snapshot.abilities),
        .space(free: snapshot.free, capacity: snapshot.capacity),
      ] + (contents.syncID.map { [.syncID($0)] } ?? []),
      contents.tracks.lazy.filter { RemotePath.isSafe($0.path) }.map { WireItem.track($0) },
      Self.items(of: contents.playlists),
      contents.faults.lazy.map { WireItem.fault($0) },
      snapshot.files.lazy.filter { RemotePath.isSafe($0.path) }.map { WireItem.file($0) },
      snapshot.facts.lazy.filter { RemotePath.isSafe($0.key) }.map {
        WireItem.facts($0.key, $0.value)
      },
      snapshot.plays.lazy.map { WireItem.play($0) },
      snapshot.playTimes.lazy.map { WireItem.playTimes($0.key, $0.value) },
    ])
  }

  init(of commit: DeviceCommit) {
    self.init([
      [.syncID(commit.syncID)],
      commit.tracks.lazy.map { WireItem.track($0) },
      commit.removedTracks.lazy.map { WireItem.removedTrack($0) },
      Self.items(of: commit.playlists),
      commit.removedPlaylists.lazy.map { WireItem.removedPlaylist($0) },
      commit.playTimes.lazy.map { WireItem.playTimes($0.key, $0.value) },
    ])
  }

  init(of files: [DeviceFile]) { self.init([files.lazy.map { WireItem.file($0) }]) }

  init(of facts: [FilePath: DeviceFileFacts]) {
    self.init([facts.lazy.map { WireItem.facts($0.key, $0.value) }])
  }

  private static func items(of playlists: [DevicePlaylist]) -> some Sequence<WireItem> {
    playlists.lazy.flatMap { playlist -> [WireItem] in
      let step = WireItem.entriesAtOnce
      return [.playlist(playlist)]
        + stride(from: 0, to: playlist.tracks.count, by: step).map { start in
          .entries(Array(playlist.tracks[start...].prefix(step)))
        }
    }
  }
}

/// Fills frames with items.
struct WirePieces {
  private var iterator: AnyIterator<WireItem>
  private var writer = WireWriter()
  /// Bytes from which on a frame is full; an item has less than the rest of a frame.
  private static let size = 192 << 10

  init(_ items: WireItems) { iterator = items.makeIterator() }

  /// The next piece, nil at the end.
  mutating func next() -> [UInt8]? {
    writer.clear()
    while writer.bytes.count < Self.size, let item = iterator.next() { item.write(to: &writer) }
    return writer.bytes.isEmpty ? nil : writer.bytes
  }
}

/// Puts items together again.
struct WireAssembly {
  private(set) var snapshot = DeviceSnapshot()
  private var removedTracks: [DeviceTrackID] = []
  private var albums = KnownAlbums<DeviceTrack.Album>()
  private var removedPlaylists: [String] = []
  private var count = 0

  /// Items and entries of playlists in one value.
  private static let maximumCount = 4_000_000

  mutating func append(_ piece: [UInt8]) throws(WireFault) {
    var reader = WireReader(piece)
    while !reader.isAtEnd { try append(WireItem(&reader)) }
  }

  private mutating func append(_ item: WireItem) throws(WireFault) {
    count += 1
    switch item {
    case .file(let file): snapshot.files.append(file)
    case .track(var track):
      track.shareAlbum(&albums)
      snapshot.contents.tracks.append(track)
    case .playlist(let playlist): snapshot.contents.playlists.append(playlist)
    case .entries(let ids):
      count += ids.count
      guard let last = snapshot.contents.playlists.indices.last else { throw .invalid }
      snapshot.contents.playlists[last].tracks += ids
    case .play(let play): snapshot.plays.append(play)
    case .facts(let path, let facts): snapshot.facts[path] = facts
    case .fault(let text): snapshot.contents.faults.append(text)
    case .syncID(let id): snapshot.contents.syncID = id
    case .space(let free, let capacity):
      snapshot.free = free
      snapshot.capacity = capacity
    case .abilities(let abilities): snapshot.abilities = abilities
    case .removedTrack(let id): removedTracks.append(id)
    case .removedPlaylist(let id): removedPlaylists.append(id)
    case .playTimes(let id, let times):
      count += times.count
      snapshot.playTimes[id] = times
    }
    guard count <= Self.maximumCount else { throw .tooLong }
  }

  /// Nil without the id of a sync.
  var commit: DeviceCommit? {
    guard let syncID = snapshot.contents.syncID else { return nil }
    var commit = DeviceCommit(syncID: syncID)
    commit.tracks = snapshot.contents.tracks
    commit.playlists = snapshot.contents.playlists
    commit.removedTracks = removedTracks
    commit.removedPlaylists = removedPlaylists
    commit.playTimes = snapshot.playTimes
    return commit
  }
}
