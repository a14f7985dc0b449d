import ArgumentParser
import Interface
import Log
import Music

struct SharedRateCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Say what you think of a track of a shared playlist.",
    discussion: """
      The reaction is the track's in the library, too.

      Examples:
        tritone shared rate Demos 3 loved
        tritone shared rate Demos "Take 3" none
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The playlist.") var playlist: String
  @Argument(help: "The number of the track, or its title.") var track: String
  @Argument(help: "none, listened, liked or loved.") var reaction: SetCommand.ReactionArgument

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let found = try run.playlist(playlist)
    let entry = try run.entry(track, in: found)
    let reaction = reaction.reaction
    try Waiting.run { try await run.acting.rate(entry.track, in: found.id, reaction) }
    try run.send(to: found.id.server, "\(TrackText.clean(entry.title)): \(reaction)")
  }
}

struct SharedCommentCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment", abstract: "Write, change or delete a comment on a shared track.",
    discussion: """
      A comment has 1 to 2,000 characters. Others see the place before its words.

      Examples:
        tritone shared comment Demos 3 "the bass comes in too late" --at 0:42
        tritone shared comment Demos 3 "the bass comes in too early" --edit 3f2a90c1 --at 0:40
        tritone shared comment Demos 3 --delete 3f2a90c1
      """)

  @OptionGroup var options: GlobalOptions
  @Option(help: ArgumentHelp("The place in the track.", valueName: "time")) var at: String?
  @Option(help: ArgumentHelp("Change this comment of yours.", valueName: "id")) var edit: String?
  @Option(help: ArgumentHelp("Delete this comment of yours.", valueName: "id"))
  var delete: String?
  @Argument(help: "The playlist.") var playlist: String
  @Argument(help: "The number of the track, or its title.") var track: String
  @Argument(help: "What to say.") var text: String?

  func validate() throws {
    if let at { _ = try BookTime.duration(at) }
    guard (text == nil) == (delete != nil) else {
      throw ValidationError(delete == nil ? "say something" : "--delete takes no text")
    }
    if delete != nil, edit != nil { throw ValidationError("--edit or --delete") }
  }

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let found = try run.playlist(playlist)
    let entry = try run.entry(track, in: found)
    let place = try at.map(BookTime.duration)
    let (acting, text, id) = (run.acting, text ?? "", found.id)
    if let beginning = edit ?? delete {
      let comment = try comment(beginning, on: entry)
      let deletes = delete != nil
      try Waiting.run {
        if deletes { return try await acting.delete(comment: comment, in: id) }
        try await acting.edit(comment: comment, in: id, text, at: place)
      }
      try run.send(to: id.server, "\(comment.prefix(8)) \(deletes ? "deleted" : "changed")")
    } else {
      let comment = try Waiting.run {
        try await acting.comment(text, on: entry.track, in: id, at: place)
      }
      try run.send(to: id.server, String(comment.prefix(8)))
    }
  }

  private func comment(_ beginning: String, on entry: SharedEntry) throws -> String {
    let found = entry.comments.filter {
      !beginning.isEmpty && $0.id.hasPrefix(beginning.lowercased())
    }
    guard let comment = found.first, found.count == 1 else {
      throw Failure(
        reason: "there \(found.isEmpty ? "is no comment" : "are several comments") "
          + TrackText.clean(beginning))
    }
    return comment.id
  }
}

struct SharedMoveCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a track of a shared playlist that you may edit.",
    discussion: """
      Examples:
        tritone shared move Demos 5 --after 2
        tritone shared move Demos 5 --after 0
      """)

  @OptionGroup var options: GlobalOptions
  @Option(
    help: ArgumentHelp("The number of the track before it; 0 for none.", valueName: "number"))
  var after: Int
  @Argument(help: "The playlist.") var playlist: String
  @Argument(help: "The number of the track, or its title.") var track: String

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let found = try run.playlist(playlist)
    let entry = try run.entry(track, in: found)
    let anchor = after == 0 ? nil : try run.entry(String(after), in: found)
    try Waiting.run {
      try await run.acting.move([entry.id], in: found.id, after: anchor?.id)
    }
    try run.send(to: found.id.server, "Moved \(TrackText.clean(entry.title))")
  }
}

struct SharedShareCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share a playlist of yours, or show with whom it is shared.",
    discussion: """
      Without an address the shares are listed, as the server says. Sharing once more changes the \
      rights.

      Examples:
        tritone shared share Demos
        tritone shared share Demos kari@example.org
        tritone shared share Demos per@example.org --edit
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "They may put its tracks into another order, too.") var edit = false
  @Flag(help: "They may listen and comment, and not rate.") var noRating = false
  @Flag(help: "Print the shares, one JSON object a line.") var json = false
  @Argument(help: "The playlist.") var playlist: String
  @Argument(help: "The e-mail address of somebody.") var email: String?

  private struct Record: Encodable {
    var email, status: String
    var mayEdit, mayRate: Bool
  }

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let found = try run.playlist(playlist)
    if let email {
      let rights = SharedRights(canEdit: edit, canRate: !noRating)
      try Waiting.run { try await run.acting.share(found.id, with: email, rights) }
      return try run.send(
        to: found.id.server, "Shared \(TrackText.clean(found.name)) with \(TrackText.clean(email))")
    }
    for share in try Waiting.run({ try await run.acting.shares(of: found.id) }) {
      let status: String =
        switch share.status {
        case .invited: "invited"
        case .active: "active"
        case .revoked: "revoked"
        case .other(let word): word
        }
      let rights = share.rights
      guard !json else {
        try StandardOutput.json(
          Record(
            email: share.email, status: status, mayEdit: rights.canEdit, mayRate: rights.canRate))
        continue
      }
      let words = [rights.canEdit ? "edit" : nil, rights.canRate ? "rate" : nil]
      StandardOutput.line(
        [share.email, status, words.compactMap(\.self).joined(separator: ", ")]
          .map(TrackText.clean).joined(separator: "\t"))
    }
  }
}

struct SharedRevokeCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Share a playlist of yours with somebody no longer.",
    discussion: """
      What they have said stays.

      Examples:
        tritone shared revoke Demos kari@example.org
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The playlist.") var playlist: String
  @Argument(help: "The e-mail address.") var email: String

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let (found, email) = (try run.playlist(playlist), email)
    try Waiting.run { try await run.acting.revoke(found.id, of: email) }
    try run.send(
      to: found.id.server,
      "\(TrackText.clean(found.name)) is no longer shared with "
        + TrackText.clean(email))
  }
}

struct SharedAcceptCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Take part in a playlist to which you are invited.",
    discussion: """
      tritone server sync then lists its tracks.

      Examples:
        tritone shared accept Demos
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The playlist.") var playlist: String

  func run(log: Log) throws {
    let run = try SharedRun(options, log)
    let found = try run.playlist(playlist)
    guard found.standing == .invited else {
      throw Failure(reason: "you are not invited to \(TrackText.clean(found.name))")
    }
    try Waiting.run { try await run.acting.accept(found.id) }
    StandardOutput.line("\(TrackText.clean(found.name)) is yours to listen to")
    StandardError.print("tritone server sync lists its tracks")
  }
}
