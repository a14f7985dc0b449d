import ArgumentParser
import Builder
import Library
import Log
import Media
import Music

struct BuildCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Build a playlist from a list of artists.",
    discussion: """
      Takes the top tracks of the artists that you name, in a file too, of those that you hear most \
      and of those that you follow. In your own library the top tracks are those that you play and \
      rate best, and you follow the artists of tracks that you love. Nothing is written before \
      --no-dry-run, which a kept preset may include and a file may not. Ctrl-C stops it; a playlist \
      that is being written is completed. In your library a build is one step of the history, which \
      Ctrl-Z in the player takes back.

      Options that are not given are those of the preset, or the defaults. An exported preset ends \
      in .json or .env.

      Examples:
        tritone build --artists "Nina Simone; Sade" --print-tracks
        tritone build --artists-file artists.txt --shuffle --no-dry-run --name "Road Trip"
        tritone build --library-artists --not-heard 30 --max-minutes 90 --arrange --into slot:1
        tritone build --service spotify --no-dry-run --reuse-existing --save-preset weekly
        tritone build --service file:catalogue.json --json | jq -r '.display[]'
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var arguments: BuildArguments
  @OptionGroup var local: LocalBuildArguments
  @Option(help: ArgumentHelp("Begin with the options of a preset.", valueName: "name"))
  var preset: String?
  @Option(help: ArgumentHelp("Keep the options under a name.", valueName: "name"))
  var savePreset: String?
  @Option(help: ArgumentHelp("Begin with the options in a file.", valueName: "file"))
  var importPreset: String?
  @Option(
    help: ArgumentHelp("Write the options to a file, and build nothing.", valueName: "file"))
  var exportPreset: String?
  @Flag(help: "Print the result as one JSON object.") var json = false

  func validate() throws {
    if preset != nil, importPreset != nil {
      throw ValidationError("--preset and --import-preset exclude each other")
    }
    var given = BuildOptions()
    try read(into: &given)
    if let mistake = given.mistakes.first { throw ValidationError(mistake.text) }
  }

  private func read(into options: inout BuildOptions) throws {
    try arguments.read(into: &options)
    try local.read(into: &options.local)
  }

  func run(log: Log) throws {
    let directories = options.directories
    var choice = BuildOptions()
    var library: Library?
    if preset != nil || savePreset != nil { library = try options.openLibrary(log: log) }
    if let preset, let library {
      let name = preset
      guard
        let found = try Waiting.run({ try await BuildPresets(library).preset(named: name) })
      else { throw Failure(reason: "there is no preset “\(preset)”") }
      choice = found.options
    }
    if let importPreset {
      let imported = try BuildPresetFile(directories.path(importPreset)).read()
      choice = imported.options
      for note in imported.notes { StandardError.print("tritone: \(note)") }
      // A file of somebody else never turns writing on.
      choice.isDryRun = true
    }
    try read(into: &choice)
    if local.isGiven, choice.service != .local {
      throw Failure(
        reason: "--not-heard, --max-minutes, --where and --arrange are for your own library")
    }
    if let mistake = choice.mistakes.first { throw Failure(reason: mistake.text) }
    if let savePreset, let library {
      let kept = BuildPreset(name: savePreset, options: choice)
      let name = try Waiting.run { try await BuildPresets(library).save(kept) }
      if !json { StandardError.print("Kept the preset \(name)") }
    }
    if let exportPreset {
      let path = directories.path(exportPreset)
      let omitted = try BuildPresetFile(path).write(
        choice, app: SpotifyAccess(directories, log: log).app, replaces: false)
      if !omitted.isEmpty {
        StandardError.print("tritone: not in the file: \(omitted.joined(separator: ", "))")
      }
      return StandardOutput.line("Wrote \(path.text)")
    }
    if choice.service == .local, library == nil {
      library = try options.openExistingLibrary(log: log)
    }
    if let library { try GlobalOptions.choosePrivacy(of: log, by: library) }
    try build(choice, library, log)
  }

  /// Artists that are named on the standard error; `--json` has all.
  private static let mostNamed = 100

  private func say(_ skipped: [SkippedArtist]) {
    for artist in skipped.prefix(Self.mostNamed) { StandardError.print("tritone: \(artist.text)") }
    let rest = skipped.count - Self.mostNamed
    if rest > 0 { StandardError.print("tritone: and \(rest.grouped) more artists") }
  }

  private func build(_ choice: BuildOptions, _ library: Library?, _ log: Log) throws {
    let line = ProgressLine()
    defer { line.clear() }
    let isVerbose = choice.isVerbose
    let run = BuildRun(
      library: library, directories: options.directories,
      spotify: SpotifyAccess(options.directories, log: log)
    ) { phase in
      if isVerbose { StandardError.print(phase.text) } else { line.show(phase) }
    }
    let outcome: BuildRun.Outcome
    do {
      outcome = try Waiting.run {
        let outcome = try await run.build(choice)
        if let library, !outcome.queued.isEmpty {
          try await StoredQueue(library).append(outcome.queued)
        }
        return outcome
      }
    } catch let error as BuildError {
      line.clear()
      say(error.skipped)
      throw error
    }
    line.clear()
    say(outcome.result.skipped)
    if outcome.gone > 0 {
      StandardError.print(
        "tritone: \(outcome.gone.counted("track")) left the library meanwhile")
    }
    if isVerbose {
      for track in outcome.result.leftOut { StandardError.print("left out: \(track.text)") }
    }
    guard !json else {
      return StandardOutput.ours(BuildReport(outcome.result, calls: outcome.calls).json)
    }
    if choice.printsTracks {
      for track in outcome.result.prepared { StandardOutput.line(track.text) }
    }
    for text in outcome.result.statistics.lines { StandardOutput.line(text) }
    if outcome.result.isDryRun {
      StandardError.print("Nothing was written: this was a dry run; --no-dry-run builds it")
    } else if case .queue = choice.destination {
      StandardError.print("The next start has them at the end of the queue")
    }
  }
}

extension ProgressLine {
  func show(_ phase: BuildPhase) {
    switch phase {
    case .findingArtists(let done, let total): show(done, of: total, "artists found")
    case .collectingTracks(let done, let total): show(done, of: total, "artists read")
    case .writing(let done, let total): show(done, of: total, "tracks written")
    case .arranging: break
    case .waiting: StandardError.print("tritone: \(phase.text)")
    }
  }
}
