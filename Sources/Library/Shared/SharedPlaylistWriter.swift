import FoundationEssentials
internal import GRDB
internal import Music

/// Writes what a server for sharing tells of one of its playlists, inside one transaction.
struct SharedPlaylistWriter {
  private let db: Database
  private let server: Server
  private let playlist: String
  /// Whether ratings and comments were stored before: what comes first is not new.
  private let isKnown: Bool
  private var source: Int64 { server.id.rawValue }
  /// Whoever is signed in.
  var person: SharedPerson? { server.options.person }
  /// Whether reactions of the library have changed.
  private(set) var hasNewMarks = false

  init(_ db: Database, _ server: Server, playlist: String) throws {
    (self.db, self.server, self.playlist) = (db, server, playlist)
    isKnown =
      try Bool.fetchOne(
        db,
        sql: "SELECT mark IS NOT NULL FROM shared_playlists WHERE source = ? AND id = ?",
        arguments: [server.id.rawValue, playlist]) ?? false
  }

  func write(_ listed: ListedSharedPlaylist) throws {
    func line(_ text: String?) -> String? {
      text.flatMap { FactText.line($0, longest: 1_000) }
    }
    // Where rules hide the profile, a name comes with what its owner has said anywhere.
    let known = ["shared_comments", "shared_ratings"].map { table in
      "(SELECT o.name FROM \(table) o WHERE o.source = ?1 AND o.person = ?5"
        + " AND o.name IS NOT NULL LIMIT 1)"
    }.joined(separator: ", ")
    try db.execute(
      sql: """
        INSERT INTO shared_playlists (source, id, name, details, owner, owner_name, standing,
          can_edit, can_rate, created, updated)
        VALUES (?1, ?2, ?3, ?4, ?5, coalesce(?6, \(known)), ?7, ?8, ?9, ?10, ?11)
        ON CONFLICT (source, id) DO UPDATE SET name = excluded.name, details = excluded.details,
          owner = excluded.owner, owner_name = coalesce(excluded.owner_name, owner_name),
          standing = excluded.standing, can_edit = excluded.can_edit, can_rate = excluded.can_rate,
          created = excluded.created, updated = excluded.updated
        """,
      arguments: [
        source, playlist, line(listed.name) ?? "Playlist", listed.details, listed.owner.id,
        line(listed.owner.name), listed.standing.stored, listed.rights.canEdit,
        listed.rights.canRate, listed.created, listed.updated,
      ])
  }

  func set(mark: String) throws {
    try db.execute(
      sql: "UPDATE shared_playlists SET mark = ? WHERE source = ? AND id = ?",
      arguments: [mark, source, playlist])
  }

  // MARK: Entries

  /// Writes the entries of the playlist; tracks that are not stored are left out.
  mutating func write(_ entries: [ListedSharedEntry]) throws {
    let known = try db.tracks(of: entries.map(\.track.id), at: server)
    try db.execute(
      sql: "DELETE FROM shared_entries WHERE source = ? AND playlist = ?",
      arguments: [source, playlist])
    let insertion = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO shared_entries (source, playlist, id, position, track)
        VALUES (?, ?, ?, ?, ?)
        """)
    for entry in entries {
      guard let track = known[entry.track.id] else { continue }
      try keep(entry, track.rawValue)
      try insertion.execute(arguments: [
        source, playlist, entry.id, entry.position, entry.track.id,
      ])
    }
    try SharedReactions.forget(db, server.id, in: playlist)
  }

  private struct StoredLabels: Codable {
    var category: String?
    var tags: [String]
    var collection, mood, timeSignature: String?

    init(_ labels: TrackLabels) {
      (category, tags, collection) = (labels.category?.rawValue, labels.tags, labels.collection)
      (mood, timeSignature) = (labels.mood, labels.timeSignature)
    }

    var labels: TrackLabels {
      TrackLabels(
        category: category.map(TrackCategory.init(rawValue:)), tags: tags, collection: collection,
        mood: mood, timeSignature: timeSignature)
    }
  }

  /// Stores the track, and takes over labels of the server that the user has not set otherwise.
  private func keep(_ entry: ListedSharedEntry, _ track: Int64) throws {
    let theirs = entry.labels.storable
    let stored = try String.fetchOne(
      try db.cachedStatement(sql: "SELECT labels FROM shared_tracks WHERE track = ?"),
      arguments: [track])
    let base = try stored.map { try (StoredJSON.read($0) as StoredLabels).labels }
    if base != theirs {
      let ours = try db.labels(of: track)
      try db.write(
        ours.following(theirs, since: base ?? TrackLabels()), over: ours, of: track)
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO shared_tracks (track, source, id, path, labels) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (track) DO UPDATE SET path = excluded.path, labels = excluded.labels
        """
    ).execute(arguments: [
      track, source, entry.track.id, entry.path, try StoredJSON.sorted(StoredLabels(theirs)),
    ])
  }

  // MARK: Feedback

  /// Writes the ratings of everybody in place of those that are stored. Those of the user become the
  /// reactions of the library, but for tracks whose reaction is to be sent.
  mutating func write(_ ratings: [ListedSharedRating]) throws {
    let old = Set(
      try Row.fetchAll(
        db,
        sql: """
          SELECT track, person, reaction, updated FROM shared_ratings
          WHERE source = ? AND playlist = ? AND NOT is_new
          """, arguments: [source, playlist]
      ).map { try Self.key($0.value(0), $0.value(1), $0.value(2), $0.value(3)) })
    try db.execute(
      sql: "DELETE FROM shared_ratings WHERE source = ? AND playlist = ?",
      arguments: [source, playlist])
    for listed in ratings {
      var listed = listed
      let rating = listed.rating
      let key = Self.key(
        listed.track, rating.person.id, rating.reaction.rawValue, rating.updated)
      listed.rating.isNew = isKnown && rating.person.id != person?.id && !old.contains(key)
      try db.insert(listed, source, playlist)
    }
    guard let person else { return }
    let theirs = Dictionary(
      ratings.filter { $0.rating.person.id == person.id }.map { ($0.track, $0.rating.reaction) },
      uniquingKeysWith: { $1 })
    if try SharedReactions(db, server.id, person).take(theirs, in: playlist) { hasNewMarks = true }
  }

  private static func key(
    _ track: String, _ person: String, _ reaction: Int, _ updated: Int64
  ) -> String { "\(track) \(person) \(reaction) \(updated)" }

  /// Writes the comments of everybody in place of those that are stored.
  func write(_ comments: [ListedSharedComment]) throws {
    let old = Set(
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, coalesce(edited, created) FROM shared_comments
          WHERE source = ? AND playlist = ? AND NOT is_new
          """, arguments: [source, playlist]
      ).map { row in "\(try row.value(0) as String) \(try row.value(1) as Int64)" })
    try db.execute(
      sql: "DELETE FROM shared_comments WHERE source = ? AND playlist = ?",
      arguments: [source, playlist])
    for listed in comments {
      var listed = listed
      let comment = listed.comment
      listed.comment.isNew =
        isKnown && comment.person.id != person?.id
        && !old.contains("\(comment.id) \(comment.edited ?? comment.created)")
      try db.insert(listed, source, playlist)
    }
  }
}

extension SharedPlaylist.Standing {
  var stored: String {
    switch self {
    case .own: "own"
    case .shared: "shared"
    case .invited: "invited"
    case .gone: "gone"
    }
  }

  init(stored: String) throws {
    switch stored {
    case "own": self = .own
    case "shared": self = .shared
    case "invited": self = .invited
    case "gone": self = .gone
    default: throw UnreadableValue()
    }
  }
}

extension TrackLabels {
  /// The labels with what another side has changed since both were the same, as far as these were not
  /// changed since.
  fileprivate func following(_ theirs: TrackLabels, since base: TrackLabels) -> TrackLabels {
    var labels = self
    func follow<Value: Equatable>(_ part: WritableKeyPath<TrackLabels, Value>) {
      if labels[keyPath: part] == base[keyPath: part] {
        labels[keyPath: part] = theirs[keyPath: part]
      }
    }
    follow(\.category)
    follow(\.collection)
    follow(\.mood)
    follow(\.timeSignature)
    labels.remove(base.tags.filter { !theirs.tags.contains($0) })
    // There may be no room for all of them.
    try? labels.add(theirs.tags.filter { !base.tags.contains($0) })
    return labels.storable
  }
}
