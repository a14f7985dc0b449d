import Library
import Log
import Music
import Servers
import Streaming

/// Covers of servers' tracks, fetched when they show, and kept in a folder of the cache.
actor ServerCovers {
  private let library: Library
  private let access: ServerAccess
  private let sounds: ServerSounds
  private let folder: FilePath
  private let log: Log
  private let fetches = NewestFetches()
  /// Covers that servers do not have.
  private var missing: Set<String> = []

  private static let pixels = 600
  private static let folderLimit: Int64 = 256 << 20
  private static let mostMissing = 10_000

  init(
    _ library: Library, _ access: ServerAccess, _ sounds: ServerSounds, _ directories: Directories,
    log: Log
  ) {
    self.library = library
    self.access = access
    self.sounds = sounds
    folder = directories.serverCovers
    self.log = log
  }

  /// The file of a track's cover.
  func file(of track: TrackID, _ address: ServerTrackAddress) async -> NewestFetches.Result {
    guard let server = await sounds.server(of: address) else { return .nothing }
    let cover: String
    switch server.kind {
    // All files of an item have one.
    case .audiobookshelf: cover = String(address.track.prefix { $0 != "/" })
    // Projects have no covers.
    case .coretet: return .nothing
    case .subsonic:
      // Most servers know a cover by the id of its track, too.
      cover = (try? await library.serverFiles([track]).first?.cover) ?? address.track
    }
    let name = String(SHA256.digest(of: Array("\(server.uuid)/\(cover)".utf8)).prefix(40))
    let path = folder.appending(name + ".jpg")
    if path.fileStamp != nil { return .file(path) }
    guard !missing.contains(name) else { return .nothing }
    return await fetches.result(of: name) { await self.fetch(cover, of: server, to: path, name) }
  }

  private func fetch(
    _ cover: String, of server: Server, to path: FilePath, _ name: String
  ) async -> FilePath? {
    do {
      let bytes =
        switch try await access.client(of: server) {
        case .subsonic(let client): try await client.cover(cover, size: Self.pixels)
        case .audiobookshelf(let client):
          try await client.cover(of: cover, width: Self.pixels) ?? []
        case .coretet: [UInt8]()
        }
      guard !bytes.isEmpty else {
        noteMissing(name)
        return nil
      }
      let code = PrivateFiles.makeFolders(folder)
      guard code == 0 else { throw LibraryError.unwritable(folder, code: code) }
      try AtomicFile.write(bytes, to: path, replaces: true, links: .refused)
      StreamCache.trim(folder, beyond: Self.folderLimit)
      return path
    } catch {
      // A network that is away comes back.
      if let error = error as? ServerError, case .notFound = error { noteMissing(name) }
      log.debug(
        .cover, "a server sends no cover", [LogField("reason", sentence: UserText.of(error))])
      return nil
    }
  }

  private func noteMissing(_ name: String) {
    if missing.count < Self.mostMissing { missing.insert(name) }
  }
}
