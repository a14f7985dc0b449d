import ArgumentParser
import Interface
import Library
import Media
import Music

struct CuesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cues", abstract: "List, add and remove the cue points of a track.",
    discussion: """
      Each line has a cue's number, time, end, kind, colour and name. Times are \
      written 1:23.456 or in seconds. Edits can be undone in the player.

      Kinds: \(Cue.Kind.allCases.map(\.word).joined(separator: ", ")).

      Examples:
        tritone cues song.flac
        tritone cues song.flac --json | jq '.cues[] | select(.kind == "drop").time'
        tritone cues song.flac --add 1:30.25 --kind drop --name "The big one"
        tritone cues song.flac --add 0:30 --end 0:45.5 --kind loop --color green
        tritone cues song.flac --remove 2
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print the track and its cues as one JSON object.") var json = false
  @Option(help: ArgumentHelp("Set a cue at a time.", valueName: "time")) var add: String?
  @Option(help: ArgumentHelp("What it marks (default: marker).", valueName: "kind"))
  var kind: String?
  @Option(help: "What it is called.") var name: String?
  @Option(help: ArgumentHelp("Where what it marks ends.", valueName: "time")) var end: String?
  @Option(
    help: ArgumentHelp(
      "Its colour: " + TrackColor.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name"))
  var color: String?
  @Option(help: ArgumentHelp("Remove a cue by its number.", valueName: "number"))
  var remove: [Int] = []
  @Argument(help: ArgumentHelp("A file of the library.", valueName: "file")) var file: String

  func validate() throws {
    if add == nil, kind ?? name ?? end ?? color != nil {
      throw ValidationError("--kind, --name, --end and --color say what --add TIME sets")
    }
    if add != nil, !remove.isEmpty {
      throw ValidationError("--add and --remove exclude each other")
    }
    _ = try cue()
  }

  /// The cue to add.
  private func cue() throws -> Cue? {
    guard let add else { return nil }
    var cue = Cue(time: try CuesCommand.time(add), name: name ?? "", color: color)
    if let end { cue.end = try CuesCommand.time(end) }
    if let kind {
      guard let known = Cue.Kind(named: kind) else {
        let kinds = Cue.Kind.allCases.map(\.word).joined(separator: ", ")
        throw ValidationError("there is no kind “\(kind)”; there are \(kinds)")
      }
      cue.kind = known
    }
    if let fault = cue.fault(length: nil) { throw ValidationError(fault.message) }
    return cue
  }

  private static func time(_ text: String) throws -> Duration {
    guard let time = CommandLineReader.time(text) else {
      throw ValidationError("a time is written 1:23.456 or 83.456, not “\(text)”")
    }
    return time
  }

  func run() throws {
    let path = try options.directories.named([file])[0]
    let library = try options.openExistingLibrary()
    let edit = CuesEdit(path: path, cue: try cue(), numbers: Set(remove).sorted())
    let (track, cues) = try Waiting.run { try await edit.perform(in: library) }
    guard !json else { return try StandardOutput.json(CuesRecord(track, cues)) }
    for (index, cue) in cues.enumerated() {
      StandardOutput.line(CuesCommand.line(cue, number: index + 1))
    }
  }

  private static func line(_ cue: Cue, number: Int) -> String {
    [
      "\(number)", cue.time.clockText(decimals: 3), cue.end?.clockText(decimals: 3) ?? "",
      cue.kind.word, cue.color ?? "", TrackText.clean(cue.name),
    ].joined(separator: "\t")
  }
}

/// An edit of a file's cues.
private struct CuesEdit: Sendable {
  var path: FilePath
  var cue: Cue?
  /// Cues to remove, from 1.
  var numbers: [Int]

  /// Returns the track with its edited cues.
  func perform(in library: Library) async throws -> (Track, [Cue]) {
    guard let track = try await library.track(at: path) else {
      throw Failure(reason: "\(path.text) is not in the library; tritone scan FILE adds it")
    }
    if let cue { _ = try await library.addCue(cue, to: track.id, apart: Cue.nearness) }
    let cues = try await library.cues(of: track.id)
    guard !numbers.isEmpty else { return (track, cues) }
    var removed: [CueID] = []
    for number in numbers {
      guard cues.indices.contains(number - 1) else {
        throw Failure(reason: "there is no cue \(number); tritone cues FILE lists them")
      }
      removed.append(cues[number - 1].id)
    }
    try await library.removeCues(removed)
    return (track, try await library.cues(of: track.id))
  }
}

/// The cues of a track as `cues --json` prints them.
struct CuesRecord: Encodable {
  struct Cue: Encodable {
    var number: Int
    /// Seconds.
    var time: Double
    var end: Double?
    var kind, name: String
    var color: String?
  }

  var path, title: String
  var pathBytes: String?
  /// Seconds.
  var duration: Double?
  var cues: [Cue]

  init(_ track: Track, _ cues: [Music.Cue]) {
    path = track.source.text
    pathBytes = track.source.bytesWhereInexact
    title = track.title
    duration = track.audio.duration?.seconds
    self.cues = cues.enumerated().map { index, cue in
      Cue(
        number: index + 1, time: cue.time.seconds, end: cue.end?.seconds, kind: cue.kind.word,
        name: cue.name, color: cue.color)
    }
  }
}
