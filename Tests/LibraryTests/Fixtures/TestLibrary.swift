import Library
import Music

/// A library on disk over a folder of tiny FLAC files.
struct TestLibrary {
  let folder: TemporaryFolder
  let library: Library

  init() throws {
    folder = TemporaryFolder()
    makeFolder(folder["music"])
    library = try Library(at: folder["library.db"])
  }

  var music: FilePath { folder["music"] }
  var database: RawDatabase { RawDatabase(path: folder["library.db"]) }

  func write(_ name: String, seconds: Int = 3, _ tags: [(String, String)]) {
    folder.write("music/\(name)", FlacFile.bytes(tags, seconds: seconds))
  }

  @discardableResult
  func scan() async throws -> ScanProgress {
    try await library.scan([music]) { _ in }
  }

  /// Scans `count` tracks named 1, 2, 3... and returns them in that order.
  func withTracks(_ count: Int) async throws -> [TrackID] {
    for number in 1...count { write("\(number).flac", [("TITLE", "\(number)")]) }
    try await scan()
    return try await library.trackIDs(ListQuery(.songs, sort: .title))
  }

  /// The rows of a list: titles of tracks, names of everything else.
  func rows(_ query: ListQuery) async throws -> [String] {
    let window = try await library.window(query, range: 0..<10_000, anchor: nil)
    return window.rows.map { row in
      switch row {
      case .track(let track, _): track.title
      case .folder(let folder): "\(folder.name)/ \(folder.tracks)"
      case .artist(let artist): "\(artist.name) \(artist.albums)/\(artist.tracks)"
      case .album(let album):
        "\(album.key.artist): \(album.key.name) \(album.year ?? 0) \(album.tracks)"
      case .genre(let genre): "\(genre.name) \(genre.tracks)"
      case .category(let row): "\(row.category.rawValue) \(row.tracks)"
      case .list(let builtIn): "\(builtIn.list.title) \(builtIn.tracks)"
      case .playlist(let node): "\(node.depth) \(node.playlist.name)"
      case .playlistFolder(let folder, let depth): "\(depth) \(folder.name)/"
      case .entry(let entry): "\(entry.position) \(entry.track.title)"
      case .queueItem(let queued): "\(queued.item.id.rawValue) \(queued.track.title)"
      case .group(let group): "# \(group.text) \(group.tracks)"
      }
    }
  }

  func titles(_ ids: [TrackID]) async throws -> [String] {
    try await library.tracks(ids).map(\.title)
  }
}
