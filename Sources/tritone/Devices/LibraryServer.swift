import Library
import Media
import Music
import Peers
import Sync

/// Serves this library to another Tritone: `tritone sync --serve`.
struct LibraryServer {
  let directories: Directories
  /// Whether the client chooses the library: by the command line, which a key may be bound to.
  let servesAnyLibrary: Bool
  /// Opens the library that a client names; nil for the default one.
  let open: @Sendable (FilePath?) throws -> Library

  func serve(input: Int32, output: Int32) async -> SyncServer.Ending {
    let server = SyncServer { hello throws(PeerError) in try await self.served(hello) }
    return await server.serve(input: input, output: output)
  }

  private func served(_ hello: SyncHello) async throws(PeerError) -> ServedLibrary {
    do {
      try FFmpegLibraries.load()
      guard hello.library == nil || servesAnyLibrary else {
        throw PeerError.remote("this key reaches the default library alone")
      }
      let library = try open(hello.library)
      let uuid = try await library.libraryUUID().text
      guard hello.client.uuid != uuid else {
        throw PeerError.remote("that is the same library")
      }
      guard !(try await library.devices().contains { $0.uuid == hello.client.uuid }) else {
        throw PeerError.remote(
          "the library on \(DevicePeers.hostName) has this one as a device already: sync from there, "
            + "or forget the device there")
      }
      let client = try await client(hello.client, in: library)
      let root = try await root(of: client, in: library)
      return ServedLibrary(
        identity: RemoteIdentity(uuid: uuid, name: DevicePeers.hostName),
        peer: LibraryPeer(library, client: client, root: root),
        parts: root.appending(".tritone-sync"))
    } catch let error as PeerError {
      throw error
    } catch {
      throw .remote(UserText.of(error))
    }
  }

  /// The folder of the library that a client's files go to: the first one at its first sync, and
  /// the same from then on.
  private func root(of client: Device, in library: Library) async throws -> FilePath {
    guard case .folder(let folder) = client.address else { throw PeerError.gone }
    let root = try await library.rootContents().first { $0.path == folder }
    guard let root, !root.isOffline else {
      throw PeerError.remote(
        "the folder \(folder.text) of the library on \(DevicePeers.hostName) is not there")
    }
    return folder
  }

  /// The row of the state for a client; made at its first sync.
  private func client(_ identity: RemoteIdentity, in library: Library) async throws -> Device {
    let uuid = Device.clientPrefix + identity.uuid
    let devices = try await library.devices()
    if let known = devices.first(where: { $0.uuid == uuid }) { return known }
    let taken = Set(devices.map { SortKey.folded($0.name) })
    let base = Playlist.tidied(name: identity.name) ?? "another machine"
    var (name, number) = (base, 1)
    while taken.contains(SortKey.folded(name)) {
      number += 1
      name = "\(base) \(number)"
    }
    let roots = try await library.rootContents()
    guard let root = roots.first(where: { !$0.isFile && !$0.isOffline })?.path else {
      throw PeerError.remote(
        "the library on \(DevicePeers.hostName) has no folder: there, tritone scan FOLDER")
    }
    return try await library.addDevice(named: name, at: .folder(root), uuid: uuid)
  }
}
