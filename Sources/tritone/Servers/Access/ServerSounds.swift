// Opens the sound of servers' tracks for the player and for everything else that decodes.
import HTTP
import Library
import Media
import Music
import Servers
import Streaming
import Synchronization

/// The requests for servers' tracks, and what is on this disk of them.
final class ServerSounds: Sendable {
  let downloads: DownloadFolder
  let cache: StreamCache
  private let library: Library
  private let access: ServerAccess
  private let made = Mutex(Made())
  /// Told of servers that refuse the sign-in; returns at once.
  private let refused: @Sendable (Server) -> Void

  private struct Made {
    var servers: [String: Server]?
    /// The last request for a track, whose token a refusal is about.
    var requests: [ServerTrackAddress: HTTPRequest] = [:]
  }

  private static let mostRequests = 64

  init(
    library: Library, access: ServerAccess, directories: Directories,
    cacheLimit: Int64 = StreamCache.defaultLimit,
    refused: @escaping @Sendable (Server) -> Void = { _ in }
  ) {
    self.library = library
    self.access = access
    self.refused = refused
    downloads = DownloadFolder(directories.downloads)
    cache = StreamCache(folder: directories.sounds, limit: cacheLimit)
  }

  /// Makes the opener of tracks. Nothing is asked of a server before one is opened.
  func remoteSounds() -> RemoteSounds {
    RemoteSounds(cache: cache, downloads: downloads, requesting: requesting)
  }

  /// Requests for what is played.
  var requesting: RemoteRequesting {
    { [self] address, isRefused in
      await request(address, isRefused: isRefused, isDownload: false)
    }
  }

  /// Requests for files as they are.
  var downloading: RemoteRequesting {
    { [self] address, isRefused in
      await request(address, isRefused: isRefused, isDownload: true)
    }
  }

  /// Servers have been added, changed or removed.
  func serversChanged() { made.withLock { $0.servers = nil } }

  /// The server of a track; nil where the library has it no longer.
  func server(of address: ServerTrackAddress) async -> Server? {
    if let servers = made.withLock({ $0.servers }) { return servers[address.server] }
    // A library that cannot be read says so elsewhere.
    guard let all = try? await library.servers() else { return nil }
    let servers = Dictionary(all.map { ($0.uuid, $0) }, uniquingKeysWith: { first, _ in first })
    made.withLock { $0.servers = servers }
    return servers[address.server]
  }

  private func request(
    _ address: ServerTrackAddress, isRefused: Bool, isDownload: Bool
  ) async -> Result<RemoteRequest, RemoteFault> {
    guard let server = await server(of: address) else { return .failure(.unknownServer) }
    do {
      let http = try await access.client(of: server)
      switch http {
      case .subsonic(let client):
        guard !isRefused else { throw ServerError.wrongPassword }
        return .success(try await request(address.track, client, server, isDownload))
      case .audiobookshelf(let client):
        let make = { (last: HTTPRequest?) in
          if let last { return try await client.renewed(last) }
          return try await client.fileRequest(address.track, isDownload: isDownload)
        }
        return .success(
          RemoteRequest(client: client.http, request: try await made(address, isRefused, make)))
      case .coretet(let client):
        let path = try await library.storagePath(of: address)
        let make = { (last: HTTPRequest?) in
          if let last { return try await client.renewed(last, address.track, path: path) }
          return try await client.fileRequest(address.track, path: path)
        }
        // An address whose hour is over is answered by the storage as a wrong request.
        return .success(
          RemoteRequest(
            client: client.http, request: try await made(address, isRefused, make),
            refusals: [400, 401, 403]))
      }
    } catch {
      if let error = ServerError(found: error), error.needsSignIn { note(refusedBy: server) }
      return .failure(RemoteFault(error))
    }
  }

  /// The user may have signed in anew by another process: the next request looks.
  private func note(refusedBy server: Server) {
    access.forget(server.uuid)
    refused(server)
  }

  private func request(
    _ track: String, _ client: SubsonicClient, _ server: Server, _ isDownload: Bool
  ) async throws -> RemoteRequest {
    // Requests of media have no form of their own in which a password could be refused.
    try await client.prepare()
    let request = isDownload ? client.downloadRequest(track) : client.streamRequest(track)
    let place = client.location.root
    return RemoteRequest(client: client.http, request: request) { [weak self] bytes in
      let head = HTTPHead(
        url: place, status: 200, headers: [HTTPHeader("Content-Type", "application/json")])
      let fault = client.fault(in: HTTPResponse(head: head, body: bytes), what: "the track")
      if fault?.needsSignIn == true { self?.note(refusedBy: server) }
      return fault.map { RemoteFault($0) }
    }
  }

  /// The request for a track, which is kept for the case that it is refused.
  ///
  /// - Parameter make: Gets the request that was refused; nil for the first one.
  private func made(
    _ address: ServerTrackAddress, _ isRefused: Bool,
    _ make: (HTTPRequest?) async throws -> HTTPRequest
  ) async throws -> HTTPRequest {
    let request = try await make(isRefused ? made.withLock { $0.requests[address] } : nil)
    made.withLock { made in
      if made.requests.count >= Self.mostRequests { made.requests = [:] }
      made.requests[address] = request
    }
    return request
  }
}
