import ArgumentParser
import Library
import Media
import Music

struct FitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fits", abstract: "List what mixes best into the end of a track.",
    discussion: """
      The track is named by a query that finds it alone, or by its file. Each line has \
      the score (0 to 100), artist, title, path, and why it fits: the change of tempo that \
      is needed, the keys, tuning and energy. Tracks in the mix slots are left out.

      Examples:
        tritone fits 'artist:mirador orangery'
        tritone fits ~/Music/orangery.flac --limit 5
        tritone fits orangery --range 4 --json | jq -r .path
        tritone fits orangery --no-key-lock
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false
  @Option(help: ArgumentHelp("Tracks to list at most (default: 20).", valueName: "count"))
  var limit: Int?
  @Option(
    help: ArgumentHelp("How far the tempo can be changed (default: 8).", valueName: "percent"))
  var range: Double?
  @Flag(inversion: .prefixedNo, help: "Keys stay as they are when the tempo is changed.")
  var keyLock = true
  @Argument(help: ArgumentHelp("What finds the track, or its file.", valueName: "query"))
  var words: [String]

  func validate() throws {
    if let limit, !(1...100_000).contains(limit) {
      throw ValidationError("--limit is 1 to 100000, not \(limit)")
    }
    if let range, !(0.1...50).contains(range) {
      throw ValidationError("--range is 0.1 to 50 percent, not \(range)")
    }
    do {
      _ = try TrackQuery(parsing: words.joined(separator: " "))
    } catch {
      // A path need not be a query.
      guard words.count != 1 || !words[0].contains("/") else { return }
      throw ValidationError("column \(error.column) of the query: \(error.reason)")
    }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let rules = MixRules(pitchRange: (range ?? 8) / 100, isKeyLocked: keyLock)
    let (words, directories, limit) = (words, options.directories, limit ?? 20)
    let list = try Waiting.reading {
      let track = try await FitsCommand.track(words, library, directories)
      guard let list = try await library.fits(for: track.id, limit: limit, rules: rules) else {
        throw Failure(reason: "\(track.source.text) is no longer in the library")
      }
      return list
    }
    guard list.from.mixPoint.isKnown else {
      let title = list.from.title
      throw Failure(
        reason: list.from.findings.isAnalysed
          ? "no tempo and no key was found in \(title); the player sets them with :bpm and :key"
          : "neither tempo nor key of \(title) is known; tritone analyze finds them")
    }
    for fit in list.fits {
      if json {
        try StandardOutput.json(FitRecord(fit))
      } else {
        StandardOutput.line(FitsCommand.line(fit))
      }
    }
  }

  private static func track(_ words: [String], _ library: Library, _ directories: Directories)
    async throws -> Track
  {
    if words.count == 1, !words[0].isEmpty,
      let track = try await library.track(of: directories.source(words[0]))
    {
      return track
    }
    let query = words.joined(separator: " ")
    let ids = try await library.trackIDs(ListQuery(.songs, filter: query))
    let found = try await library.tracks(Array(ids.prefix(4)))
    guard let first = found.first else {
      let shown = StreamAddress(query)?.text ?? query
      throw Failure(reason: "nothing in the library matches “\(shown)”")
    }
    guard ids.count > 1 else { return first }
    let names = found.prefix(3).map { TrackText.clean($0.source.text) }.joined(separator: ", ")
    throw Failure(
      reason: "\(ids.count) tracks match “\(query)”: \(names)\(ids.count > 3 ? "…" : ""); "
        + "say more, or name the file")
  }

  private static func line(_ fit: FitList.Fit) -> String {
    [
      "\(fit.fit.score)", TrackText.clean(fit.track.tags.artist ?? ""),
      TrackText.clean(fit.track.title), TrackText.clean(fit.track.source.text),
      fit.fit.reasons().joined(separator: ", "),
    ].joined(separator: "\t")
  }
}

/// A fitting track as `fits --json` prints it.
struct FitRecord: Encodable {
  var path, title: String
  var pathBytes: String?
  var artist: String?
  /// 0 to 100.
  var score: Int
  /// Percent.
  var pitch: Double?
  var key: String?
  var reasons: [String]

  init(_ fit: FitList.Fit) {
    path = fit.track.source.text
    pathBytes = fit.track.source.bytesWhereInexact
    title = fit.track.title
    artist = fit.track.tags.artist
    score = fit.fit.score
    pitch = fit.fit.pitch.map { ($0 * 10_000).rounded() / 100 }
    key = fit.track.mixPoint.key?.camelot
    reasons = fit.fit.reasons()
  }
}
