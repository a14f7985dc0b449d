import ArgumentParser
import Library
import Log
import Music

struct SharedWaitingCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "waiting", abstract: "List changes of yours that wait, or were refused.",
    discussion: """
      Each line has the beginning of the change's id, its state, what it is, and the words that you \
      typed.

      Examples:
        tritone shared waiting
        tritone shared waiting --send
        tritone shared waiting --json | jq -r 'select(.refusal) | .words'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Send what waits first.") var send = false
  @Flag(help: "Print one JSON object a line.") var json = false

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    if send {
      try Waiting.run {
        for server in try await run.library.servers() where server.kind == .coretet {
          _ = try await run.acting.exchange(server).send(try await run.acting.client(server))
        }
      }
    }
    for change in try Waiting.reading({ try await run.acting.changes() }) {
      let record = SharedChangeRecord(change)
      if json { try StandardOutput.json(record) } else { StandardOutput.line(record.line) }
    }
  }
}

struct SharedRetryCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Send a change that was refused or set aside once more.",
    discussion: """
      Examples:
        tritone shared retry 3f2a90c1
        tritone shared retry 3f2a90c1 --text "the bass comes in late"
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: "Other words for it.") var text: String?
  @Argument(help: "The beginning of its id.") var id: String

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let (change, text) = (try run.stopped(id), text)
    try Waiting.run { try await run.acting.retry(change.id, words: text) }
    try run.send(to: change.server, TrackText.clean(change.subject))
  }
}

struct SharedDiscardCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Forget a change that was refused or set aside, with its words.",
    discussion: """
      Examples:
        tritone shared discard 3f2a90c1
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The beginning of its id.") var id: String

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let change = try run.stopped(id)
    try Waiting.run { try await run.acting.discard(change.id) }
    StandardOutput.line("Forgot \(TrackText.clean(change.subject))")
  }
}
