import Glibc
import Music
import Sync

/// A device that is written to and read from at a limited rate.
struct SlowedPeer: Peer {
  private let peer: any Peer
  /// Bytes a second.
  private let rate: Int64

  init(_ peer: any Peer, rate: Int64) { (self.peer, self.rate) = (peer, rate) }

  func open() async throws(PeerError) { try await peer.open() }

  func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError) -> DeviceSnapshot {
    try await peer.snapshot(progress)
  }

  func facts(of files: [DeviceFile]) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try await peer.facts(of: files)
  }

  func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    let start = ContinuousClock.now
    return try await peer.send(transfer) { done in
      progress(done)
      wait(for: done, since: start)
    }
  }

  func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    let start = ContinuousClock.now
    try await peer.fetch(file, to: target) { done in
      progress(done)
      wait(for: done, since: start)
    }
  }

  /// Blocks the caller, a thread of the peer for folders, until the bytes are due.
  private func wait(for bytes: Int64, since start: ContinuousClock.Instant) {
    let due = Double(bytes) / Double(rate)
    let ahead = due - (ContinuousClock.now - start) / .seconds(1)
    // A part that is continued is ahead of the clock at once.
    var left = min(ahead, 60)
    while left > 0.001, !Task.isCancelled {
      usleep(UInt32(min(left, 0.2) * 1_000_000))
      left -= 0.2
    }
  }

  func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError) -> DeviceFile {
    try await peer.move(file, to: target)
  }

  func remove(_ file: DeviceFile) async throws(PeerError) { try await peer.remove(file) }

  func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    try await peer.flush(verifying: verifying)
  }

  func commit(_ commit: DeviceCommit) async throws(PeerError) { try await peer.commit(commit) }

  func close() async { await peer.close() }
}
