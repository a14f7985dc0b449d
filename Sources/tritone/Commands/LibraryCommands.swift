import ArgumentParser
import Glibc
import Library
import Log
import Media
import Music

struct ScanCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Add folders to the library and bring it up to date.",
    discussion: """
      Without a path every folder of the library is looked through; files that have not changed \
      are not read again. Ctrl-C stops it and keeps what was found. Files that should be music and \
      cannot be read are named on standard error, with reasons; tritone unreadable lists them later.

      Examples:
        tritone scan ~/Music
        tritone scan --verbose
        tritone scan --json
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print the result as one JSON object, with every unreadable file.") var json = false
  @Flag(
    name: .shortAndLong,
    help: "Name all files that cannot be read, not only the first \(maximumNamed).")
  var verbose = false
  @Argument(help: ArgumentHelp("Folders or files to add.", valueName: "path"))
  var paths: [String] = []

  func run(log: Log) throws {
    let directories = options.directories
    let roots = try directories.named(paths)
    let library = try options.openLibrary(listsSoon: false, log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    log.begins(roots.isEmpty ? nil : roots)
    let start = ContinuousClock.now
    let line = ProgressLine()
    defer { line.clear() }
    let progress = try Waiting.run {
      if roots.isEmpty, try await library.roots().isEmpty {
        throw Failure(reason: "the library has no folder yet; name one: tritone scan ~/Music")
      }
      let progress = try await library.scan(roots.isEmpty ? nil : roots) { line.show($0) }
      // Lists of music are without audiobooks.
      await BookFinding(library: library, log: log).run(isAfterScan: true)
      return progress
    }
    line.clear()
    // Files of formats that only FFmpeg reads fail one by one without it.
    if progress.failed > 0 { try FFmpegLibraries.load() }
    let most = verbose || json ? Int.max : ScanCommand.maximumNamed + 1
    // Path arguments are listed below and not repeated among the library's files.
    let unreadable =
      progress.refused
      + (try Waiting.run {
        try await library.unreadableFiles(below: roots, atMost: most)
      }).filter { !progress.refused.map(\.path).contains($0.path) }
    log.ended(progress, after: start.duration(to: .now))
    log.failed(unreadable)
    for file in unreadable.prefix(verbose ? .max : ScanCommand.maximumNamed) {
      StandardError.print("unreadable: \(file.path.text): \(file.reason)")
    }
    if unreadable.count > ScanCommand.maximumNamed, !verbose {
      StandardError.print("and more; tritone unreadable lists them all")
    }
    if json {
      try StandardOutput.json(ScanResult(progress, unreadable, recovered: library.recovered))
    } else {
      StandardOutput.line(
        "\(progress.added) new, \(progress.updated) changed, \(progress.unchanged) unchanged, "
          + (progress.moved > 0 ? "\(progress.moved) moved, " : "")
          + "\(progress.missing) missing, \(progress.failed) unreadable"
          + (progress.offline > 0 ? ", \(progress.offline) offline" : ""))
    }
    // A path argument without any music is a failure, not a statistic.
    if !progress.refused.isEmpty { throw ExitCode.failure }
  }

  /// The most unreadable files listed; more would bury the result.
  private static let maximumNamed = 50
}

struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find tracks in the library.",
    discussion: """
      Words are looked for in title, artist, album, album artist and path; fields narrow them \
      down, - denies and OR chooses. Case and accents do not matter. An empty query gives every \
      track. docs/query.md tells all of it. Quote the query, so that the shell leaves it alone.

      Examples:
        tritone search miles blue
        tritone search 'genre:house bpm:120-126 ~key:8A -played:<30d'
        tritone search 'rating:>=4 OR loved:' --paths > good.m3u
        tritone search 'in:"Warm-up" duration:>6:00' -0 | xargs -0 ls -l
        tritone search 'category:demos tag:"needs bass" -tag:done'
        tritone search --json '' | jq -r .path
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false
  @Flag(
    help: "Print paths alone, one a line: byte for byte, unless it is to a terminal.")
  var paths = false
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
    let isShown = StandardOutput.isTerminal
    try Waiting.run {
      let ids = try await library.trackIDs(ListQuery(.songs, filter: query))
      // In parts, so that a large library is not held in memory.
      for start in stride(from: 0, to: ids.count, by: 1000) {
        let part = Array(ids[start..<min(ids.count, start + 1000)])
        var output: [UInt8] = []
        if json {
          for record in try await MarkedTracks.records(of: part, library) {
            output += Array((try JSONText.line(record) + "\n").utf8)
          }
          try StandardOutput.write(output)
          continue
        }
        for track in try await library.tracks(part) {
          if zeros {
            output += track.source.bytes + [0]
          } else if paths, !isShown {
            output += track.source.bytes + [0x0A]
          } else {
            let line = paths ? TrackText.clean(track.source.text) : TrackText.line(track)
            output += Array((line + "\n").utf8)
          }
        }
        try StandardOutput.write(output)
      }
    }
  }
}

extension Library {
  /// The paths without any track in the library.
  func pathsToScan(_ paths: [FilePath]) async throws -> [FilePath] {
    var unknown: [FilePath] = []
    for path in paths where try await trackIDs(below: [path]).isEmpty { unknown.append(path) }
    return unknown
  }
}
