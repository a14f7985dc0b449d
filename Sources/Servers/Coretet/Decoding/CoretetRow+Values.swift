internal import JSON
internal import Music

/// What rows say; nil for those without an id.
extension CoretetRow {
  var track: CoretetTrack? {
    guard let id = id("id") else { return nil }
    var track = CoretetTrack(id: id, owner: self.id("user_id") ?? "", name: name("name") ?? "")
    track.artist = name("artist")
    track.collection = name("collection")
    track.category = name("category")
    track.labels = labels("tags")
    track.key = name("key")
    track.tempo = self["tempo"].real.flatMap { (1...1_000).contains($0) ? $0 : nil }
    track.timeSignature = name("time_signature")
    track.mood = name("mood")
    track.genre = name("genre")
    track.notes = text("notes")
    track.tuning = name("tuning")
    track.lyrics = text("lyrics")
    track.duration = duration("duration")
    track.size = max(0, self["file_size"].whole ?? 0)
    track.fileName = name("file_name")
    track.path = path("storage_path")
    track.primary = self.id("primary_track_id")
    track.ownersReaction = reactionOfFlags
    track.isDeleted = self["deleted_at"] != nil
    track.created = time("created_at")
    track.updated = time("updated_at")
    return track
  }

  /// Seconds of audio, up to what a track can last; nil for none.
  private func duration(_ column: String) -> Duration? {
    guard let seconds = self[column].real, seconds > 0 else { return nil }
    return .microseconds(Int64((min(seconds, 10_000_000) * 1_000_000).rounded()))
  }

  private func labels(_ column: String) -> [String] {
    guard case .array(let nodes)? = self[column]?.value else { return [] }
    var labels: [String] = []
    for node in nodes.prefix(Self.mostLabels) {
      if let label = Optional(node).name(longest: Self.longestName), !labels.contains(label) {
        labels.append(label)
      }
    }
    return labels
  }

  /// A path in the storage; nil for one that leads elsewhere.
  private func path(_ column: String) -> String? {
    guard let path = self[column]?.text, (1...1_000).contains(path.utf8.count),
      path.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
      path.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy({ !["", ".", ".."].contains($0) })
    else { return nil }
    return path
  }

  /// Of projects that have a truth value for each, of which the strongest counts.
  private var reactionOfFlags: Reaction {
    if self["loved"].flag { return .loved }
    if self["liked"].flag { return .liked }
    return self["listened"].flag ? .listened : .none
  }

  var playlist: CoretetPlaylist? {
    guard let id = id("id") else { return nil }
    var playlist = CoretetPlaylist(
      id: id, owner: self.id("user_id") ?? "", name: name("name") ?? "")
    playlist.description = text("description")
    playlist.created = time("created_at")
    playlist.updated = time("updated_at")
    return playlist
  }

  var share: CoretetShare? {
    guard let playlist = id("playlist_id") else { return nil }
    return CoretetShare(
      id: id("id") ?? "", playlist: playlist, email: name("shared_with_email")?.lowercased() ?? "",
      status: status("status"),
      // Rights that a project has no column for are those of Coretet's beginnings.
      rights: CoretetRights(
        canEdit: self["can_edit"].flag,
        canRate: self["can_rate"] == nil || self["can_rate"].flag),
      created: time("created_at"),
      token: CoretetID.valid(self["share_token"]?.text).map { Secret($0) })
  }

  func status(_ column: String) -> CoretetShare.Status {
    switch name(column) {
    case names.active?: .active
    case "pending"?: .pending
    case "revoked"?: .revoked
    case let other: .other(other ?? "")
    }
  }

  var entry: CoretetEntry? {
    guard let id = id("id"), let track = embedded("track", .tracks)?.track else { return nil }
    return CoretetEntry(
      id: id, position: self["position"].whole ?? 0, added: time("added_at"), track: track)
  }

  /// A rating of a user, or of a collaborator.
  var rating: CoretetRating? {
    let isGuests = table == .guestRatings
    guard let track = id("track_id"), let person = id(isGuests ? "collaborator_id" : "user_id"),
      let reaction = name("rating").flatMap({ Reaction(coretetWord: $0) })
    else { return nil }
    return CoretetRating(
      track: track,
      person: CoretetPerson(
        id: person, name: embedded("person", .collaborators)?.name("name"),
        isCollaborator: isGuests),
      reaction: reaction, updated: time(isGuests ? "rated_at" : "updated_at"))
  }

  /// A comment in either shape of the table.
  var comment: CoretetComment? {
    guard let id = id("id"), let track = self.id("track_id"), let person = self.id("user_id")
    else {
      return nil
    }
    let other = node["comment"]?.text.map { ServerText.lines($0, longest: Self.longestText) }
    return CoretetComment(
      id: id, track: track, playlist: self.id("playlist_id"),
      person: CoretetPerson(id: person, name: name("user_name") ?? mailName("user_email")),
      words: text("content") ?? other ?? "", created: time("created_at"), edited: time("updated_at")
    )
  }

  /// A user with the name that others see.
  var person: CoretetPerson? {
    guard let id = id("id") else { return nil }
    return CoretetPerson(
      id: id, name: name("display_name") ?? name("username") ?? mailName("email"))
  }

  /// The name of somebody of whom the project tells an address alone: the part before the "@".
  private func mailName(_ column: String) -> String? {
    name(column).flatMap { address in
      let part = address.prefix { $0 != "@" }
      return part.isEmpty ? nil : String(part)
    }
  }

  var invitation: CoretetInvitation? {
    guard let playlist = id("playlist_id") else { return nil }
    return CoretetInvitation(
      playlist: playlist, name: name("playlist_name") ?? "",
      email: name("shared_with_email")?.lowercased() ?? "", status: status("status"))
  }
}
