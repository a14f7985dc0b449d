import Music

@testable import Library

/// A library with a server of music, whose listings are written by hand.
struct ServerScene {
  let folder = TemporaryFolder()
  let library: Library

  init() throws {
    let path = folder.path
    library = try Library(
      at: folder["library.db"],
      downloads: { address in
        let file = ServerScene.download(of: address.track, in: path)
        return DiskFile.exists(file) ? file : nil
      })
  }

  private static func download(of track: String, in folder: FilePath) -> FilePath {
    folder.appending("download-\(track)")
  }

  /// The download of a track, whether or not it is there.
  func download(_ track: String) -> FilePath { Self.download(of: track, in: folder.path) }

  func download(_ track: String, size: Int) {
    folder.write("download-\(track)", [UInt8](repeating: 1, count: size))
  }

  var database: RawDatabase { RawDatabase(path: folder["library.db"]) }

  func add(
    _ name: String = "Home", _ kind: ServerKind = .subsonic,
    at address: String = "https://s.example"
  ) async throws -> Server {
    try await library.addServer(kind: kind, name: name, address: address, user: "me")
  }

  static func track(
    _ id: String, _ title: String? = nil, album: String = "A", number: Int? = nil,
    seconds: Int = 100, marks: ServerMarks = ServerMarks()
  ) -> ServerTrack {
    ServerTrack(
      id: id,
      tags: Tags(
        title: title ?? "T \(id)", artist: "Ann", album: album, date: "2001", trackNumber: number),
      audio: AudioProperties(duration: .seconds(seconds), codec: "flac", container: "flac"),
      size: 1_000, suffix: "flac", marks: marks, cover: "c")
  }

  /// A whole listing.
  @discardableResult
  func list(
    _ tracks: [ServerTrack], books: [ServerBook] = [], of server: Server
  ) async throws -> (added: Int, changed: Int, missing: Int) {
    let listing = try await library.beginListing(of: server.id)
    let (added, changed) = try await library.storeListing(
      tracks, books: books, of: server.id, listing: listing, cursor: nil)
    let missing = try await library.endListing(of: server.id, listing: listing, at: 1_000)
    return (added, changed, missing)
  }

  func id(_ track: String, of server: Server) async throws -> TrackID? {
    guard let address = ServerTrackAddress(server: server.uuid, track: track) else { return nil }
    return try await library.track(at: address)
  }

  func track(_ track: String, of server: Server) async throws -> Track? {
    guard let id = try await id(track, of: server) else { return nil }
    return try await library.tracks([id]).first
  }

  func titles(_ query: ListQuery = ListQuery(.songs, sort: .title)) async throws -> [String] {
    try await library.tracks(library.trackIDs(query)).map(\.title)
  }

  /// Numbers that change with every write to rows of tracks, marks and lists.
  func revision() throws -> [String] { try database.run("SELECT * FROM revision") }

  static func book(
    _ id: String, parts: Int = 2, seconds: Int = 100, chapters: [BookChapter] = [],
    title: String = "The Book", updated: Int64 = 1
  ) -> ServerBook {
    ServerBook(
      id: id,
      details: BookDetails(
        title: title, authors: ["Ann"], narrators: ["Ned"],
        series: [BookSeries(name: "S", sequence: "2")]),
      library: "Books",
      parts: (0..<parts).map { index in
        ServerBookPart(
          track: track("\(id)/f\(index)", "Part \(index)", album: title, seconds: seconds),
          start: .seconds(index * seconds))
      },
      chapters: chapters, updated: updated, added: 50)
  }
}
