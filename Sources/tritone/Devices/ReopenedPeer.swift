import Music
import Sync
import Synchronization

/// A device that is connected anew each time it is opened: while a plan is read it is free.
final class ReopenedPeer: Peer {
  private let make: @Sendable () async throws -> any Peer
  private let current = Mutex<(any Peer)?>(nil)

  init(_ make: @escaping @Sendable () async throws -> any Peer) { self.make = make }

  func open() async throws(PeerError) {
    let new: any Peer
    do {
      new = try await make()
    } catch let error as PeerError {
      throw error
    } catch {
      throw .remote(UserText.of(error))
    }
    current.withLock { $0 = new }
    try await new.open()
  }

  private func peer() throws(PeerError) -> any Peer {
    guard let peer = current.withLock({ $0 }) else { throw .gone }
    return peer
  }

  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    try await peer().snapshot(progress)
  }

  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try await peer().facts(of: files)
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    try await peer().send(transfer, progress)
  }

  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    try await peer().fetch(file, to: target, progress)
  }

  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try await peer().move(file, to: target)
  }

  func remove(_ file: DeviceFile) async throws(PeerError) { try await peer().remove(file) }

  func flush() async throws(PeerError) -> [PeerFileFault] { try await peer().flush() }

  func commit(_ commit: DeviceCommit) async throws(PeerError) { try await peer().commit(commit) }

  func close() async {
    let old = current.withLock { current in
      defer { current = nil }
      return current
    }
    await old?.close()
  }
}
