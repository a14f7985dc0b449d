package import Music
package import Sync
internal import Synchronization

/// The library of another Tritone, whose `SyncServer` is at the other end of a transport.
package final class RemotePeer: Peer {
  let transport: any PeerTransport
  private let library: FilePath?
  private let uuid: String?
  private let client: RemoteIdentity
  private let limits: ChannelLimits
  let queue = BlockingQueue("ssh files")
  private let connection = Mutex(Connection())

  private struct Connection {
    var session: RemoteSession?
    var identity: RemoteIdentity?
    var parts: Set<String> = []
  }

  /// Names of parts that a server tells.
  private static let maximumParts = 10_000

  /// - Parameters:
  ///   - library: On the other machine, nil for its default one.
  ///   - uuid: Of the library that is meant, nil while it is not known.
  ///   - client: The library on this side.
  package init(
    _ transport: any PeerTransport, library: FilePath? = nil, uuid: String? = nil,
    client: RemoteIdentity = RemoteIdentity(uuid: "", name: ""),
    limits: ChannelLimits = ChannelLimits()
  ) {
    self.transport = transport
    self.library = library
    self.uuid = uuid
    self.client = client
    self.limits = limits
  }

  deinit {
    guard let session = connection.withLock({ $0.session }) else { return }
    session.end()
  }

  /// The library at the other end, once it is open.
  package var identity: RemoteIdentity? { connection.withLock { $0.identity } }

  package func open() async throws(PeerError) {
    if connection.withLock({ $0.session != nil }) { await disconnect() }
    let transport = transport
    let started: Result<(Int32, Int32), PeerError> = await queue.run {
      do throws(PeerError) { return .success(try transport.start()) } catch {
        return .failure(error)
      }
    }
    let (input, output) = try started.get()
    let session = RemoteSession(name: transport.name)
    session.start(input: input, output: output, limits: limits)
    connection.withLock { $0.session = session }
    let opened = await call { session throws(PeerError) in
      let identity = try await session.greet(
        self.library, from: self.client, transport, self.queue)
      self.connection.withLock { $0.identity = identity }
      if let uuid = self.uuid, uuid != identity.uuid { throw .notTheDevice }
      session.begin(.open)
      let reader = try await session.result()
      try self.receiveParts(reader, session)
    }
    guard case .failure(let error) = opened else { return }
    await disconnect()
    throw error
  }

  private func receiveParts(_ reader: WireReader, _ session: RemoteSession) throws(PeerError) {
    var reader = reader
    var parts: Set<String> = []
    do throws(WireFault) {
      let count = try reader.word()
      guard count <= Self.maximumParts else { throw .tooLong }
      for _ in 0..<count { parts.insert(try reader.text()) }
    } catch {
      throw session.misbehaved()
    }
    connection.withLock { [parts] in $0.parts = parts }
  }

  /// Whether the server may have a part of a transfer.
  func mayHavePart(_ name: String) -> Bool { connection.withLock { $0.parts.contains(name) } }

  /// A transfer that failed may have left a part.
  func notePart(_ name: String) { connection.withLock { _ = $0.parts.insert(name) } }

  package func snapshot(_ progress: @Sendable (Int) -> Void) async throws(PeerError)
    -> DeviceSnapshot
  {
    try await call { session throws(PeerError) in
      session.begin(.snapshot)
      return try await session.pieces { progress(Int(clamping: $0)) }.snapshot
    }.get()
  }

  package func facts(of files: [DeviceFile]) async throws(PeerError)
    -> [FilePath: DeviceFileFacts]
  {
    try await call { session throws(PeerError) in
      session.begin(.facts)
      try await session.send(WireItems(of: files))
      let asked = Set(files.map(\.path))
      return try await session.pieces().snapshot.facts.filter { asked.contains($0.key) }
    }.get()
  }

  package func send(
    _ transfer: PeerTransfer, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) -> DeviceFile {
    try await call { session throws(PeerError) in
      try await self.upload(transfer, progress, session)
    }.get()
  }

  package func fetch(
    _ file: DeviceFile, to target: FilePath, _ progress: @Sendable (Int64) -> Void
  ) async throws(PeerError) {
    try await call { session throws(PeerError) in
      try await self.download(file, to: target, progress, session)
    }.get()
  }

  package func move(_ file: DeviceFile, to target: FilePath) async throws(PeerError)
    -> DeviceFile
  {
    try await call { session throws(PeerError) in
      session.begin(.move) {
        $0.write(file)
        $0.write(target)
      }
      return try await self.file(session)
    }.get()
  }

  package func remove(_ file: DeviceFile) async throws(PeerError) {
    try await call { session throws(PeerError) in
      session.begin(.remove) { $0.write(file) }
      _ = try await session.result()
    }.get()
  }

  /// The other side has compared the hash of each file with ours as it came.
  @discardableResult
  package func flush(verifying: Bool) async throws(PeerError) -> [PeerFileFault] {
    try await call { session throws(PeerError) in
      session.begin(.flush)
      _ = try await session.result()
    }.get()
    return []
  }

  package func commit(_ commit: DeviceCommit) async throws(PeerError) {
    try await call { session throws(PeerError) in
      session.begin(.commit)
      try await session.send(WireItems(of: commit))
      _ = try await session.result()
    }.get()
  }

  package func close() async {
    guard let session = connection.withLock({ $0.session }) else { return }
    // A cancelled task ends its sync, too.
    session.begin(.close)
    await session.endWithin(5)
    await disconnect()
  }

  private func disconnect() async {
    let session = connection.withLock { connection in
      defer { connection.session = nil }
      return connection.session
    }
    session?.end()
    let transport = transport
    await queue.run { transport.end() }
  }

  /// The file of a call's result.
  func file(_ session: RemoteSession) async throws(PeerError) -> DeviceFile {
    var reader = try await session.result()
    do throws(WireFault) { return try reader.file() } catch { throw session.misbehaved() }
  }

  /// Runs a call to its end; a cancelled one ends here as soon as the server has ended it.
  private func call<Value: Sendable>(
    _ body: (RemoteSession) async throws(PeerError) -> Value
  ) async -> Result<Value, PeerError> {
    guard let session = connection.withLock({ $0.session }) else { return .failure(.gone) }
    // Before the handler, which may be called at once.
    session.exchange.uncancel()
    return await withTaskCancellationHandler {
      do throws(PeerError) {
        let value = try await body(session)
        session.exchange.endCall()
        return .success(value)
      } catch {
        if error == .cancelled {
          await session.endCancelledCall()
        } else {
          session.exchange.endCall()
        }
        return .failure(error)
      }
    } onCancel: {
      session.exchange.cancel()
    }
  }
}
