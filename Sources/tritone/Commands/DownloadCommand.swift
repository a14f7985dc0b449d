import ArgumentParser
import Interface
import Library
import Log
import Music
import Streaming
import Synchronization

struct DownloadCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Keep tracks of servers on this disk.",
    discussion: """
      The tracks that a query finds are downloaded as they are on their servers, two at once; they \
      then play without the network. Ctrl-C stops it, and the same command goes on. --list shows \
      what is on this disk, and --remove takes it away from there.

      Examples:
        tritone download 'album:"Kind of Blue"'
        tritone download in:"Road Trip"
        tritone download --list
        tritone download --remove 'artist:abba'
        tritone download --remove
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "List the downloaded tracks, of a query or all.") var list = false
  @Flag(help: "Remove the downloads of the tracks that a query finds, or of all.")
  var remove = false
  @Flag(help: "Print one JSON object a line.") var json = false
  @Argument(help: ArgumentHelp("The tracks, as tritone search has them.", valueName: "query"))
  var words: [String] = []

  func validate() throws {
    if list, remove { throw ValidationError("--list and --remove exclude each other") }
    if !list, !remove, words.isEmpty {
      throw ValidationError("name tracks by a query, or ask with --list")
    }
    do {
      _ = try TrackQuery(parsing: words.joined(separator: " "))
    } catch {
      throw ValidationError("column \(error.column) of the query: \(error.reason)")
    }
  }

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    let access = ServerAccess(options.directories, log: log)
    let sounds = ServerSounds(library: library, access: access, directories: options.directories)
    let choice = DownloadChoice(library: library, folder: sounds.downloads)
    let query = words.joined(separator: " ")
    let found = try Waiting.reading {
      try await choice.tracks(library.trackIDs(ListQuery(.songs, filter: query)))
    }
    if list { return try show(found, library) }
    if remove {
      let removed = choice.remove(found.onDisk)
      StandardOutput.line(
        "Removed \(removed.tracks.counted("track")), \(removed.bytes.byteText)")
      return
    }
    guard !found.wanted.isEmpty || !found.onDisk.isEmpty else {
      throw Failure(reason: "none of these tracks is on a server")
    }
    try download(found, sounds, library)
  }

  private func show(_ found: DownloadChoice.Found, _ library: Library) throws {
    for start in stride(from: 0, to: found.onDisk.count, by: 1_000) {
      let part = found.onDisk[start..<min(found.onDisk.count, start + 1_000)]
      let ids = part.map(\.track)
      let tracks = try Waiting.reading { try await library.tracks(ids) }
      for track in tracks {
        if json {
          try StandardOutput.json(TrackRecord(track))
        } else {
          StandardOutput.line(TrackText.line(track))
        }
      }
    }
  }

  private func download(
    _ found: DownloadChoice.Found, _ sounds: ServerSounds, _ library: Library
  ) throws {
    let line = ProgressLine()
    let end = Mutex<DownloadResult?>(nil)
    let arrived = Mutex<[ServerTrackAddress]>([])
    let downloads = ServerDownloads(
      folder: sounds.downloads, file: nil, requesting: sounds.downloading
    ) { report in
      switch report {
      case .progressed(let progress?):
        line.show(
          progress.tracksDone, of: progress.tracksTotal,
          "tracks, \(progress.bytesDone.byteText)")
      case .progressed(nil): break
      case .arrived(let address): arrived.withLock { $0.append(address) }
      case .ended(let result): end.withLock { $0 = result }
      }
    }
    let wanted = found.wanted
    try Waiting.run {
      await downloads.add(wanted)
      await downloads.settled()
      await downloads.finish()
    }
    let tracks = arrived.withLock { $0 }
    // In a task of its own, which Ctrl-C has not cancelled.
    try Waiting.run { try await library.awaitAnalyses(of: tracks) }
    line.clear()
    guard let result = end.withLock({ $0 }) else {
      StandardError.print("tritone: stopped; the same command goes on from here")
      throw ExitCode(1)
    }
    for failure in result.failures {
      StandardError.print("tritone: \(TrackText.clean(failure.track)): \(failure.reason)")
    }
    let already = found.onDisk.count - found.outdated
    StandardOutput.line(
      "\(result.tracks.counted("track")) downloaded, \(result.bytes.byteText)"
        + (already > 0 ? ", \(already) there already" : "")
        + (found.elsewhere > 0 ? ", \(found.elsewhere) on no server" : ""))
    guard result.failures.isEmpty else { throw ExitCode(1) }
  }
}
