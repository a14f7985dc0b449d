import ArgumentParser
import Library
import Media
import Music

struct PlaylistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlist", abstract: "List, show, make and change playlists.",
    discussion: """
      Each change is one step of the library's history: Ctrl-Z in the player takes it back.

      Examples:
        tritone playlist list
        tritone playlist show "Warm-up" --json
        tritone playlist create "Friday" --folder "Club nights"
        tritone playlist add "Friday" ~/Music/House song.flac
        tritone playlist smart "New house" 'genre:house added:<30d' --sort added
        tritone playlist freeze "New house" --as "House of November"
      """,
    subcommands: [
      List.self, Show.self, Create.self, Rename.self, Delete.self, Add.self, Smart.self,
      Freeze.self,
    ], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the playlists: name, tracks, time; of smart ones their query.",
      discussion: """
        Examples:
          tritone playlist list
          tritone playlist list --json | jq -r .name
        """)
    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
      let library = try options.openExistingLibrary()
      let (playlists, folders) = try Waiting.run {
        (try await library.countedPlaylists(), try await library.playlistFolders())
      }
      let known = Dictionary(folders.map { ($0.id, $0) }) { first, _ in first }
      for playlist in playlists {
        let folder = playlist.folder.map { PlaylistFolder.path(of: $0, among: known) }
        guard !json else {
          try StandardOutput.json(PlaylistRecord(playlist, folder: folder))
          continue
        }
        let fields: [String?] = [
          TrackText.clean(playlist.name),
          playlist.trackCount.counted("track", .plain),
          playlist.duration.clockText, playlist.smart.map { TrackText.clean($0.text) },
        ]
        StandardOutput.line(fields.compactMap(\.self).joined(separator: "\t"))
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show what is in a playlist.",
      discussion: """
        Example:
          tritone playlist show "Warm-up" --json
        """)
    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print the playlist and its entries as one JSON object.") var json = false
    @Argument(help: "The name of the playlist.") var name: String

    func run() throws {
      let library = try options.openExistingLibrary()
      let name = name
      let (playlist, tracks) = try Waiting.run {
        let playlist = try await library.named(name)
        // In the playlist's own order, whatever its grouping in the player.
        let queued = try await library.queuedTracks(
          of: [.playlist(playlist.id)], in: ListQuery(.playlists))
        let tracks = try await library.resolved(queued)
        return (playlist, queued.compactMap { tracks[$0] })
      }
      if json {
        var record = PlaylistRecord(playlist)
        if playlist.smart != nil {
          record.tracks = tracks.count
          record.duration = tracks.reduce(0) { $0 + ($1.audio.duration?.seconds ?? 0) }
        }
        record.entries = tracks.enumerated().map {
          EntryRecord(position: $0 + 1, $1)
        }
        try StandardOutput.json(record)
      } else {
        for (index, track) in tracks.enumerated() {
          StandardOutput.line("\(index + 1)\t\(TrackText.line(track))")
        }
      }
    }
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an empty playlist.",
      discussion: """
        Example:
          tritone playlist create "Friday" --folder "Club nights"
        """)
    @OptionGroup var options: GlobalOptions
    @Option(help: "The folder of playlists it goes to.") var folder: String?
    @Argument(help: "The name of the new playlist.") var name: String

    func run() throws {
      let library = try options.openLibrary()
      let (name, folder) = (name, folder)
      let made = try Waiting.run {
        try await library.createPlaylist(
          named: name, in: try await library.folder(named: folder))
      }
      StandardOutput.line("Made \(TrackText.clean(made.name))")
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Rename a playlist.",
      discussion: """
        Example:
          tritone playlist rename "Friday" "Saturday"
        """)
    @OptionGroup var options: GlobalOptions
    @Argument(help: "The name of the playlist.") var name: String
    @Argument(help: ArgumentHelp("Its new name.", valueName: "new-name")) var newName: String

    func run() throws {
      let library = try options.openExistingLibrary()
      let (name, newName) = (name, newName)
      try Waiting.run {
        try await library.renamePlaylist(try await library.named(name).id, to: newName)
      }
      StandardOutput.line("Renamed to \(TrackText.clean(newName))")
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete playlists; their files stay, and Ctrl-Z in the player brings them back.",
      discussion: """
        Several are deleted together, or none where one is not there.

        Example:
          tritone playlist delete "Friday" "Saturday"
        """)
    @OptionGroup var options: GlobalOptions
    @Argument(help: ArgumentHelp("The names of the playlists.", valueName: "name"))
    var names: [String]

    func run() throws {
      let library = try options.openExistingLibrary()
      let names = names
      let what = try Waiting.run {
        var items = PlaylistItems()
        for name in names {
          let id = try await library.named(name).id
          if !items.playlists.contains(id) { items.playlists.append(id) }
        }
        return try await library.delete(items).text
      }
      StandardOutput.line("Deleted \(TrackText.clean(what))")
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add files and folders to the end of a playlist.",
      discussion: """
        Files that the library does not know are added to it. A track that is already in the \
        playlist is not added again.

        Example:
          tritone playlist add "Friday" song.flac ~/Music/House
        """)
    @OptionGroup var options: GlobalOptions
    @Argument(help: "The name of the playlist.") var name: String
    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path")) var paths: [String]

    func run() throws {
      try FFmpegLibraries.load()
      let paths = try options.directories.named(paths)
      let library = try options.openExistingLibrary()
      let name = name
      let addition = try Waiting.run {
        let playlist = try await library.named(name)
        // A smart playlist takes no tracks, so nothing is scanned.
        if playlist.smart != nil { throw LibraryError.smart(playlist.name) }
        return try await library.add(try await library.tracksToAdd(paths), to: playlist.id)
      }
      StandardOutput.line(addition.line)
    }
  }
}

extension Library {
  /// The playlist of a name; throws without one.
  func named(_ name: String) async throws -> Playlist {
    guard let playlist = try await playlist(named: name) else {
      throw Failure(
        reason: "there is no playlist “\(name)”; tritone playlist list shows them all")
    }
    return playlist
  }

  /// The playlist folder of a name or a path of names; nil for none.
  func folder(named name: String?) async throws -> PlaylistFolderID? {
    guard let name else { return nil }
    guard let folder = try await playlistFolder(at: name) else {
      throw Failure(
        reason: "there is no folder of playlists “\(name)”; :new-folder in the player makes one")
    }
    return folder.id
  }

  /// The tracks at and below some paths; scans new files.
  func tracksToAdd(_ paths: [FilePath]) async throws -> [TrackID] {
    let unknown = try await pathsToScan(paths)
    if !unknown.isEmpty {
      for file in try await scan(unknown, progress: { _ in }).refused {
        StandardError.print("tritone: \(file.path.text): \(file.reason)")
      }
    }
    let tracks = try await trackIDs(below: paths)
    guard !tracks.isEmpty else { throw Failure(reason: "there is no music in those paths") }
    return tracks
  }
}

extension Addition {
  /// The result of adding as one line.
  var line: String {
    let already = alreadyThere > 0 ? ", \(alreadyThere) already there" : ""
    return "Added \(added) to \(TrackText.clean(playlist))\(already)"
  }
}
