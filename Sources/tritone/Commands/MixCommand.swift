import ArgumentParser
import Control
import JSON
import Library
import Media
import Music

struct MixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mix", abstract: "List the mix slots, fill them, and give them playlists.",
    discussion: """
      Each change is one step of the library's history: Ctrl-Z in the player takes it back.

      Examples:
        tritone mix list
        tritone mix 1 song.flac
        tritone mix add 2 ~/Music/House
        tritone mix assign 3 "Closing"
        tritone mix empty 3
      """,
    subcommands: [List.self, Add.self, Assign.self, Empty.self], defaultSubcommand: Add.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the slots with their playlists.",
      discussion: """
        Example:
          tritone mix list --json
        """)
    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() throws {
      let library = try options.openExistingLibrary()
      let board = try Waiting.run { try await library.mixBoard() }
      for slot in MixSlot.allCases {
        let playlist = board[slot]
        if json {
          try StandardOutput.json(
            SlotRecord(
              slot: slot.rawValue, playlist: playlist?.name, tracks: playlist?.trackCount ?? 0,
              duration: playlist?.duration.seconds ?? 0))
        } else if let playlist {
          let tracks = playlist.trackCount.counted("track", .plain)
          StandardOutput.line(
            "\(slot.rawValue)\t\(TrackText.clean(playlist.name))\t\(tracks)\t"
              + playlist.duration.clockText)
        } else {
          StandardOutput.line("\(slot.rawValue)\t(empty)")
        }
      }
    }
  }

  struct Add: PlainCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add files or folders to a slot; the word add may be left out.",
      discussion: """
        An empty slot gets a playlist named after it. A track that is already there is not added \
        again. Without a path the player that runs adds what it plays.

        Examples:
          tritone mix 1
          tritone mix 1 song.flac
          tritone mix add 2 ~/Music/House
        """)
    @OptionGroup var target: PlayerTarget
    @Argument(help: "The slot: 1, 2 or 3.") var slot: Int
    @Argument(help: ArgumentHelp("Files and folders.", valueName: "path")) var paths: [String] = []

    mutating func take(_ arguments: inout PlainArguments) -> Bool {
      guard let slot: Int = arguments.value() else { return false }
      (self.slot, paths) = (slot, [])
      return true
    }

    func validate() throws {
      _ = try MixCommand.slot(slot)
      if target.json, !paths.isEmpty {
        throw ValidationError("--json is for what the player that runs adds, without a path")
      }
    }

    func run() throws {
      guard !paths.isEmpty else {
        return try target.send([("do", .text("mix")), ("slot", .number(slot))])
      }
      let options = target.options
      try FFmpegLibraries.load()
      let slot = try MixCommand.slot(slot)
      let paths = try options.directories.named(paths)
      let library = try options.openLibrary()
      let addition = try Waiting.run { () async throws -> Addition in
        let tracks = try await library.tracksToAdd(paths)
        if let addition = try await library.add(tracks, to: slot) { return addition }
        let queued = tracks.map { QueuedTrack($0) }
        let name = "Mix \(slot.rawValue)"
        if let there = try await library.playlist(named: name), there.smart == nil {
          return try await library.fill(slot, into: there.id, with: queued)
        }
        return try await library.fill(slot, intoNew: name, with: queued)
      }
      StandardOutput.line(addition.line)
    }
  }

  struct Assign: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give a slot a playlist.",
      discussion: """
        Example:
          tritone mix assign 3 "Closing"
        """)
    @OptionGroup var options: GlobalOptions
    @Argument(help: "The slot: 1, 2 or 3.") var slot: Int
    @Argument(help: "The name of the playlist.") var name: String

    func validate() throws { _ = try MixCommand.slot(slot) }

    func run() throws {
      let slot = try MixCommand.slot(slot)
      let library = try options.openExistingLibrary()
      let name = name
      let playlist = try Waiting.run {
        let playlist = try await library.named(name)
        try await library.assign(slot, to: playlist.id)
        return playlist
      }
      StandardOutput.line("Slot \(slot.rawValue) is now \(TrackText.clean(playlist.name))")
    }
  }

  struct Empty: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take the playlist out of a slot; it stays among the playlists.",
      discussion: """
        Example:
          tritone mix empty 3
        """)
    @OptionGroup var options: GlobalOptions
    @Argument(help: "The slot: 1, 2 or 3.") var slot: Int

    func validate() throws { _ = try MixCommand.slot(slot) }

    func run() throws {
      let slot = try MixCommand.slot(slot)
      let library = try options.openExistingLibrary()
      try Waiting.run { try await library.assign(slot, to: nil) }
      StandardOutput.line("Slot \(slot.rawValue) is empty")
    }
  }

  private static func slot(_ number: Int) throws -> MixSlot {
    guard let slot = MixSlot(rawValue: number) else {
      throw ValidationError("there are the slots 1, 2 and 3, not \(number)")
    }
    return slot
  }
}
