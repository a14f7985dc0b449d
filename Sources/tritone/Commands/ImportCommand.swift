import ArgumentParser
import Exchange
import Library
import Log
import Media
import Music
import Screen

struct ImportCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Read playlists of other programs into the library.",
    discussion: """
      Tracks are matched by path, by path relative to the file, by the end of the path (another \
      machine's), by file name and length, and by artist, title and length. Files that are there \
      and not in the library are scanned into it. What is missing stays in its place, dimmed, and \
      shows when its file comes. Several that fit: the best is taken and all are named. All of it is \
      one step, which undo in the player takes back.

      Formats: m3u, m3u8, pls, xspf, jspf, cue, rekordbox, json; with --cues-for also audition, \
      audacity and reaper.

      Examples:
        tritone import friday.m3u8
        tritone import --dry-run rekordbox.xml
        tritone import --into "From Ann" *.m3u8
        curl -s http://host/list.xspf | tritone import - --format xspf --name Radio
        tritone import markers.csv --cues-for set.flac
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: ArgumentHelp("What the files are, whatever they look like.", valueName: "format"))
  var format: String?
  @Option(help: ArgumentHelp("The folder of playlists they go into.", valueName: "folder"))
  var into: String?
  @Option(help: ArgumentHelp("What the playlist is called.", valueName: "name"))
  var name: String?
  @Flag(help: "Give playlists of the same name the new contents.") var replace = false
  @Option(
    help: ArgumentHelp("Make the markers in the file cues of a track.", valueName: "track file"))
  var cuesFor: String?
  @Flag(help: "Only say what would be done.") var dryRun = false
  @Flag(help: "Print one JSON object a file, with every line that needs a look.") var json = false
  @Argument(help: ArgumentHelp("Playlist files; - is standard input.", valueName: "file"))
  var files: [String]

  func validate() throws {
    if let format, FileFormat(rawValue: format.lowercased()) == nil {
      throw ValidationError("there is no format “\(format)”; there are \(FileFormat.names)")
    }
    if files.contains("") { throw ValidationError("a path is empty") }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read once")
    }
    if cuesFor != nil, files.count > 1 { throw ValidationError("--cues-for needs one file") }
  }

  func run(log: Log) throws {
    try FFmpegLibraries.load()
    let library =
      try dryRun ? options.openExistingLibrary(log: log) : options.openLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    var failed = 0
    for (file, named) in zip(files, options.directories.paths(files)) {
      do {
        let isInput = file == "-"
        let path = isInput ? options.directories.absolute(FilePath("standard input")) : named
        let bytes =
          try isInput ? DocumentFile.standardInput() : DocumentFile.bytes(at: path)
        if let cuesFor {
          try importCues(bytes, path, into: cuesFor, library)
        } else {
          try importPlaylists(bytes, path, library)
        }
        if !dryRun { log.info(.exchange, "imported", [LogField("file", private: path)]) }
      } catch LibraryError.cancelled {
        throw LibraryError.cancelled
      } catch {
        // The other files may still be readable.
        failed += 1
        log.warning(
          .exchange, "cannot be imported",
          [LogField("file", private: named), LogField("reason", sentence: UserText.of(error))])
        StandardError.print("tritone: \(TrackText.clean(file)): \(UserText.of(error))")
      }
    }
    if failed > 0 { throw ExitCode(1) }
  }

  private var kind: FileFormat? { format.flatMap { FileFormat(rawValue: $0.lowercased()) } }

  private func importPlaylists(_ bytes: [UInt8], _ path: FilePath, _ library: Library) throws {
    let document: PlaylistDocument
    do {
      document = try DocumentReader.read(bytes, at: path, as: kind)
    } catch {
      let format = kind ?? FileFormat.detected(in: bytes, named: path)
      let hint = format?.holdsPlaylists == false ? "; --cues-for TRACK makes them its cues" : ""
      throw Failure(reason: error.text + hint)
    }
    let line = ProgressLine()
    defer { line.clear() }
    let (dryRun, wanted) = (
      dryRun, ImportOptions(replaces: replace, folder: into, name: name)
    )
    let report = try Waiting.run {
      let plan = try await library.planImport(document, at: path) { line.show($0) }
      return dryRun
        ? plan.preview : try await library.importPlaylists(plan, wanted) { line.show($0) }
    }
    line.clear()
    let record = try Waiting.run { try await ImportRecord(report, library) }
    if json { return try StandardOutput.json(record) }
    for text in record.lines(isDryRun: dryRun) { StandardOutput.line(TrackText.clean(text)) }
  }

  private func importCues(
    _ bytes: [UInt8], _ path: FilePath, into file: String, _ library: Library
  ) throws {
    let read: (markers: [MixMarker], problems: [DocumentProblem])
    do {
      read = try DocumentReader.readMarkers(bytes, at: path, as: kind)
    } catch {
      throw Failure(reason: error.text)
    }
    let (target, dryRun) = (try options.directories.named([file])[0], dryRun)
    let count = try Waiting.run { () async throws -> Int in
      if try await library.track(at: target) == nil, !dryRun {
        _ = try await library.scan([target]) { _ in }
      }
      guard let track = try await library.track(at: target) else {
        throw Failure(reason: "there is no music in \(target.text)")
      }
      return dryRun
        ? read.markers.count : try await library.importCues(read.markers, into: track.id)
    }
    for problem in read.problems { StandardError.print(TrackText.clean(problem.text)) }
    let rest = read.markers.count - count
    StandardOutput.line(
      "\(count.counted("cue", .plain)) for \(TrackText.clean(target.name))"
        + (rest > 0 ? ", \(rest) were there already" : ""))
  }
}

extension ProgressLine {
  func show(_ progress: ImportProgress) {
    switch progress.phase {
    case .matching: show(progress.done, of: progress.total, "lines matched")
    case .scanning: show(progress.done, of: progress.total, "new files read")
    case .writing: show(progress.done, of: progress.total, "lines imported")
    }
  }
}
