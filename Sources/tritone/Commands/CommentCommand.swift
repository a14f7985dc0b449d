import ArgumentParser
import Interface
import Library
import Log
import Music

/// Comments on tracks.
struct CommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "List, write, change and delete comments on a track.",
    discussion: """
      A comment has 1 to 2,000 characters, and may be about a place in the track. Edits can be \
      undone in the player. A text that looks like an option, as --late, stands behind --.

      Examples:
        tritone comment list take3.wav
        tritone comment add take3.wav "the bass is late" --at 0:42
        tritone comment edit take3.wav 3f2a90c1 "too early" --at 0:40
        tritone comment remove take3.wav 3f2a90c1
      """,
    subcommands: [List.self, Add.self, Edit.self, Remove.self], defaultSubcommand: List.self)

  struct List: LoggedCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the comments on a track, the oldest first.",
      discussion: """
        Each line has the beginning of a comment's id, its place, its day, its author and its text. \
        Without an author it is yours.

        Examples:
          tritone comment list take3.wav
          tritone comment list take3.wav --json | jq -r 'select(.at != null) | .text'
        """)

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print one JSON object a line.") var json = false
    @Argument(help: ArgumentHelp("A file of the library.", valueName: "file")) var file: String

    func run(log: Log) throws {
      let commented = try Commented(file, options, log)
      for comment in try commented.comments() { try CommentCommand.show(comment, json) }
    }
  }

  struct Add: LoggedCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a comment on a track.",
      discussion: """
        Examples:
          tritone comment add take3.wav "keep this one"
          tritone comment add take3.wav "too loud" --at 1:02.5 --json | jq -r .id
        """)

    @OptionGroup var options: GlobalOptions
    @Option(help: ArgumentHelp("The place in the track.", valueName: "time")) var at: String?
    @Flag(help: "Print the comment as one JSON object.") var json = false
    @Argument(help: ArgumentHelp("A file of the library.", valueName: "file")) var file: String
    @Argument(help: "What to say.") var text: String

    func validate() throws { try CommentCommand.check(text, at) }

    func run(log: Log) throws {
      let (commented, text) = (try Commented(file, options, log), text)
      let place = try at.map(BookTime.duration)
      let (library, track) = (commented.library, commented.track.id)
      let comment = try Waiting.run { try await library.addComment(text, to: track, at: place) }
      try CommentCommand.show(comment, json)
    }
  }

  struct Edit: LoggedCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change a comment of yours.",
      discussion: """
        Examples:
          tritone comment edit take3.wav 3f2a90c1 "a little too loud"
          tritone comment edit take3.wav 3f2a90c1 --at 1:03
          tritone comment edit take3.wav 3f2a90c1 --at ''
        """)

    @OptionGroup var options: GlobalOptions
    @Option(
      help: ArgumentHelp("The new place; '' for all of the track.", valueName: "time"))
    var at: String?
    @Flag(help: "Print the comment as one JSON object.") var json = false
    @Argument(help: ArgumentHelp("A file of the library.", valueName: "file")) var file: String
    @Argument(help: "The beginning of its id.") var id: String
    @Argument(help: "The new text.") var text: String?

    func validate() throws {
      guard text != nil || at != nil else { throw ValidationError("say what to change") }
      try CommentCommand.check(text, at == "" ? nil : at)
    }

    func run(log: Log) throws {
      let (commented, text) = (try Commented(file, options, log), text)
      let id = try commented.id(id)
      let place: EntryDetails.Change<Duration?> =
        switch at {
        case nil: .keep
        case "": .set(nil)
        case let time?: .set(try BookTime.duration(time))
        }
      let library = commented.library
      let comment = try Waiting.run {
        try await library.editComment(id, text: text, place: place)
      }
      try CommentCommand.show(comment, json)
    }
  }

  struct Remove: LoggedCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete comments of yours.",
      discussion: """
        Examples:
          tritone comment remove take3.wav 3f2a90c1
        """)

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Print the deleted comments, one JSON object a line.") var json = false
    @Argument(help: ArgumentHelp("A file of the library.", valueName: "file")) var file: String
    @Argument(help: "The beginnings of their ids.") var ids: [String]

    func run(log: Log) throws {
      let commented = try Commented(file, options, log)
      let ids = try self.ids.map { try commented.id($0) }
      let removed = try commented.comments().filter { ids.contains($0.id) }
      let library = commented.library
      let unique = removed.map(\.id)
      let count = try Waiting.run { try await library.removeComments(unique) }
      guard !json else { return try removed.forEach { try CommentCommand.show($0, true) } }
      StandardOutput.line("\(count.counted("comment", .plain)) deleted")
    }
  }

  private static func check(_ text: String?, _ time: String?) throws {
    if let time { _ = try BookTime.duration(time) }
    guard let text else { return }
    do throws(LabelFault) { _ = try TrackComment.tidied(text) } catch {
      throw ValidationError(error.clause)
    }
  }

  private static func show(_ comment: TrackComment, _ json: Bool) throws {
    let record = CommentRecord(comment)
    guard !json else { return try StandardOutput.json(record) }
    StandardOutput.line(record.line)
  }
}

/// A track with comments, by its file.
private struct Commented {
  let library: Library
  let track: Track

  init(_ file: String, _ options: GlobalOptions, _ log: Log) throws {
    let (directories, library) = (options.directories, try options.openExistingLibrary(log: log))
    let track = try Waiting.run { () -> Track in
      let tracks = try await LibraryTracks.named([file], directories, library)
      guard tracks.count == 1, let track = try await library.tracks(tracks).first else {
        throw Failure(reason: "\(file) is \(tracks.count.counted("track", .plain)); name one")
      }
      return track
    }
    (self.library, self.track) = (library, track)
  }

  func comments() throws -> [TrackComment] {
    let (library, track) = (library, track.id)
    return try Waiting.run { try await library.comments(of: track) }
  }

  /// The id that begins so, of one comment alone.
  func id(_ beginning: String) throws -> CommentID {
    let wanted = beginning.lowercased()
    let found = try comments().map(\.id).filter { $0.rawValue.hasPrefix(wanted) }
    guard !wanted.isEmpty, let id = found.first else {
      throw Failure(
        reason: "there is no comment \(TrackText.clean(beginning)); tritone comment list shows all")
    }
    guard found.count == 1 else {
      throw Failure(reason: "\(found.count) comments begin with \(wanted); name more of the id")
    }
    return id
  }
}
