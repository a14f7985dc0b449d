import ArgumentParser
import Glibc
import Library
import Log
import Music
import Servers

struct ServerSyncCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "List what servers have, and exchange marks and places.",
    discussion: """
      New and changed tracks come into the library, those that have gone are missing; nothing is \
      downloaded. Ratings, loved tracks, plays and playlists go both ways with a Subsonic server; \
      places, bookmarks and finished books with Audiobookshelf, where the newest counts. Ctrl-C stops \
      it, and the next one goes on there. Without a name all servers are synced.

      Examples:
        tritone server sync
        tritone server sync Attic
        tritone server sync Attic --send-playlist "Road Trip"
        tritone server sync --json | jq .added
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object for each server.") var json = false
  @Flag(help: "List everything anew, also where the server's files are as they were.")
  var all = false
  @Option(
    help: ArgumentHelp(
      "Make a playlist of the library at the server, too; repeat it for several.",
      valueName: "name"))
  var sendPlaylist: [String] = []
  @Argument(help: "The servers.") var names: [String] = []

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    try GlobalOptions.choosePrivacy(of: log, by: library)
    var run = ServerSync(
      library: library, access: ServerAccess(options.directories, log: log),
      directories: options.directories, log: log)
    (run.isThorough, run.playlists) = (all, sendPlaylist)
    let sync = run
    let wanted = names
    let servers = try Waiting.reading { try await ServerLookup(library).all(named: wanted) }
    var isWhole = true
    for server in servers {
      let line = ProgressLine()
      let outcome = try Waiting.run {
        await sync.run(server) {
          line.show($0.done, of: max($0.done, $0.total ?? $0.done), "tracks")
        }
      }
      line.clear()
      let shown = TrackText.clean(server.name)
      if json {
        try StandardOutput.json(ServerSyncRecord(server, outcome))
      } else if outcome.faults.isEmpty || outcome.listing != ServerListingOutcome() {
        for text in outcome.lines { StandardOutput.line("\(shown): \(text)") }
      }
      for fault in outcome.faults { StandardError.print("tritone: \(shown): \(fault)") }
      if outcome.wasCancelled {
        StandardError.print("tritone: stopped; the next sync goes on from here")
      }
      isWhole = isWhole && outcome.faults.isEmpty && !outcome.wasCancelled
      if outcome.wasCancelled { break }
    }
    guard isWhole else { throw ExitCode(1) }
  }
}

extension ServerSyncOutcome {
  /// The end of a sync for the user.
  var lines: [String] {
    var lines = [
      listing.isUnchanged
        ? "nothing has changed"
        : "\(listing.tracks.counted("track")), \(listing.added) new, \(listing.changed) changed, "
          + "\(listing.removed) gone"
    ]
    let parts = [
      (exchange.marksSent, "track", "told"), (exchange.marksTaken, "track", "taken over"),
      (exchange.progressSent, "place", "sent"), (exchange.progressTaken, "place", "taken over"),
      (exchange.playlistsSent, "playlist", "sent"),
      (exchange.playlistsTaken, "playlist", "taken over"),
      (exchange.changesSent, "change", "sent"), (exchange.refused.count, "change", "refused"),
    ].filter { $0.0 > 0 }.map { "\($0.0.counted($0.1)) \($0.2)" }
    if !parts.isEmpty { lines.append(parts.joined(separator: ", ")) }
    return lines
  }
}
