import ArgumentParser
import Glibc
import Library
import Music

struct RootsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roots", abstract: "List the folders of the library, or take one out.",
    discussion: """
      The library is made from the folders, and single files, that were given to scan.

      Examples:
        tritone roots
        tritone roots --json | jq -r .path
        tritone roots remove ~/Downloads
      """,
    subcommands: [ListRootsCommand.self, RemoveRootCommand.self],
    defaultSubcommand: ListRootsCommand.self)
}

struct ListRootsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the folders, with their tracks.",
    discussion: """
      Each line has the number of tracks, the path, and "offline" where the folder was not there
      when it was looked for last.

      Examples:
        tritone roots list
        tritone roots list --json
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false

  func run() throws {
    let library = try options.openExistingLibrary()
    for root in try Waiting.run({ try await library.rootContents() }) {
      if json {
        try StandardOutput.json(RootRecord(root))
      } else {
        let offline = root.isOffline ? "\toffline" : ""
        StandardOutput.line("\(root.tracks)\t\(TrackText.clean(root.path.text))\(offline)")
      }
    }
  }
}

struct RemoveRootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take a folder out of the library.",
    discussion: """
      Its tracks leave the library, with their ratings, notes, cues and places in playlists. No file
      is touched. Undo in the player brings all of it back, unless there are more than some 180,000
      tracks. It is asked first where somebody can answer.

      Examples:
        tritone roots remove --dry-run ~/Downloads
        tritone roots remove --yes /media/stick
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Only say what would leave.") var dryRun = false
  @Flag(help: "Do not ask.") var yes = false
  @Argument(help: ArgumentHelp("The folder as tritone roots lists it.", valueName: "path"))
  var path: String

  func run() throws {
    let library = try options.openExistingLibrary()
    guard !path.isEmpty else { throw ValidationError("a path is empty") }
    // A missing root can be removed, too.
    let root = options.directories.path(path)
    let preview = try Waiting.run { try await library.removeRoot(root, isPreview: true) }
    let what =
      RemoveRootCommand.text(preview)
      + (preview.isUndoable ? "" : ", which is more than undo can bring back")
    guard !dryRun else { return StandardOutput.line("Would take out " + what) }
    if !yes, preview.tracks > 0, isatty(STDIN_FILENO) == 1, !isConfirmed(what) {
      throw Failure(reason: "nothing was changed")
    }
    let removed = try Waiting.run { try await library.removeRoot(root) }
    let undo =
      removed.isUndoable
      ? "; undo in the player brings it back" : ", which is more than undo can bring back"
    StandardOutput.line("Took out \(RemoveRootCommand.text(removed))\(undo)")
  }

  private func isConfirmed(_ what: String) -> Bool {
    StandardError.print("Take out \(what)? [y/N]")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  private static func text(_ root: RemovedRoot) -> String {
    let tracks = root.tracks.counted("track", .plain)
    let places = root.entries.counted("place", .plain)
    let entries = root.entries > 0 ? " and \(places) in playlists" : ""
    return "\(TrackText.clean(root.path.text)) with \(tracks)\(entries)"
  }
}

/// A root as `roots --json` prints it.
struct RootRecord: Encodable {
  var path: String
  var pathBytes: String?
  var isFile, offline: Bool
  /// Missing tracks included.
  var tracks: Int

  init(_ root: LibraryRoot) {
    path = root.path.text
    pathBytes = root.path.bytesWhereInexact
    (isFile, offline, tracks) = (root.isFile, root.isOffline, root.tracks)
  }
}
