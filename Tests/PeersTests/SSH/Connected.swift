import Foundation
import Music
import Sync

@testable import Peers

/// A client and a server with a socket between them.
final class Connected: Sendable {
  let peer: MemoryPeer
  let client: RemotePeer
  let folder: FilePath
  let server: Task<SyncServer.Ending, Never>

  init(
    _ peer: MemoryPeer = MemoryPeer(), folder: FilePath? = nil, uuid: String? = nil,
    limits: ChannelLimits = ChannelLimits()
  ) throws {
    let folder = try folder ?? Self.newFolder()
    self.peer = peer
    self.folder = folder
    let (here, there) = try Self.socket()
    client = RemotePeer(
      DescriptorTransport(input: here, output: here, name: "pi"), uuid: uuid, limits: limits)
    server = Self.serve(peer, folder, input: there, output: there, limits: limits)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.text) }

  static func serve(
    _ peer: MemoryPeer, _ folder: FilePath, input: Int32, output: Int32,
    limits: ChannelLimits = ChannelLimits()
  ) -> Task<SyncServer.Ending, Never> {
    let server = SyncServer(limits: limits) { _ in
      ServedLibrary(
        identity: RemoteIdentity(uuid: "one", name: "Pi"), peer: peer,
        parts: folder.appending("parts"))
    }
    return Task { await server.serve(input: input, output: output) }
  }

  static func socket() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw PeerError.gone }
    return (ends[0], ends[1])
  }

  static func newFolder() throws -> FilePath {
    let name = NSTemporaryDirectory() + "tritone-peers-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: true)
    return FilePath(name)
  }

  /// A file with so many random bytes.
  func file(_ name: String, _ count: Int, seed: UInt64 = 1) throws -> (FilePath, [UInt8]) {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    let path = folder.appending(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path.text))
    return (path, bytes)
  }

  func transfer(_ source: FilePath, _ size: Int, to target: String, part: String = "p-1")
    -> PeerTransfer
  {
    PeerTransfer(source: source, size: Int64(size), target: FilePath(target), part: part)
  }
}

/// The error of a call, nil where it has none.
func callFault(_ body: () async throws -> Void) async -> PeerError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? PeerError
  }
}
