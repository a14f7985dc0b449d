package import Music
package import Sync
import Synchronization

/// A device that is a folder: a stick, a player, a phone that is mounted, a share.
package final class FolderPeer: Peer {
  /// The facts that a peer needs, all from the program.
  package struct Setup: Sendable {
    /// The folder of the device, absolute.
    package var root: FilePath
    package var device: DeviceIdentity
    /// A folder on our side for this device alone: the copy of its database, and what was written
    /// to its playlists.
    package var folder: FilePath
    package var database: any DeviceDatabase
    /// Reads a file's facts by its absolute path; nil for what cannot be read.
    package var facts: @Sendable (FilePath) -> DeviceFileFacts?
    /// The program's version, which the device is told.
    package var version: String
    /// How far the logs of the device were read.
    package var logs = DeviceLogState()
    package var zone = LocalZone.current
    /// Unix time in seconds.
    package var now: @Sendable () -> Int64
    /// Free space of an open folder.
    package var space: @Sendable (Int32) -> DeviceSpace? = DeviceSpace.current
    /// Whether files are read back from the medium after they were sent; nil for where it is not
    /// the one that they come from, and closing a file does not bring it there.
    package var verifies: Bool?
    /// Whether openat2(2) is left aside.
    package var opensByComponent = false

    package init(
      root: FilePath, device: DeviceIdentity, folder: FilePath, database: any DeviceDatabase,
      version: String, now: @escaping @Sendable () -> Int64,
      facts: @escaping @Sendable (FilePath) -> DeviceFileFacts?
    ) {
      self.root = root
      self.device = device
      self.folder = folder
      self.database = database
      self.version = version
      self.now = now
      self.facts = facts
    }
  }

  private let setup: Setup
  private let session = Mutex<FolderSession?>(nil)
  private let logState: Mutex<DeviceLogState>

  package init(_ setup: Setup) {
    self.setup = setup
    logState = Mutex(setup.logs)
  }

  /// How far the logs were read by the last snapshot: to be kept once its plays are counted.
  package var logs: DeviceLogState { logState.withLock { $0 } }

  package func open() async throws(PeerError) {
    let setup = setup
    let opened = await BlockingCall.run { _ throws(PeerError) in try FolderSession(setup) }
    let new = try opened.get()
    session.withLock { $0 = new }
  }

  package func snapshot(
    _ progress: @Sendable (Int) -> Void
  ) async throws(PeerError) -> DeviceSnapshot {
    let found = await withoutActuallyEscaping(progress) { progress in
      await run(progress) { (session, cancellation, callback) throws(PeerError) in
        try session.snapshot(cancellation) { callback($0) }
      }
    }
    var (snapshot, state) = try found.get()
    snapshot.logs = state.text
    logState.withLock { $0 = state }
    return snapshot
  }

  package func facts(
    of files: [DeviceFile]
  ) async throws(PeerError) -> [FilePath: DeviceFileFacts] {
    try await run { (session, cancellation) throws(PeerError) in
      try session.facts(of: files, cancellation)
    }.get()
  }

  package func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    let sent = await withoutActuallyEscaping(progress) { progress in
      await run(progress) { (session, cancellation, callback) throws(PeerError) in
        try session.send(transfer, cancellation) { callback($0) }
      }
    }
    return try sent.get()
  }

  package func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    let fetched = await withoutActuallyEscaping(progress) { progress in
      await run(progress) { (session, cancellation, callback) throws(PeerError) in
        try session.fetch(file, to: target, cancellation) { callback($0) }
      }
    }
    try fetched.get()
  }

  package func move(
    _ file: DeviceFile, to target: FilePath
  ) async throws(PeerError) -> DeviceFile {
    try await run { (session, cancellation) throws(PeerError) in
      try session.move(file, to: target, cancellation)
    }.get()
  }

  package func remove(_ file: DeviceFile) async throws(PeerError) {
    try await run { (session, _) throws(PeerError) in try session.remove(file) }.get()
  }

  @discardableResult
  package func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    // A slow stick writes for minutes what a cancelled sync has sent.
    try await run(patience: .seconds(300)) { (session, cancellation) throws(PeerError) in
      try session.flush(verifying: verifying, cancellation)
    }.get()
  }

  package func commit(_ commit: DeviceCommit) async throws(PeerError) {
    try await run { (session, cancellation) throws(PeerError) in
      try session.commit(commit, cancellation)
    }.get()
  }

  package func close() async {
    let ended = session.withLock { session in
      defer { session = nil }
      return session
    }
    guard let ended else { return }
    // A task that was cancelled still has to let go of the device.
    await BlockingCall.runToTheEnd { ended.end() }
  }

  // MARK: Calls

  private func run<Value: Sendable>(
    patience: Duration = BlockingCall.patience,
    _ body: @escaping @Sendable (FolderSession, PeerCancellation) throws(PeerError) -> Value
  ) async -> Result<Value, PeerError> {
    guard let session = session.withLock({ $0 }) else { return .failure(.gone) }
    let result = await BlockingCall.run(patience: patience) { (cancellation) throws(PeerError) in
      do throws(PeerError) {
        return try body(session, cancellation)
      } catch {
        if error.leavesParts { session.wasCut = true }
        throw error
      }
    }
    // The thread of a mount that hangs may still use the session, which is left to it.
    if case .failure(.gone) = result, Task.isCancelled { self.session.withLock { $0 = nil } }
    return result
  }

  private func run<Step: Sendable, Value: Sendable>(
    _ progress: @escaping @Sendable (Step) -> Void,
    _ body:
      @escaping @Sendable (FolderSession, PeerCancellation, BoundedCallback<Step>)
      throws(PeerError) -> Value
  ) async -> Result<Value, PeerError> {
    let callback = BoundedCallback(progress)
    defer { callback.end() }
    return await run { (session, cancellation) throws(PeerError) in
      try body(session, cancellation, callback)
    }
  }
}
