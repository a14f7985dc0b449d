import Foundation
internal import GRDB
internal import Music

/// Asks tracks one after the other whether a query holds for them.
struct TrackMatcher {
  let db: Database
  let now = Int64(Date.now.timeIntervalSince1970)

  init(_ db: Database) { self.db = db }

  /// Which of some tracks a query holds for.
  func matches(_ query: TrackQuery, among tracks: [OpenList.TrackReference]) throws -> IDSet {
    if let words = query.plainWords { return try db.matches(FilterWords(words), among: tracks) }
    var found = IDSet()
    var playlists: [String: IDSet] = [:]
    for name in query.playlists { playlists[name] = try ids(ofPlaylist: name) }
    let offline = try Set(
      Data.fetchAll(db, sql: "SELECT path FROM roots WHERE offline").map {
        FilePath(bytes: [UInt8]($0))
      })
    try db.inSlices(tracks.map(\.id)) { slice in
      for (id, track) in try db.tracks(Array(slice)) {
        let subject = Subject(
          track: track, now: now, isOffline: track.root.map(offline.contains) ?? false,
          playlists: playlists)
        if subject.matches(query) { found.insert(id) }
      }
    }
    return found
  }

  private func ids(ofPlaylist name: String) throws -> IDSet {
    var found = IDSet()
    let playlists = try Row.fetchAll(db, sql: "SELECT id, name FROM playlists")
    for row in playlists where SortKey.folded(row[1]) == name {
      let ids = try Int64.fetchAll(
        db, sql: "SELECT track FROM entries WHERE playlist = ?", arguments: [row[0] as Int64])
      for id in ids { found.insert(id) }
    }
    return found
  }
}

/// One track, and what has to be known besides it.
private struct Subject {
  let track: Track
  let now: Int64
  let isOffline: Bool
  let playlists: [String: IDSet]

  func matches(_ query: TrackQuery) -> Bool {
    switch query {
    case .everything: true
    case .word(let word):
      [
        track.title, track.tags.artist, track.tags.album, track.tags.albumArtist,
        track.albumCredit, searchedPath,
      ].contains { $0.map { SortKey.folded($0).contains(bytesOf: word) } ?? false }
    case .text(let field, let needle):
      needle.isEmpty
        ? !text(field).isEmpty : SortKey.folded(text(field)).contains(bytesOf: needle)
    case .number(let field, let range): number(field).map(range.contains) ?? false
    case .time(let field, let range): holds(time(field), range)
    case .key(let keys): track.tags.key.flatMap { MusicalKey($0) }.map(keys.contains) ?? false
    case .flag(let flag): holds(flag)
    case .playlist(let name): playlists[name]?.contains(track.id.rawValue) ?? false
    case .not(let inner): !matches(inner)
    case .all(let parts): parts.allSatisfy { matches($0) }
    case .any(let parts): parts.contains { matches($0) }
    }
  }

  /// Below the folder that the user gave.
  private var searchedPath: String {
    guard let root = track.root, track.path.isInside(root) else { return track.path.text }
    return FilePath(bytes: Array(track.path.bytes.dropFirst(root.bytes.count + 1))).text
  }

  private func text(_ field: TrackQuery.TextField) -> String {
    switch field {
    case .title: track.title
    case .artist: track.tags.artist ?? ""
    case .album: track.tags.album ?? ""
    case .albumArtist: track.tags.albumArtist ?? ""
    case .genre: track.tags.genre ?? ""
    case .path: searchedPath
    case .notes: track.notes
    case .format: track.audio.formatName
    }
  }

  private func number(_ field: TrackQuery.NumberField) -> Double? {
    func known(_ number: Int?) -> Double? { number.flatMap { $0 > 0 ? Double($0) : nil } }
    return switch field {
    case .year: known(track.tags.year)
    case .bpm: track.tags.bpm.flatMap { $0 > 0 ? $0 : nil }
    case .rating: Double(track.rating.stars)
    case .plays: Double(track.plays)
    case .duration: track.audio.duration.map(\.seconds)
    case .track: known(track.tags.trackNumber)
    case .disc: known(track.tags.discNumber)
    case .bitRate: known(track.audio.bitRate)
    case .sampleRate: known(track.audio.sampleRate)
    }
  }

  private func time(_ field: TrackQuery.TimeField) -> Int64? {
    switch field {
    case .played: track.lastPlayed
    case .added: track.added
    case .modified: track.file.modified / 1_000_000_000
    }
  }

  private func holds(_ time: Int64?, _ range: TrackQuery.TimeRange) -> Bool {
    switch range {
    case .never: time == nil
    case .within(let seconds): time.map { $0 >= now - seconds } ?? false
    case .before(let seconds): time.map { $0 < now - seconds } ?? true
    case .between(let start, let end): time.map { $0 >= start && $0 < end } ?? false
    }
  }

  private func holds(_ flag: TrackQuery.Flag) -> Bool {
    switch flag {
    case .loved: track.reaction == .loved
    case .liked: track.reaction.rawValue >= Reaction.liked.rawValue
    case .missing: track.isMissing
    case .offline: isOffline
    case .compilation: false
    case .faulty: track.fault != nil
    }
  }
}

extension TrackQuery {
  /// The text of a query of nothing but single words, which the database can look for itself.
  fileprivate var plainWords: String? {
    switch self {
    case .word(let word): word.contains(" ") ? nil : word
    case .all(let parts):
      parts.allSatisfy { $0.plainWords != nil }
        ? parts.compactMap(\.plainWords).joined(separator: " ") : nil
    default: nil
    }
  }

  /// The playlists that it asks for.
  fileprivate var playlists: Set<String> {
    switch self {
    case .playlist(let name): [name]
    case .not(let inner): inner.playlists
    case .all(let parts), .any(let parts):
      parts.reduce(into: []) { $0.formUnion($1.playlists) }
    default: []
    }
  }
}
