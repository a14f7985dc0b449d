import ArgumentParser
import Library
import Music

struct DuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "List the files that have the same audio in them.",
    discussion: """
      Whatever their names and tags say; nothing is deleted. Groups are separated by an empty line, \
      the most space to be won first: each file with its size in bytes. For other programs to work on \
      take -0, which gives names as the files have them.

      Examples:
        tritone duplicates
        tritone duplicates --json | jq '[.waste, .files[].path]'
        tritone duplicates --spare -0 | xargs -0 ls -l
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a group.") var json = false
  @Flag(
    name: .customShort("0"),
    help: "Print the paths alone, byte for byte, each ended by a NUL; groups by an empty one.")
  var nul = false
  @Flag(help: "Leave out the first file of each group, and what separates groups.")
  var spare = false

  func validate() throws {
    if json, nul { throw ValidationError("--json and -0 exclude each other") }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let (json, nul, spare) = (json, nul, spare)
    try Waiting.run {
      var isFirst = true
      for group in try await library.duplicates() {
        var tracks = try await library.tracks(group.tracks)
        if spare { tracks.removeFirst(min(1, tracks.count)) }
        if json {
          try StandardOutput.json(DuplicateRecord(group, tracks))
          continue
        }
        var bytes: [UInt8] = isFirst || spare ? [] : [nul ? 0 : 0x0A]
        for track in tracks {
          bytes +=
            nul
            ? track.source.bytes + [0]
            : Array("\(track.file.size)\t\(TrackText.clean(track.source.text))\n".utf8)
        }
        isFirst = false
        try StandardOutput.write(bytes)
      }
    }
  }
}

/// A group as `duplicates --json` prints it.
struct DuplicateRecord: Encodable {
  struct File: Encodable {
    var path, title: String
    var pathBytes: String?
    var size: Int64
    var codec: String
  }

  var fingerprint: String
  /// Seconds.
  var duration: Double
  /// Bytes of all files but the largest.
  var waste: Int64
  /// With `--spare` all but the first.
  var files: [File]

  init(_ group: DuplicateGroup, _ tracks: [Track]) {
    fingerprint = String(UInt64(bitPattern: group.audioHash), radix: 16)
    duration = group.duration.seconds
    waste = group.waste
    files = tracks.map {
      File(
        path: $0.source.text, title: $0.title, pathBytes: $0.source.bytesWhereInexact,
        size: $0.file.size, codec: $0.audio.codec)
    }
  }
}

struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Remove tracks from the library whose files are gone.",
    discussion: """
      They are kept until then, with their ratings, notes, cues and places in playlists. What lies \
      on a drive that is not there at present is not gone, and stays. No file is touched, and undo \
      in the player brings the tracks back.

      Examples:
        tritone forget --missing --dry-run
        tritone forget --missing
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Forget all tracks that are missing.") var missing = false
  @Flag(help: "Only say how many there are.") var dryRun = false

  func validate() throws {
    guard missing else { throw ValidationError("say what to forget: --missing") }
  }

  func run() throws {
    let library = try options.openExistingLibrary()
    let dryRun = dryRun
    guard !dryRun else {
      return StandardOutput.line(
        "\(try Waiting.run { try await library.missingCount }) missing")
    }
    let (count, isUndoable) = try Waiting.run { try await library.forgetMissing() }
    let undo = isUndoable ? "undo in the player brings them back" : "too many for undo"
    StandardOutput.line("\(count) forgotten" + (count == 0 ? "" : "; \(undo)"))
  }
}
