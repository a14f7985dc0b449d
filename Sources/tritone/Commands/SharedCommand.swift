import ArgumentParser
import Library
import Log
import Music

/// Playlists that people share.
struct SharedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shared",
    abstract: "Playlists that people share: rate, comment, share, and what waits.",
    discussion: """
      Playlists of Coretet servers, your own and those that others share with you. What was seen is \
      there without a network, too; what you say waits in the library until it can be sent.

      Examples:
        tritone shared list
        tritone shared show Demos
        tritone shared rate Demos 3 loved
        tritone shared comment Demos 3 "the bass comes in too late" --at 0:42
        tritone shared waiting
      """,
    subcommands: [
      SharedListCommand.self, SharedShowCommand.self, SharedRateCommand.self,
      SharedCommentCommand.self, SharedMoveCommand.self, SharedShareCommand.self,
      SharedRevokeCommand.self, SharedAcceptCommand.self, SharedWaitingCommand.self,
      SharedRetryCommand.self, SharedDiscardCommand.self,
    ], defaultSubcommand: SharedListCommand.self)
}

struct SharedListCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the shared playlists.",
    discussion: """
      Each line has the name, the server, whose it is, its tracks, the day of its last change, and \
      what is new, waits or was refused. No server is asked without --refresh; new playlists come \
      with tritone server sync.

      Examples:
        tritone shared list
        tritone shared list --refresh --json | jq 'select(.news > 0) | .name'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Ask the servers for news first.") var refresh = false
  @Flag(help: "Print one JSON object a line.") var json = false

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    if refresh { try run.refresh(nil) }
    let playlists = try Waiting.reading { try await run.library.sharedPlaylists() }
    if playlists.isEmpty, !json { StandardError.print("tritone: \(try run.noPlaylists())") }
    for playlist in playlists {
      let record = SharedPlaylistRecord(playlist)
      if json { try StandardOutput.json(record) } else { StandardOutput.line(record.line) }
    }
  }
}

struct SharedShowCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the tracks of a shared playlist with what was said.",
    discussion: """
      Each track has a line with its number, its title, its artist, its length and the reactions; \
      behind it follow its comments. What waits to be sent is among them.

      Examples:
        tritone shared show Demos
        tritone shared show Demos --refresh --json | jq -r '.comments[].text'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Ask the server for news first.") var refresh = false
  @Flag(help: "Count nothing of it as new any more.") var seen = false
  @Flag(help: "Print one JSON object for each track.") var json = false
  @Argument(help: "Its name or its id.") var playlist: String

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let found = try run.playlist(playlist)
    if refresh { try run.refresh(found) }
    let contents = try Waiting.reading { try await run.acting.contents(found.id) }
    for (index, entry) in contents.entries.enumerated() {
      let record = SharedEntryRecord(entry, number: index + 1)
      guard !json else {
        try StandardOutput.json(record)
        continue
      }
      for line in record.lines { StandardOutput.line(line) }
    }
    if seen { try Waiting.run { try await run.library.lookedAtShared(found.id) } }
  }
}
