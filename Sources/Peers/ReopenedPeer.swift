package import Music
package import Sync
import Synchronization

/// A device that is connected anew each time it is opened: while a plan is read it is free.
package final class ReopenedPeer: Peer {
  private let make: @Sendable () async throws(PeerError) -> any Peer
  private let current = Mutex<(any Peer)?>(nil)

  /// - Parameter make: Makes the peer, with how far its logs are counted by now.
  package init(_ make: @escaping @Sendable () async throws(PeerError) -> any Peer) {
    self.make = make
  }

  package func open() async throws(PeerError) {
    let new = try await make()
    current.withLock { $0 = new }
    try await new.open()
  }

  private func peer() throws(PeerError) -> any Peer {
    guard let peer = current.withLock({ $0 }) else { throw .gone }
    return peer
  }

  package func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError)
    -> DeviceSnapshot
  {
    try await peer().snapshot(progress)
  }

  package func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts]
  {
    try await peer().facts(of: files)
  }

  package func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    try await peer().send(transfer, progress)
  }

  package func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    try await peer().fetch(file, to: target, progress)
  }

  package func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try await peer().move(file, to: target)
  }

  package func remove(_ file: DeviceFile) async throws(PeerError) { try await peer().remove(file) }

  package func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    try await peer().flush(verifying: verifying)
  }

  package func commit(_ commit: DeviceCommit) async throws(PeerError) {
    try await peer().commit(commit)
  }

  package func close() async {
    let old = current.withLock { current in
      defer { current = nil }
      return current
    }
    await old?.close()
  }
}
