// Values of a Coretet project as the library has them.
import Music
import Servers

extension ListedSharedPlaylist {
  /// - Parameter person: whoever is signed in.
  init(_ playlist: CoretetPlaylist, by person: SharedPerson) {
    let standing: SharedPlaylist.Standing
    switch playlist.share?.status {
    case nil: standing = .own
    case .active: standing = .shared
    case .pending: standing = .invited
    case .revoked, .other: standing = .gone
    }
    let isOwn = playlist.owner == person.id
    self.init(
      id: playlist.id, name: playlist.name, details: playlist.description,
      owner: isOwn ? person : SharedPerson(id: playlist.owner, name: playlist.ownerName),
      standing: standing,
      rights: SharedRights(playlist.rights), created: playlist.created, updated: playlist.updated)
  }
}

extension SharedRights {
  init(_ rights: CoretetRights) { self.init(canEdit: rights.canEdit, canRate: rights.canRate) }

  var ofProject: CoretetRights { CoretetRights(canEdit: canEdit, canRate: canRate) }
}

extension ListedSharedEntry {
  init(_ entry: CoretetEntry) {
    let track = entry.track
    self.init(
      id: entry.id, position: entry.position, track: track.serverTrack, path: track.path,
      labels: TrackLabels(
        category: track.category.map(TrackCategory.init(rawValue:)), tags: track.labels,
        collection: track.collection, mood: track.mood, timeSignature: track.timeSignature))
  }
}

extension SharedPerson {
  /// Whoever has to sign in, as users and collaborators may have the same name.
  var signInText: String {
    "\(shownName) to sign in\(isCollaborator ? " as a collaborator" : "")"
  }

  init(_ person: CoretetPerson) {
    self.init(id: person.id, name: person.name, isCollaborator: person.isCollaborator)
  }

  init(_ identity: CoretetIdentity) {
    switch identity {
    case .user(let id, let email): self.init(id: id, name: email)
    case .collaborator(let id, _, let name):
      self.init(id: id, name: name, isCollaborator: true)
    }
  }
}

extension ListedSharedRating {
  init(_ rating: CoretetRating) {
    self.init(
      track: rating.track,
      rating: SharedRating(
        person: SharedPerson(rating.person), reaction: rating.reaction, updated: rating.updated))
  }
}

extension ListedSharedComment {
  init(_ comment: CoretetComment) {
    self.init(
      track: comment.track,
      comment: SharedComment(
        id: comment.id, person: SharedPerson(comment.person), words: comment.words,
        created: comment.created, edited: comment.edited > comment.created ? comment.edited : nil))
  }
}

extension SharedShare {
  init(_ share: CoretetShare) {
    let status: Status
    switch share.status {
    case .active: status = .active
    case .pending: status = .invited
    case .revoked: status = .revoked
    case .other(let word): status = .other(word)
    }
    self.init(email: share.email, rights: SharedRights(share.rights), status: status)
  }
}

// The tables have no column for the place in a track: it stands before the words.
extension SharedComment {
  init(
    id: String, person: SharedPerson, words: String, created: Int64, edited: Int64? = nil,
    isOwn: Bool = false, state: State = .sent
  ) {
    let (place, text) = Self.parts(of: words)
    self.init(
      id: id, person: person, place: place, text: text, created: created, edited: edited,
      isOwn: isOwn, state: state)
  }

  static func parts(of words: String) -> (place: Duration?, text: String) {
    CoretetPlace(parsing: words).map { ($0.place, $0.words) } ?? (nil, words)
  }

  /// The words to send.
  ///
  /// - Throws: `CoretetError.wrongLength`.
  static func words(_ text: String, at place: Duration?) throws(CoretetError) -> String {
    let text = try CoretetComment.words(text)
    guard let place else { return text }
    return try CoretetComment.words(CoretetPlace(place: place, words: text).text)
  }
}

extension SharedContents {
  /// The playlist with the changes that wait or were refused, as if the server had those that wait.
  func showing(_ queue: CoretetQueue, of person: SharedPerson) -> SharedContents {
    var contents = self
    for one in queue.waiting { contents.show(one.change, .waiting, person) }
    for one in queue.refused where one.change.words != nil {
      contents.show(one.change, .refused(one.reason), person)
    }
    return contents
  }

  private mutating func show(
    _ change: CoretetChange, _ state: SharedComment.State, _ person: SharedPerson
  ) {
    switch change.kind {
    case .addComment(let id, let track, let list, let words):
      guard list == nil || list == playlist.id.id else { return }
      let comment = SharedComment(
        id: id, person: person, words: words, created: change.made, isOwn: true, state: state)
      for index in entries.indices where entries[index].serverTrack == track {
        entries[index].comments.removeAll { $0.id == id }
        entries[index].comments.append(comment)
      }
    case .editComment(let id, let words):
      let (place, text) = SharedComment.parts(of: words)
      changeComment(id) { comment in
        (comment.place, comment.text, comment.edited) = (place, text, change.made)
        comment.state = state
      }
    case .deleteComment(let id, _):
      for index in entries.indices { entries[index].comments.removeAll { $0.id == id } }
    case .move(let list, let moved, let anchor):
      if list == playlist.id.id { move(moved, after: anchor) }
    // The library has reactions already, and shares are asked for.
    case .rate, .share, .revoke: break
    }
  }

  private mutating func changeComment(_ id: String, _ change: (inout SharedComment) -> Void) {
    for entry in entries.indices {
      for index in entries[entry].comments.indices where entries[entry].comments[index].id == id {
        change(&entries[entry].comments[index])
      }
    }
  }

  private mutating func move(_ ids: [String], after anchor: String?) {
    let byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    entries = SharedOrder.moving(ids, of: entries.map(\.id), after: anchor).compactMap { byID[$0] }
  }
}
