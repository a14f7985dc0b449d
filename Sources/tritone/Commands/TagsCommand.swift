import ArgumentParser
import Glibc
import Library
import Log
import Media
import Music

/// Shows the tags of files, and is the only command that writes them.
struct TagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "Show a file's tags, and write ratings, tempos and keys.",
    discussion: """
      Nothing but "tags write" ever writes into a music file.

      Examples:
        tritone tags show song.flac
        tritone tags write --rating --dry-run ~/Music
        tritone tags write --all miles davis
      """,
    subcommands: [Show.self, Write.self])

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a file's tags as the file has them.",
      discussion: """
        Pictures and what is not text are shown by their size.

        Examples:
          tritone tags show song.flac
          tritone tags show --json song.mp3
        """)
    @Flag(help: "Print one JSON object a line.") var json = false
    @Argument(help: "The file.") var file: String

    func run() throws {
      let path = try Directories.here.named([file])[0]
      let items: [TagItem]
      do {
        items = try TagWriter.items(of: path)
      } catch {
        throw Failure(reason: "\(TrackText.clean(path.name)): \(error.readingReason)")
      }
      for item in items {
        if json {
          try StandardOutput.json(TagRecord(item))
        } else {
          let value = item.text.map(TrackText.clean) ?? "(\(item.value.count.grouped) bytes)"
          StandardOutput.line("\(TrackText.clean(item.name))\t\(value)")
        }
      }
    }
  }

  struct Write: LoggedCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write what the library knows into the tags of its files.",
      discussion: """
        Takes files and folders of the library, or words as "tritone search" does; '' is every \
        track. Only tags that say something else are written, and a file that says all of it already \
        is not touched; a track without stars, tempo or key leaves what its file says.

        Each file is copied beside itself, changed, compared with the original (sound, pictures and \
        all other tags have to be the same) and put into its place whole; it keeps its date. A link \
        is followed to its file; other names of a file (hard links) keep it as it was. Ctrl-C leaves \
        every file whole.

        Written are MP3, FLAC, Ogg (Vorbis, Opus, Speex, FLAC), MP4 and M4A, WavPack, Monkey's \
        Audio, Musepack, WAV and AIFF.

        Examples:
          tritone tags write --rating ~/Music/Jazz
          tritone tags write --bpm --key --dry-run miles davis
          tritone tags write --all --json ''
        """)

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Write stars: POPM, FMPS_RATING and RATING.") var rating = false
    @Flag(help: "Write tempos.") var bpm = false
    @Flag(help: "Write keys.") var key = false
    @Flag(help: "Write all three.") var all = false
    @Flag(help: "Only say what would be written.") var dryRun = false
    @Flag(help: "Print one JSON object a line: one for each file, then the sums.") var json = false
    @Argument(help: ArgumentHelp("Files and folders, or words to look for.", valueName: "what"))
    var what: [String]

    func validate() throws {
      guard rating || bpm || key || all else {
        throw ValidationError("say what to write: --rating, --bpm, --key or --all")
      }
    }

    func run(log: Log) throws {
      let library = try options.openExistingLibrary(log: log)
      try GlobalOptions.choosePrivacy(of: log, by: library)
      let run = TagRun(
        library: library,
        fields: TagChoice(rating: rating || all, bpm: bpm || all, key: key || all),
        isDryRun: dryRun, isJSON: json, log: log)
      let (directories, what) = (options.directories, self.what)
      try Waiting.run {
        try await run.write(try await TagsCommand.tracks(what, directories, library))
      }
      try run.finish()
    }
  }

  /// The tracks of paths or of a query.
  private static func tracks(_ what: [String], _ directories: Directories, _ library: Library)
    async throws -> [TrackID]
  {
    let paths = directories.paths(what)
    if zip(what, paths).allSatisfy({ !$0.isEmpty && directories.exists($1) }) {
      var tracks: [TrackID] = []
      for path in paths { tracks += try await LibraryTracks.below(path, library) }
      return tracks
    }
    if let lost = zip(what, paths).first(where: { $0.contains("/") && !directories.exists($1) }) {
      throw Failure(reason: "there is no file or folder \(lost.1.text)")
    }
    return try await library.trackIDs(ListQuery(.songs, filter: what.joined(separator: " ")))
  }
}
