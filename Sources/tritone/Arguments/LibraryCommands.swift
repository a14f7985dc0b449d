import ArgumentParser
import Foundation
import Glibc
import Library
import Media
import Music

struct ScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Add folders to the library and bring it up to date.",
    discussion: """
      Without a path every folder of the library is looked through; files that have not changed
      are not read again. Ctrl-C stops it and keeps what was found.

      Examples:
        tritone scan ~/Music
        tritone scan --json
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: ArgumentHelp("Folders or files to add.", valueName: "path"))
  var paths: [String] = []

  func run() throws {
    MediaLog.silence()
    let places = options.places
    let roots = try places.named(paths)
    let library = try options.openLibrary(listsSoon: false)
    let line = ProgressLine()
    defer { line.clear() }
    let progress = try Waiting.run {
      if roots.isEmpty, try await library.roots().isEmpty {
        throw Failure(reason: "the library has no folder yet; name one: tritone scan ~/Music")
      }
      return try await library.scan(roots.isEmpty ? nil : roots) { line.show($0) }
    }
    line.clear()
    let rejects = try Waiting.run { try await library.rejects(below: roots) }
    for path in rejects.prefix(ScanCommand.mostNamed) {
      StandardError.print("unreadable: \(TrackText.clean(path.text))")
    }
    if rejects.count > ScanCommand.mostNamed {
      StandardError.print("and \(rejects.count - ScanCommand.mostNamed) more")
    }
    if json {
      print(try JSONText.line(ScanResult(progress, recovered: library.recovered)))
    } else {
      print(
        "\(progress.added) new, \(progress.updated) changed, \(progress.unchanged) unchanged, "
          + (progress.moved > 0 ? "\(progress.moved) moved, " : "")
          + "\(progress.missing) missing, \(progress.failed) unreadable"
          + (progress.offline > 0 ? ", \(progress.offline) offline" : ""))
    }
    // A path that was named for itself and gave nothing is a failure, not a statistic.
    if let failed = roots.first(where: rejects.contains) {
      throw Failure(reason: "there is no music in \(failed.text)")
    }
  }

  /// Unreadable files that are named; more would bury the result.
  private static let mostNamed = 50
}

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find tracks in the library.",
    discussion: """
      Words are looked for in title, artist, album, album artist and path; fields narrow them
      down, - denies and OR chooses. Case and accents do not matter. An empty query gives every
      track. docs/query.md tells all of it. Quote the query, so that the shell leaves it alone.

      Examples:
        tritone search miles blue
        tritone search 'genre:house bpm:120-126 ~key:8A -played:<30d'
        tritone search 'rating:>=4 OR loved:' --paths > good.m3u
        tritone search 'in:"Warm-up" duration:>6:00' -0 | xargs -0 ls -l
        tritone search --json '' | jq -r .path
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false
  @Flag(help: "Print paths alone, one a line.") var paths = false
  @Flag(
    name: [.customShort("0"), .customLong("print0")],
    help: "Print paths alone, byte for byte, each ended by a zero byte.")
  var zeros = false
  @Argument(help: ArgumentHelp("What to look for.", valueName: "query"))
  var words: [String] = []

  func validate() throws {
    guard [json, paths, zeros].count(where: { $0 }) <= 1 else {
      throw ValidationError("--json, --paths and -0 exclude each other")
    }
    do {
      _ = try TrackQuery(parsing: words.joined(separator: " "))
    } catch {
      throw ValidationError("column \(error.column) of the query: \(error.reason)")
    }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let query = words.joined(separator: " ")
    let (json, paths, zeros) = (json, paths, zeros)
    try Waiting.run {
      let ids = try await library.trackIDs(ListQuery(.songs, filter: query))
      // In parts, so that a large library is not held in memory.
      for start in stride(from: 0, to: ids.count, by: 1000) {
        let part = Array(ids[start..<min(ids.count, start + 1000)])
        var output = Data()
        for track in try await library.tracks(part) {
          if zeros {
            output += Data(track.path.bytes) + [0]
            continue
          }
          let line =
            try json
            ? JSONText.line(TrackRecord(track))
            : paths ? TrackText.clean(track.path.text) : TrackText.line(track)
          output += Data((line + "\n").utf8)
        }
        FileHandle.standardOutput.write(output)
      }
    }
  }
}

struct PlaylistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlist", abstract: "List playlists and show what is in them.",
    discussion: """
      Examples:
        tritone playlist list
        tritone playlist show "Warm-up" --json
      """,
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the playlists.")
    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
      let library = try options.openExistingLibrary()
      for playlist in try Waiting.run({ try await library.playlists() }) {
        print(
          try json
            ? JSONText.line(PlaylistRecord(playlist))
            : "\(TrackText.clean(playlist.name))\t\(playlist.trackCount) "
              + (playlist.trackCount == 1 ? "track\t" : "tracks\t")
              + playlist.duration.clockText)
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the entries of a playlist.")
    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print the playlist and its entries as one JSON object.") var json = false
    @Argument(help: "The name of the playlist.") var name: String

    func run() throws {
      let library = try options.openExistingLibrary()
      let name = name
      let (playlist, tracks) = try Waiting.run {
        guard let playlist = try await library.playlist(named: name) else {
          throw Failure(
            reason: "there is no playlist “\(name)”; tritone playlist list shows them all")
        }
        // In the order of the playlist, whatever groups its entries in the player.
        let queued = try await library.queuedTracks(
          of: [.playlist(playlist.id)], in: ListQuery(.playlists))
        let tracks = try await library.standing(queued)
        return (playlist, queued.compactMap { tracks[$0] })
      }
      if json {
        var record = PlaylistRecord(playlist)
        record.entries = tracks.enumerated().map {
          EntryRecord(position: $0 + 1, path: $1.path.text, title: $1.title)
        }
        print(try JSONText.line(record))
      } else {
        for (index, track) in tracks.enumerated() {
          print("\(index + 1)\t\(TrackText.line(track))")
        }
      }
    }
  }
}

struct MixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mix", abstract: "Add files or folders to a mix slot.",
    discussion: """
      An empty slot gets a playlist named after it. A track that is already there is not added
      again.

      Examples:
        tritone mix 1 song.flac
        tritone mix 2 ~/Music/House
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The slot: 1, 2 or 3.") var slot: Int
  @Argument(help: ArgumentHelp("Files and folders.", valueName: "path")) var paths: [String]

  func validate() throws {
    guard MixSlot(rawValue: slot) != nil else {
      throw ValidationError("there are the slots 1, 2 and 3, not \(slot)")
    }
  }

  func run() throws {
    MediaLog.silence()
    let places = options.places
    let paths = try places.named(paths)
    let library = try options.openLibrary()
    let number = slot
    let addition = try Waiting.run { () async throws -> Addition in
      // because validate() has refused every other number
      let slot = MixSlot(rawValue: number)!
      let unknown = try await library.pathsToScan(paths)
      if !unknown.isEmpty { _ = try await library.scan(unknown) { _ in } }
      let tracks = try await library.trackIDs(below: paths)
      guard !tracks.isEmpty else { throw Failure(reason: "there is no music in those paths") }
      if try await library.mixBoard()[slot] == nil {
        let playlist = try await library.createPlaylist(named: "Mix \(number)")
        try await library.assign(slot, to: playlist.id)
      }
      // because a playlist was assigned just above, the slot is not empty
      return try await library.add(tracks, to: slot)!
    }
    let already = addition.alreadyThere > 0 ? ", \(addition.alreadyThere) already there" : ""
    print("Added \(addition.added) to \(TrackText.clean(addition.playlist))\(already)")
  }
}

extension Library {
  /// Of some paths those of which the library knows nothing yet.
  func pathsToScan(_ paths: [FilePath]) async throws -> [FilePath] {
    var unknown: [FilePath] = []
    for path in paths where try await trackIDs(below: [path]).isEmpty { unknown.append(path) }
    return unknown
  }
}
