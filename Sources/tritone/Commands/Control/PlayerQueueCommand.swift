import ArgumentParser
import Control
import JSON
import Music

struct PlayerQueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "List the queue of the player, add to it, or empty it.",
    discussion: """
      Examples:
        tritone queue
        tritone queue add song.flac
        tritone queue next ~/Music/House
        tritone queue clear
      """,
    subcommands: [List.self, Add.self, Next.self, Clear.self], defaultSubcommand: List.self)

  struct List: PlainCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the queue; an arrow marks what is current.",
      discussion: """
        Examples:
          tritone queue list
          tritone queue list --json | jq -r .path
        """)
    @OptionGroup var target: PlayerTarget

    func run() throws {
      let client = try ControlError.told(asJSON: target.json) { try target.connect() }
      var from = 0
      while true {
        let part = try ControlError.told(asJSON: target.json) {
          try client.request([("get", .text("queue")), ("from", .number(from))])
        }
        guard let items = part["items"]?.array, let count = part["count"]?.integer else {
          throw ControlError.garbage
        }
        for item in items {
          if target.json {
            try StandardOutput.write(item.line)
          } else {
            StandardOutput.line(Self.line(item, current: part["index"]?.integer))
          }
        }
        from += items.count
        if items.isEmpty || from >= count { return }
      }
    }

    private static func line(_ item: JSONNode, current: Int?) -> String {
      let place = item["place"]?.integer
      let duration = item["duration"]?.number.map { Duration.seconds($0).clockText }
      return [
        place != nil && place == current ? "→" : "", place.map { "\($0 + 1)" } ?? "",
        item["artist"]?.text ?? "", item["title"]?.text ?? "", duration ?? "",
      ].map(TrackText.clean).joined(separator: "\t")
    }
  }

  struct Add: PlainCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add files, folders and streams to the end of the queue.",
      discussion: """
        Example:
          tritone queue add song.flac
        """)
    @OptionGroup var target: PlayerTarget
    @Argument(help: ArgumentHelp("Files, folders and streams.", valueName: "path"))
    var paths: [String]

    mutating func take(_ arguments: inout PlainArguments) -> Bool {
      paths = arguments.values()
      return !paths.isEmpty
    }

    func run() throws { try PlayerQueueCommand.queue(paths, next: false, target) }
  }

  struct Next: PlainCommand {
    static let configuration = CommandConfiguration(
      commandName: "next", abstract: "Add files, folders and streams behind what plays.",
      discussion: """
        Example:
          tritone queue next ~/Music/House
        """)
    @OptionGroup var target: PlayerTarget
    @Argument(help: ArgumentHelp("Files, folders and streams.", valueName: "path"))
    var paths: [String]

    mutating func take(_ arguments: inout PlainArguments) -> Bool {
      paths = arguments.values()
      return !paths.isEmpty
    }

    func run() throws { try PlayerQueueCommand.queue(paths, next: true, target) }
  }

  struct Clear: PlainPlayerCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Empty the queue; what plays goes on to its end.",
      discussion: """
        Ctrl-Z in the player brings it back.

        Example:
          tritone queue clear
        """)
    static let request = "clear"
    @OptionGroup var target: PlayerTarget
  }

  private static func queue(_ paths: [String], next: Bool, _ target: PlayerTarget) throws {
    let sources = try target.options.directories.playable(paths)
    try target.send([
      ("do", .text("queue")), ("paths", .array(sources.map { .bytes($0.argument) })),
      ("next", .bool(next)),
    ])
  }
}
