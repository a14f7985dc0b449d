import ArgumentParser
import Library
import Media
import Music

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Copy or move music files into the library's folder.",
    discussion: """
      Files get names made of their tags; covers, lyrics (.lrc) and CUE sheets beside them come \
      along. Nothing is replaced: a name that is taken gets a number. Audio that the library has \
      already is named and left where it is. A copy is compared with its original before anything \
      is deleted. Ratings, plays and entries of playlists follow a file that moves. Ctrl-C stops it \
      and keeps what was done; the same command goes on.

      A layout is a path of placeholders: {AlbumArtist}, {Artist}, {Album}, {Title}, {Genre}, \
      {Year}, {Disc}, {Track} and all others of group templates. tritone scan adds files where they \
      are.

      Examples:
        tritone add --copy /media/stick/Music
        tritone add --move --dry-run ~/Downloads
        tritone add --move ~/in --layout '{Artist}/{Year} {Album}/{Title}'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Leave the files where they are, too.") var copy = false
  @Flag(help: "Delete the files where they were.") var move = false
  @Option(
    help: ArgumentHelp(
      "The folder to put them into; by default the library's, if it has one.", valueName: "folder"))
  var into: String?
  @Option(
    help: ArgumentHelp("The path below that folder, of tags.", valueName: "pattern"))
  var layout: String = FileLayout.standardSource
  @Flag(help: "Make names that FAT, exFAT and Windows take.") var portable = false
  @Flag(help: "Add audio that the library has already.") var duplicates = false
  @Flag(help: "Only say what would be done.") var dryRun = false
  @Flag(help: "Print the result as one JSON object.") var json = false
  @Argument(help: ArgumentHelp("Files, and folders with all in them.", valueName: "path"))
  var paths: [String]

  func validate() throws {
    guard copy != move else {
      throw ValidationError("say --copy or --move; tritone scan adds files where they are")
    }
    if into?.isEmpty == true { throw ValidationError("--into needs the name of a folder") }
    _ = try pattern()
  }

  private func pattern() throws -> FileLayout {
    do throws(TemplateMistake) {
      return try FileLayout(layout)
    } catch {
      throw ValidationError("--layout: \(error.message)")
    }
  }

  func run() throws {
    try FFmpegLibraries.load()
    if !dryRun {
      // A file that a killed run has hidden is there.
      for path in options.directories.paths(paths) { HiddenSource.restoreName(of: path) }
    }
    let sources = try options.directories.named(paths)
    let library = try dryRun ? options.openExistingLibrary() : options.openLibrary(listsSoon: false)
    let folder = try folder(library)
    if options.directories.exists(folder), !options.directories.isFolder(folder) {
      throw Failure(reason: "\(folder.text) is not a folder")
    }
    let request = AddingRequest(
      sources, into: folder, mode: move ? .move : .copy, layout: try pattern(),
      names: FileNameRules(isPortable: portable), takesDuplicates: duplicates, isDryRun: dryRun)
    let line = ProgressLine()
    defer { line.clear() }
    let report = try Waiting.run {
      try await library.add(request) { line.show($0.done, of: $0.total, "files") }
    }
    line.clear()
    if json {
      try StandardOutput.json(AddingRecord(report, isDryRun: dryRun))
    } else {
      for text in report.lines(isDryRun: dryRun) { StandardOutput.line(text) }
    }
    if let stop = report.stop { throw Failure(reason: stop.message) }
    if report.failed > 0 { throw ExitCode.failure }
  }

  private func folder(_ library: Library) throws -> FilePath {
    if let into { return options.directories.path(into) }
    let roots = try Waiting.run { try await library.rootContents() }.filter { !$0.isFile }
    switch roots.count {
    case 0: throw Failure(reason: "the library has no folder yet; name one: --into ~/Music")
    case 1: return roots[0].path
    default:
      throw Failure(
        reason: "the library has \(roots.count) folders; name one: --into \(roots[0].path.text)")
    }
  }
}

extension AddingReport {
  /// What a user reads: a line for each file that was not simply added, and the sums.
  func lines(isDryRun: Bool) -> [String] {
    var lines = files.compactMap { file -> String? in
      let from = TrackText.clean(file.from.text)
      switch file.outcome {
      case .added, .accompanied, .alreadyThere:
        guard isDryRun, let to = file.to else { return nil }
        return "\(mode.rawValue)\t\(from)\t\(TrackText.clean(to.text))"
      case .duplicate(let other): return "duplicate\t\(from)\t\(TrackText.clean(other.text))"
      case .skipped(let reason): return "skipped\t\(from)\t\(TrackText.clean(reason))"
      case .failed(let reason): return "failed\t\(from)\t\(TrackText.clean(reason))"
      }
    }
    lines.append((isDryRun ? "would: " : "") + summary)
    return lines
  }
}

/// The output of `add --json`.
struct AddingRecord: Encodable {
  struct File: Encodable {
    var from, outcome: String
    var fromBytes: String?
    var to, reason: String?
    var toBytes: String?
  }

  var folder, mode: String
  var done: Bool
  var added, accompanied, alreadyThere, duplicates, skipped, failed: Int
  /// Why it ended early.
  var stopped: String?
  var files: [File]

  init(_ report: AddingReport, isDryRun: Bool) {
    folder = report.folder.text
    mode = report.mode.rawValue
    done = !isDryRun
    (added, accompanied, alreadyThere) = (
      report.added, report.accompanied, report.alreadyThere
    )
    (duplicates, skipped, failed) = (report.duplicates, report.skipped, report.failed)
    stopped = report.stop?.message
    files = report.files.map { file in
      var record = File(
        from: file.from.text, outcome: "", fromBytes: file.from.bytesWhereInexact,
        to: file.to?.text, toBytes: file.to?.bytesWhereInexact)
      switch file.outcome {
      case .added: record.outcome = "added"
      case .accompanied: record.outcome = "accompanied"
      case .alreadyThere: record.outcome = "alreadyThere"
      case .duplicate(let other):
        record.outcome = "duplicate"
        (record.to, record.toBytes) = (other.text, other.bytesWhereInexact)
      case .skipped(let reason): (record.outcome, record.reason) = ("skipped", reason)
      case .failed(let reason): (record.outcome, record.reason) = ("failed", reason)
      }
      return record
    }
  }
}
