import Music

/// A shared playlist as `shared list --json` prints it.
struct SharedPlaylistRecord: Encodable {
  var id, server, name: String
  var details: String?
  var owner: String
  /// own, shared, invited or gone.
  var standing: String
  var mayEdit, mayRate: Bool
  /// ISO 8601, UTC; absent where it is not known.
  var updated: String?
  var tracks, news, waiting, refused: Int

  init(_ playlist: SharedPlaylist) {
    id = playlist.id.id
    (server, name, details) = (playlist.server, playlist.name, playlist.details)
    owner = playlist.owner.shownName
    standing = "\(playlist.standing)"
    (mayEdit, mayRate) = (playlist.rights.canEdit, playlist.rights.canRate)
    updated = playlist.updated > 0 ? CommentRecord.time(playlist.updated) : nil
    (tracks, news) = (playlist.tracks, playlist.news)
    (waiting, refused) = (playlist.waiting, playlist.refused)
  }

  /// The playlist in one line, with tabs.
  var line: String {
    let counts = [(news, "new"), (waiting, "waiting"), (refused, "refused")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return [
      name, server, standing == "own" ? "yours" : "\(standing) by \(owner)",
      tracks.counted("track", .plain), updated.map { String($0.prefix(10)) } ?? "", counts,
    ].map(TrackText.clean).joined(separator: "\t")
  }
}

/// A track of a shared playlist as `shared show --json` prints it.
struct SharedEntryRecord: Encodable {
  struct Rating: Encodable {
    var person, reaction: String
    var isNew: Bool
  }

  struct Comment: Encodable {
    var id: String
    /// Seconds; absent for one on all of the track.
    var at: Double?
    var author: String
    var isOwn, isNew: Bool
    var text: String
    /// ISO 8601, UTC.
    var created: String
    var edited: String?
    /// sent, waiting or refused.
    var state: String
    /// Why it was refused.
    var reason: String?
  }

  /// From 1 on.
  var number: Int
  var id, title: String
  var artist: String?
  /// Seconds.
  var duration: Double?
  var reaction: String
  var isWaiting: Bool
  var ratings: [Rating]
  var comments: [Comment]

  init(_ entry: SharedEntry, number: Int) {
    self.number = number
    (id, title, artist) = (entry.id, entry.title, entry.artist)
    duration = entry.duration?.seconds
    (reaction, isWaiting) = ("\(entry.reaction)", entry.isWaiting)
    ratings = entry.ratings.map {
      Rating(person: $0.person.shownName, reaction: "\($0.reaction)", isNew: $0.isNew)
    }
    comments = entry.comments.map { comment in
      let (state, reason): (String, String?) =
        switch comment.state {
        case .sent: ("sent", nil)
        case .waiting: ("waiting", nil)
        case .refused(let reason): ("refused", reason)
        }
      return Comment(
        id: comment.id, at: comment.place?.seconds, author: comment.person.shownName,
        isOwn: comment.isOwn, isNew: comment.isNew, text: comment.text,
        created: CommentRecord.time(comment.created),
        edited: comment.edited.map(CommentRecord.time), state: state, reason: reason)
    }
  }

  /// The track, and a line for each comment.
  var lines: [String] {
    let others = ratings.map { "\($0.person): \($0.reaction)" }.joined(separator: ", ")
    let own = reaction == "none" ? "" : "you: \(reaction)" + (isWaiting ? " (waiting)" : "")
    let first = [
      "\(number)", title, artist ?? "",
      duration.map { Duration.seconds($0).clockText(decimals: 0) } ?? "",
      [own, others].filter { !$0.isEmpty }.joined(separator: ", "),
    ]
    return [first.map(TrackText.clean).joined(separator: "\t")]
      + comments.map { comment in
        let place = comment.at.map { Duration.seconds($0).clockText(decimals: 0) } ?? ""
        let state = comment.state == "sent" ? "" : comment.state
        return [
          "", String(comment.id.prefix(8)), place, comment.isOwn ? "you" : comment.author,
          comment.text.replacing("\n", with: " "), state,
        ].map(TrackText.clean).joined(separator: "\t")
      }
  }
}

/// A change that waits or was refused, as `shared waiting --json` prints it.
struct SharedChangeRecord: Encodable {
  var id, subject: String
  var words: String?
  /// ISO 8601, UTC.
  var made: String
  /// Absent while it waits.
  var refusal: String?
  /// Why it waits longer than others; absent where it does not.
  var hold: String?

  init(_ change: SharedChange) {
    (id, subject, words) = (change.id, change.subject, change.words)
    (made, refusal, hold) = (CommentRecord.time(change.made), change.refusal, change.hold)
  }

  private var state: String {
    if let refusal { return "refused: \(refusal)" }
    return hold.map { "waiting: \($0)" } ?? "waiting"
  }

  var line: String {
    [
      String(id.prefix(8)), state, subject,
      words?.replacing("\n", with: " ") ?? "",
    ].map(TrackText.clean).joined(separator: "\t")
  }
}
