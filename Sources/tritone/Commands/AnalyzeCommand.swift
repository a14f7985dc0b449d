import ArgumentParser
import FoundationEssentials
import Library
import Log
import Media
import Music
import Synchronization

/// Analyses tracks on request; the player does so in the background.
struct AnalyzeCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze", abstract: "Find tempo, key, loudness and waveform of tracks.",
    discussion: """
      Takes words as "tritone search" does, or files and folders; nothing at all is the whole \
      library. Of its tracks those are analysed of which something is not known yet; what failed is not tried again until the file changes. --again does both. Files that \
      the library does not have are analysed and printed, and nothing of them is kept.

      Nothing is written into files (tritone tags write does that). Ctrl-C stops it and keeps what \
      was found; the next run goes on with the rest.

      Examples:
        tritone analyze
        tritone analyze --limit 500 'added:<7d'
        tritone analyze --again --parts tempo,key genre:techno
        tritone analyze ~/Downloads/new.flac
        tritone analyze --json '' | jq -r '[.path, .tempo.bpm, .key.camelot] | @tsv'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Analyse again what is known, and what has failed.") var again = false
  @Option(
    help: ArgumentHelp(
      "What to find, separated by commas: \(AnalyzeCommand.partNames); all, if not said.",
      valueName: "parts"))
  var parts: String?
  @Option(
    help: ArgumentHelp("Tracks at the same time; one a processor, if not said.", valueName: "n"))
  var jobs: Int?
  @Option(help: ArgumentHelp("At most so many tracks.", valueName: "n")) var limit: Int?
  @Flag(help: "Print one JSON object a line: one for each track, then the sums.") var json = false
  @Argument(help: ArgumentHelp("What to look for, or files and folders.", valueName: "what"))
  var what: [String] = []

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("--jobs is a number from 1 to 256")
    }
    if let limit, limit < 1 { throw ValidationError("--limit is a number from 1 on") }
    _ = try chosenParts
  }

  private static let partNames = AnalysisPart.allCases.map(\.rawValue).joined(separator: ", ")

  private var chosenParts: Set<AnalysisPart> {
    get throws {
      guard let parts else { return Set(AnalysisPart.allCases) }
      let names = parts.lowercased().split(separator: ",").map(String.init)
      let chosen = Set(names.compactMap { AnalysisPart(rawValue: $0) })
      guard !names.isEmpty, chosen.count == Set(names).count else {
        throw ValidationError(
          "--parts takes \(AnalyzeCommand.partNames), separated by commas; not “\(parts)”")
      }
      return chosen
    }
  }

  func run(log: Log) throws {
    try FFmpegLibraries.load()
    let command = self
    let begun = BegunRun()
    // One wait for both: a second one would miss Ctrl-C.
    let run = try Waiting.run(interrupted: { begun.run?.end() }) {
      let run = try await command.prepared(log)
      begun.run = run
      try await run.run()
      return run
    }
    try run.finish()
  }

  private func prepared(_ log: Log) async throws -> AnalyzeRun {
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let (directories, parts) = (options.directories, try chosenParts)
    let paths = directories.paths(what)
    let areFiles =
      !what.isEmpty && zip(what, paths).allSatisfy { !$0.isEmpty && directories.exists($1) }
    if !areFiles,
      let lost = zip(what, paths).first(where: {
        $0.contains("/") && !$0.contains(":") && !directories.exists($1)
      })
    {
      throw Failure(reason: "there is no file or folder \(lost.1.text)")
    }
    let hasLibrary = directories.exists(options.libraryPath)
    guard hasLibrary || !areFiles else { return try loose(paths, parts, jobs, log) }
    let library = try options.openExistingLibrary(log: log)
    log.hidePrivate(StartSettings(of: directories).hidesPrivate)
    let query = what.joined(separator: " ")
    let ids: [TrackID]
    var tasks: [AnalysisTask]
    if areFiles {
      ids = try await library.trackIDs(below: paths)
      if ids.isEmpty { return try loose(paths, parts, jobs, log) }
      tasks = try await library.analysisTasks(of: ids, isAgain: again)
    } else {
      ids = try await library.trackIDs(ListQuery(.songs, filter: query))
      tasks = try await library.analysisTasks(matching: query, isAgain: again)
    }
    for index in tasks.indices { tasks[index].parts.formIntersection(parts) }
    tasks.removeAll { $0.parts.isEmpty }
    return AnalyzeRun(
      Array(tasks.prefix(limit ?? .max)), library: library,
      unchanged: max(0, ids.count - tasks.count), isAgain: again, jobs: jobs, isJSON: json,
      log: log)
  }

  /// Files outside of the library.
  private func loose(
    _ paths: [FilePath], _ parts: Set<AnalysisPart>, _ jobs: Int, _ log: Log
  ) throws -> AnalyzeRun {
    if let folder = paths.first(where: options.directories.isFolder) {
      throw Failure(
        reason: "the library has nothing in \(folder.text); tritone scan adds it first")
    }
    let tasks = paths.prefix(limit ?? .max).enumerated().map { index, path in
      AnalysisTask(track: TrackID(Int64(index + 1)), path: path, parts: parts)
    }
    return AnalyzeRun(tasks, library: nil, jobs: min(jobs, tasks.count), isJSON: json, log: log)
  }
}

/// The run once it has begun, for the handler of Ctrl-C.
private final class BegunRun: Sendable {
  private let held = Mutex<AnalyzeRun?>(nil)

  var run: AnalyzeRun? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
