import ArgumentParser
import Library
import Log
import Music

struct StorageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage", abstract: "Show the program's files and their sizes, clear caches.",
    discussion: """
      catalog, listings, waveforms, covers, lyrics, sounds and server-covers are made or fetched \
      again when they are needed. The library, its backups and the log are never cleared; tritone \
      download --remove removes downloads.

      Examples:
        tritone storage
        tritone storage --json | jq -s 'map(.bytes) | add'
        tritone storage --clear covers --clear lyrics
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: ArgumentHelp("Clear a cache; may be given several times.", valueName: "cache"))
  var clear: [StoredPart.Kind] = []
  @Flag(help: "Print one JSON object a line.") var json = false

  private struct Record: Encodable {
    var part: String
    var path: String
    var bytes: Int64
    var isCache: Bool
  }

  func validate() throws {
    if let kept = clear.first(where: { !$0.isCache }) {
      throw ValidationError(
        kept == .downloads
          ? "downloads are no cache: tritone download --remove removes them"
          : "\(kept.rawValue) is no cache and is never cleared")
    }
  }

  func run() throws {
    let storage = Storage(library: options.libraryPath, options.directories)
    if !clear.isEmpty {
      let library = clear.contains(.waveforms) ? try options.openExistingLibrary() : nil
      for kind in clear {
        let bytes = try Waiting.run { try await storage.clear(kind, of: library) }
        if !json { StandardOutput.line("Cleared \(kind.rawValue): \(bytes.byteText)") }
      }
      if !json { return }
    }
    for part in storage.parts {
      if json {
        try StandardOutput.json(
          Record(
            part: part.kind.rawValue, path: part.path.text, bytes: part.bytes,
            isCache: part.kind.isCache))
      } else {
        StandardOutput.line("\(part.kind.rawValue)\t\(part.bytes.byteText)\t\(part.path.text)")
      }
    }
  }
}

extension StoredPart.Kind: ExpressibleByArgument {
  /// The caches; the others are refused by name.
  static var allValueStrings: [String] { allCases.filter(\.isCache).map(\.rawValue) }
}

struct ResetCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Begin the library anew: back it up, empty it, scan its folders.",
    discussion: """
      Tracks, ratings, notes, cues, playlists and history leave the library; its folders and the \
      settings stay, and no music file is touched. A backup is made first: tritone restore puts \
      it back, as long as it is among the three newest. The word “reset” has to be typed, or --yes given.

      Examples:
        tritone reset
        tritone reset --yes
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Do not ask.") var yes = false

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    if !yes {
      StandardError.print(
        "All that \(options.libraryPath.text) knows is removed, behind a backup. Type reset to go on:"
      )
      guard readLine()?.trimmed() == "reset" else { throw Failure(reason: "nothing was changed") }
    }
    let backup = try Waiting.run {
      let backup = try await library.backUp()
      try await library.reset()
      return backup
    }
    log.backedUp(backup.path)
    log.info(.library, "emptied")
    StandardOutput.line("The library as it was is kept as \(backup.path.text)")
    let roots = try Waiting.run { try await library.roots() }
    guard !roots.isEmpty else { return }
    StandardOutput.line("tritone scan reads its \(roots.count.counted("folder")) again")
  }
}
