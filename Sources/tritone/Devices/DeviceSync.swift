import Library
import Media
import Music
import Peers
import Sync
import Synchronization

/// One sync with a device, for the command line and for the player.
final class DeviceSync: Sendable {
  let device: Device
  private let library: Library
  private let side: LibrarySyncSide
  private let run: SyncRun
  private let directories: Directories
  /// Held while the device is open.
  private let lock = Mutex<SyncLock?>(nil)

  private init(
    _ library: Library, _ device: Device, _ directories: Directories, _ side: LibrarySyncSide,
    _ run: SyncRun
  ) {
    (self.library, self.device, self.side, self.run) = (library, device, side, run)
    self.directories = directories
  }

  /// - Parameter rate: the most bytes a second that are copied; nil for no limit.
  static func begin(
    with device: Device, _ library: Library, _ directories: Directories, mayAsk: Bool = false,
    rate: Int64? = nil
  ) async throws -> DeviceSync {
    let peers = DevicePeers(library, directories, mayAsk: mayAsk)
    var peer: any Peer = ReopenedPeer { () async throws(PeerError) in
      do {
        return try await peers.peer(for: device)
      } catch let error as PeerError {
        throw error
      } catch {
        throw .remote(UserText.of(error))
      }
    }
    if let rate { peer = SlowedPeer(peer, rate: rate) }
    let side = LibrarySyncSide(library, device, directories)
    return DeviceSync(
      library, device, directories, side,
      SyncRun(device, peer: peer, side: side, now: { DevicePeers.now }))
  }

  /// Reads both sides; nothing is changed. The device is open until `close`.
  func plan(
    _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws -> SyncPlan {
    try hold()
    do throws(SyncError) {
      return try await run.prepare(progress)
    } catch {
      await close()
      throw error
    }
  }

  private func hold() throws {
    try lock.withLock { lock in
      if lock == nil { lock = try SyncLock(device, directories) }
    }
  }

  /// The report of a sync, with the fault that ended it too early.
  struct Outcome: Sendable {
    var report: SyncReport
    /// Nil where everything that could be done was.
    var fault: String?
  }

  /// Carries a plan out, and reads into the library what came from the device.
  func carryOut(
    _ plan: SyncPlan, _ progress: @escaping @Sendable (SyncProgress) -> Void
  ) async -> Outcome {
    do { try hold() } catch {
      return Outcome(report: SyncReport(deviceName: device.name), fault: UserText.of(error))
    }
    let outcome = await run.carryOut(plan, progress)
    side.finish()
    var result = Outcome(report: outcome.report)
    result.report.left += side.left
    if let error = outcome.error, error != .cancelled { result.fault = error.message }
    do {
      if let speed = outcome.speed { try await library.setSpeed(speed, of: device.id) }
      try await readTaken(progress)
    } catch let error as SyncError {
      if result.fault == nil, error != .cancelled { result.fault = error.message }
    } catch {
      if result.fault == nil { result.fault = UserText.of(error) }
    }
    return result
  }

  /// Reads files that came from the device into the library.
  private func readTaken(_ progress: @escaping @Sendable (SyncProgress) -> Void) async throws {
    let taken = side.taken.filter { $0.fileStamp != nil }
    guard !taken.isEmpty else { return }
    try FFmpegLibraries.load()
    _ = try await library.scan(taken) { _ in }
    if let error = await run.adoptTaken(progress).error { throw error }
  }

  func close() async {
    await run.close()
    side.finish()
    lock.withLock { $0 = nil }
  }
}
