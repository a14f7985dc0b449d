import Music
import Sync
import Synchronization

/// Both sides of a sync in memory, which a fuse can cut at any step.
final class World: Sendable {
  struct Sound: Equatable {
    var sound: Int64
    var title: String
    var size: Int64
  }

  struct File: Equatable {
    var content: Sound
    var modified: Int64
  }

  struct State {
    var tracks: [TrackID: SyncTrack] = [:]
    var isChosen: Set<TrackID> = []
    var playlists: [PlaylistID: SyncPlaylist] = [:]
    var kept = SyncState()
    var logRead = 0
    /// Plays of the log that wait for their songs.
    var waiting: [DevicePlay] = []

    var files: [FilePath: File] = [:]
    var contents = DeviceContents()
    var log: [DevicePlay] = []
    var abilities = DeviceAbilities()
    var free: Int64?
    /// Files whose content the device's disk may not have, with what was there before.
    var unflushed: [(path: FilePath, before: File?)] = []

    var clock: Int64 = 1_700_000_000
    var next: Int64 = 1
    /// Steps until everything ends; nil for never.
    var fuse: Int?
    /// Whether the last step still takes effect.
    var endsAfterwards = false
    var isDead = false
    /// Called before each file that is sent.
    var meanwhile: (@Sendable (inout State) -> Void)?
    /// Paths of files here and there that fail.
    var faulty: Set<FilePath> = []
    /// Files that are not on the device as they were sent.
    var damaged: Set<FilePath> = []
    /// What these were.
    var wholes: [FilePath: Sound] = [:]

    mutating func number() -> Int64 {
      next += 1
      return next
    }
  }

  private let state = Mutex(State())

  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// A step of a sync, which may be its last.
  func step<Result: Sendable>(
    _ body: (inout State) throws(PeerError) -> Result
  ) throws(PeerError) -> Result {
    try state.withLock { state throws(PeerError) -> Result in
      if state.isDead { throw .gone }
      if let fuse = state.fuse {
        state.fuse = fuse - 1
        if fuse == 0 {
          state.isDead = true
          if state.endsAfterwards { _ = try body(&state) }
          throw .gone
        }
      }
      return try body(&state)
    }
  }

  /// What is left after a cut: files that were not flushed may be as they were before.
  func revive(_ random: inout SeededGenerator) {
    let losses = (0..<64).map { _ in Bool.random(using: &random) }
    with { state in
      if state.isDead {
        for (number, entry) in state.unflushed.enumerated().reversed() where losses[number % 64] {
          state.files[entry.path] = entry.before
        }
      }
      // Of a cut between the flush and the state nobody learns that a copy is damaged.
      for (path, whole) in state.wholes {
        let isKnown = state.kept.tracks.contains {
          $0.file.path == path && ($0.source == FileStamp() || $0.track.rawValue == 0)
        }
        if state.isDead, !isKnown { state.files[path]?.content = whole }
      }
      state.wholes = [:]
      state.unflushed = []
      state.isDead = false
      state.fuse = nil
      state.meanwhile = nil
      state.faulty = []
    }
  }
}

struct MemoryPeer: Peer {
  let world: World

  func open() async throws(PeerError) { try world.step { _ in } }

  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    progress(1)
    return try world.step { state in
      var snapshot = DeviceSnapshot()
      snapshot.contents = state.contents
      snapshot.files = state.files.sorted { $0.key < $1.key }.map { path, file in
        DeviceFile(path: path, size: file.content.size, modified: file.modified)
      }
      snapshot.plays = state.waiting + state.log.dropFirst(state.logRead)
      snapshot.waitingPlays = state.waiting.count
      snapshot.logs = "\(state.log.count)"
      snapshot.abilities = state.abilities
      snapshot.free = state.free
      return snapshot
    }
  }

  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try world.step { state in
      var facts: [FilePath: DeviceFileFacts] = [:]
      for file in files {
        guard let found = state.files[file.path] else { continue }
        facts[file.path] = DeviceFileFacts(
          audioHash: found.content.sound, title: found.content.title,
          duration: Double(found.content.sound))
      }
      return facts
    }
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    progress(transfer.size)
    return try world.step { state throws(PeerError) in
      if let meanwhile = state.meanwhile { meanwhile(&state) }
      if state.faulty.contains(transfer.target) { throw .unwritable(transfer.target, code: 5) }
      guard
        let track = state.tracks.values.first(where: { $0.path == transfer.source })
      else { throw .source(transfer.source, code: 2) }
      let before = state.files[transfer.target]
      if let old = transfer.replaced {
        guard let before, before.modified == old.modified, before.content.size == old.size else {
          throw .changed(transfer.target)
        }
      } else if before != nil {
        throw .exists(transfer.target)
      }
      if let free = state.free {
        guard free >= transfer.size else { throw .full }
        state.free = free - transfer.size
      }
      state.unflushed.append((transfer.target, before))
      let time = state.number()
      state.files[transfer.target] = World.File(
        content: World.Sound(
          sound: track.audioHash ?? 0, title: track.title ?? "", size: track.file.size),
        modified: time * 1_000_000_000)
      return DeviceFile(
        path: transfer.target, size: track.file.size, modified: time * 1_000_000_000)
    }
  }

  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    try world.step { state throws(PeerError) in
      guard let found = state.files[file.path] else { throw .changed(file.path) }
      // The library finds it at once.
      let id = TrackID(state.number())
      state.tracks[id] = SyncTrack(
        id: id, uuid: "taken-\(id.rawValue)", path: target,
        file: FileStamp(size: found.content.size, modified: id.rawValue),
        audioHash: found.content.sound, title: found.content.title,
        duration: Double(found.content.sound), codec: "mp3", added: state.clock)
    }
  }

  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try world.step { state throws(PeerError) in
      guard let found = state.files[file.path], found.modified == file.modified else {
        throw .changed(file.path)
      }
      guard state.files[target] == nil else { throw .exists(target) }
      state.files[file.path] = nil
      state.files[target] = found
      return DeviceFile(path: target, size: file.size, modified: file.modified)
    }
  }

  func remove(_ file: DeviceFile) async throws(PeerError) {
    try world.step { state throws(PeerError) in
      guard let found = state.files[file.path], found.modified == file.modified else {
        throw .changed(file.path)
      }
      state.files[file.path] = nil
    }
  }

  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    try world.step { state in
      state.unflushed = []
      guard verifying else { return [] }
      defer { state.damaged = [] }
      return state.damaged.compactMap { path in
        guard let whole = state.files[path]?.content else { return nil }
        state.wholes[path] = whole
        state.files[path]?.content.sound = -1
        return PeerFileFault(path: path, error: .damaged(path), isUnderItsName: true)
      }
    }
  }

  func commit(_ commit: DeviceCommit) async throws(PeerError) {
    try world.step { state in
      var tracks = Dictionary(uniqueKeysWithValues: state.contents.tracks.map { ($0.id, $0) })
      for track in commit.tracks { tracks[track.id] = track }
      for id in commit.removedTracks { tracks[id] = nil }
      state.contents.tracks = tracks.values.sorted { $0.id < $1.id }
      var lists = Dictionary(uniqueKeysWithValues: state.contents.playlists.map { ($0.id, $0) })
      for list in commit.playlists { lists[list.id] = list }
      for id in commit.removedPlaylists { lists[id] = nil }
      state.contents.playlists = lists.values.sorted { $0.id < $1.id }.map { list in
        var list = list
        list.tracks.removeAll { tracks[$0] == nil }
        return list
      }
      state.contents.syncID = commit.syncID
    }
  }

  func close() async {}
}

struct MemorySide: SyncSide {
  let world: World

  private func step<Result: Sendable>(
    _ body: (inout World.State) -> Result
  ) throws(SyncError) -> Result {
    do throws(PeerError) {
      return try world.step { state throws(PeerError) in body(&state) }
    } catch {
      throw .library("cut")
    }
  }

  func contents() async throws(SyncError) -> SyncLibraryContents {
    try step { state in
      var contents = SyncLibraryContents()
      contents.tracks = state.tracks.values.sorted { $0.id < $1.id }
      contents.chosen = contents.tracks.map(\.id).filter { state.isChosen.contains($0) }
      contents.playlists = state.playlists.values.sorted { $0.id.rawValue < $1.id.rawValue }
      return contents
    }
  }

  func state(
    sharing sharedPath: @escaping @Sendable (FilePath) -> FilePath
  ) async throws(SyncError) -> SyncState { try step { $0.kept } }

  /// As a write to the library's database in a cancelled task, it does nothing.
  func keep(_ tracks: [SyncedTrack]) async throws(SyncError) {
    if Task.isCancelled { throw .cancelled }
    try step { $0.keep(tracks) }
  }

  func keep(_ journal: LibraryCommit?) async throws(SyncError) {
    try step { $0.kept.journal = journal }
  }

  func commit(_ commit: LibraryCommit) async throws(SyncError) {
    try step { $0.commit(commit) }
  }

  func file(of track: SyncTrack, _ rule: ConversionRule?) async throws(SyncError) -> SyncSource {
    if world.with({ $0.faulty.contains(track.path) }) { throw .source("cannot be read") }
    return SyncSource(path: track.path, stamp: track.file)
  }

  func freePath(for file: DeviceFile) async throws(SyncError) -> FilePath {
    try step { state in FilePath("/library/taken \(state.number()).mp3") }
  }
}

extension World.State {
  mutating func keep(_ tracks: [SyncedTrack]) {
    var rows = Dictionary(uniqueKeysWithValues: kept.tracks.map { ($0.uuid, $0) })
    for track in tracks { rows[track.uuid] = track }
    kept.tracks = rows.values.sorted { $0.uuid < $1.uuid }
  }

  mutating func commit(_ commit: LibraryCommit) {
    for change in commit.marks {
      guard var track = tracks[change.track] else { continue }
      track.marks.plays += change.plays
      track.marks.lastPlayed = [track.marks.lastPlayed, change.after.lastPlayed].compactMap(\.self)
        .max()
      if track.marks.rating == change.before.rating { track.marks.rating = change.after.rating }
      if track.marks.isFavorite == change.before.isFavorite {
        track.marks.isFavorite = change.after.isFavorite
      }
      tracks[change.track] = track
    }
    var made: [String: PlaylistID] = [:]
    for change in commit.playlists {
      let id = change.id ?? PlaylistID(number())
      made[change.deviceID] = id
      let old = playlists[id]
      guard old?.tracks ?? [] == change.before else { continue }
      playlists[id] = SyncPlaylist(
        id: id, name: change.name, tracks: change.after.filter { tracks[$0] != nil },
        modified: commit.time)
    }
    let gone = Set(commit.removedTracks)
    kept.tracks.removeAll { gone.contains($0.uuid) }
    keep(commit.syncedTracks)
    let goneLists = Set(commit.removedPlaylists)
    var lists = Dictionary(uniqueKeysWithValues: kept.playlists.map { ($0.deviceID, $0) })
    for id in goneLists { lists[id] = nil }
    for var list in commit.syncedPlaylists {
      if list.id.rawValue == 0, let id = made[list.deviceID] { list.id = id }
      lists[list.deviceID] = list
    }
    kept.playlists = lists.values.sorted { $0.deviceID < $1.deviceID }
    kept.syncID = commit.syncID
    kept.journal = nil
    if let logs = commit.logs {
      let (text, plays) = WaitingPlays.read(logs)
      (logRead, waiting) = (Int(text) ?? 0, plays)
    }
  }
}
