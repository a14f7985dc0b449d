import ArgumentParser
import Library
import Log
import Media
import Music
import Online

struct SpotifyImportCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a playlist of yours from one at Spotify.",
    discussion: """
      Tracks are matched with your files by artist, title and length. What you do not have stays in \
      its place, dimmed, and is named. It is one step, which Ctrl-Z in the player takes back.

      Examples:
        tritone spotify import https://open.spotify.com/playlist/37i9dQZF1DX0XUsuxWHRQd
        tritone spotify import "Road Trip" --dry-run
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Give the playlist of that name the new contents.") var replace = false
  @Flag(help: "Only say what would be done.") var dryRun = false
  @Flag(help: "Print one JSON object.") var json = false
  @Argument(help: "The name, id or address of the playlist.") var playlist: String

  func run(log: Log) throws {
    try FFmpegLibraries.load()
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let access = SpotifyAccess(options.directories, log: log)
    let (named, dryRun) = (playlist, dryRun)
    let wanted = ImportOptions(replaces: replace)
    let line = ProgressLine()
    defer { line.clear() }
    let record = try Waiting.run {
      let client = try await access.client()
      let found = try await SpotifyPlaylistName(named).playlist(of: client)
      let document = try await client.document(of: found)
      let plan = try await library.planImport(document, at: found.importPath) { line.show($0) }
      let report =
        dryRun ? plan.preview : try await library.importPlaylists(plan, wanted) { line.show($0) }
      return try await ImportRecord(report, library)
    }
    line.clear()
    if json { return try StandardOutput.json(record) }
    for text in record.lines(isDryRun: dryRun) { StandardOutput.line(TrackText.clean(text)) }
  }
}

/// A playlist of Spotify as a user names it: by its address, its id or its name.
struct SpotifyPlaylistName {
  private let text: String

  init(_ text: String) { self.text = text.trimmed() }

  /// The id in an address, or the text itself.
  private var id: SpotifyID? {
    let last = text.split { $0 == "/" || $0 == ":" }.last ?? ""
    return SpotifyID(String(last.prefix { $0 != "?" && $0 != "#" }))
  }

  func playlist(of client: SpotifyClient) async throws -> SpotifyPlaylist {
    if let id { return try await client.playlist(id) }
    let name = SortKey.folded(text)
    let found = try await client.playlists().filter { SortKey.folded($0.name) == name }
    guard let first = found.first else {
      throw Failure(reason: "you have no playlist “\(text)” at Spotify")
    }
    guard found.count == 1 else {
      let ids = found.map(\.id.text).joined(separator: ", ")
      throw Failure(reason: "several playlists are called “\(text)”; name one by its id: \(ids)")
    }
    return first
  }
}

extension SpotifyClient {
  /// A playlist as an import takes it.
  func document(of playlist: SpotifyPlaylist) async throws(SpotifyError) -> PlaylistDocument {
    let tracks = try await entries(of: playlist.id).map { DocumentTrack($0) }
    return PlaylistDocument(
      items: [.playlist(DocumentPlaylist(name: playlist.name, tracks: tracks))])
  }
}

extension SpotifyPlaylist {
  /// Tracks without a file are kept under a name in a folder that nobody has.
  var importPath: FilePath { FilePath("/spotify/\(id.text)") }
}

extension DocumentTrack {
  fileprivate init(_ entry: SpotifyEntry) {
    switch entry {
    case .track(let track):
      let artist = track.artists.map(\.name).joined(separator: ", ")
      self.init(
        .unknown(name: nil), title: track.name, artist: artist.isEmpty ? nil : artist,
        duration: track.duration)
    case .episode(_, let name), .other(let name):
      self.init(.unknown(name: nil), title: name.isEmpty ? "Unknown" : name)
    }
  }
}
