import Music
import Sync
import Synchronization

final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// A side that converts files, except for some.
final class ConvertingSide: SyncSide {
  private let memory: MemorySide
  private let failing: Set<FilePath>
  private let asked = Mutex(0)

  init(world: World, failing: Set<FilePath> = []) {
    memory = MemorySide(world: world)
    self.failing = failing
  }

  /// How many files were asked for.
  var count: Int { asked.withLock { $0 } }

  func file(of track: SyncTrack, _ rule: ConversionRule?) async throws(SyncError) -> SyncSource {
    asked.withLock { $0 += 1 }
    if rule != nil, failing.contains(track.path) { throw .source("cannot be decoded") }
    return try await memory.file(of: track, rule)
  }

  func contents() async throws(SyncError) -> SyncLibraryContents { try await memory.contents() }
  func state(
    sharing sharedPath: @escaping @Sendable (FilePath) -> FilePath
  ) async throws(SyncError) -> SyncState {
    try await memory.state(sharing: sharedPath)
  }
  func keep(_ tracks: [SyncedTrack]) async throws(SyncError) { try await memory.keep(tracks) }
  func keep(_ journal: LibraryCommit?) async throws(SyncError) { try await memory.keep(journal) }
  func commit(_ commit: LibraryCommit) async throws(SyncError) { try await memory.commit(commit) }
  func freePath(for file: DeviceFile) async throws(SyncError) -> FilePath {
    try await memory.freePath(for: file)
  }
}

/// A device of a world that does some things otherwise.
protocol WorldPeer: Peer {
  var memory: MemoryPeer { get }
}

extension WorldPeer {
  func open() async throws(PeerError) { try await memory.open() }
  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    try await memory.snapshot(progress)
  }
  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try await memory.facts(of: files)
  }
  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile { try await memory.send(transfer, progress) }
  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) { try await memory.fetch(file, to: target, progress) }
  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try await memory.move(file, to: target)
  }
  func remove(_ file: DeviceFile) async throws(PeerError) { try await memory.remove(file) }
  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    try await memory.flush(verifying: verifying)
  }
  func commit(_ commit: DeviceCommit) async throws(PeerError) { try await memory.commit(commit) }
  func close() async {}
}

/// A device whose flushes do what a test says; copies are counted.
struct FlushingPeer: WorldPeer {
  let sent = Counter()
  let memory: MemoryPeer
  private let flushing: @Sendable (_ verifying: Bool, MemoryPeer) async throws -> [PeerFileFault]

  init(
    world: World,
    flushing: @escaping @Sendable (Bool, MemoryPeer) async throws -> [PeerFileFault]
  ) {
    memory = MemoryPeer(world: world)
    self.flushing = flushing
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    _ = sent.next()
    return try await memory.send(transfer, progress)
  }

  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    do {
      return try await flushing(verifying, memory)
    } catch {
      throw error as? PeerError ?? .gone
    }
  }
}

/// A device that is gone before anything is removed from it.
struct StuckPeer: WorldPeer {
  let memory: MemoryPeer

  init(world: World) { memory = MemoryPeer(world: world) }

  func remove(_ file: DeviceFile) async throws(PeerError) { throw .gone }
}

/// A device whose copies end only after the side was asked for all files.
struct WaitingPeer: WorldPeer {
  let memory: MemoryPeer
  private let side: ConvertingSide

  init(world: World, side: ConvertingSide) {
    memory = MemoryPeer(world: world)
    self.side = side
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    while side.count < 2 {
      if Task.isCancelled { throw .cancelled }
      await Task.yield()
    }
    return try await memory.send(transfer, progress)
  }
}
