internal import Catalog
internal import GRDB
package import Music

/// The contents of an exported document.
package enum ExportChoice: Equatable, Sendable {
  /// In this order, without their folders.
  case playlists([PlaylistID])
  case slot(MixSlot)
  /// All of the library's, in their folders.
  case all
}

extension Library {
  /// Playlists as a file holds them, with the cues of their tracks.
  ///
  /// - Throws: `.noSuchPlaylist` for one that is gone, and for a slot without one.
  package func document(of choice: ExportChoice) async throws(LibraryError) -> PlaylistDocument {
    await catalog.ready()
    return try await read { db in
      let exporter = DocumentExporter(try ListBuilder(db, self))
      switch choice {
      case .playlists(let ids):
        return PlaylistDocument(items: try ids.map { .playlist(try exporter.listed($0)) })
      case .slot(let slot):
        let id = try Int64.fetchOne(
          db, sql: "SELECT playlist FROM slots WHERE slot = ?", arguments: [slot.rawValue])
        guard let id else { throw LibraryError.noSuchPlaylist }
        return PlaylistDocument(items: [.playlist(try exporter.listed(PlaylistID(id)))])
      case .all: return try exporter.everything()
      }
    }
  }
}

/// Reads playlists from the database for documents; lives inside one read.
struct DocumentExporter {
  private let builder: ListBuilder
  private var db: Database { builder.db }

  init(_ builder: ListBuilder) { self.builder = builder }

  /// All folders and playlists, nested, each level's folders first, both by name.
  func everything() throws -> PlaylistDocument {
    let folders = try Row.fetchAll(db, sql: "SELECT id, parent, name FROM playlist_folders")
      .map { row -> (id: Int64, parent: Int64?, name: String) in
        (id: try row.value(0), parent: try row.value(1), name: try row.value(2))
      }
    let children = Dictionary(grouping: folders.inNaturalOrder(by: \.name), by: \.parent)
    let playlists = Dictionary(grouping: try db.playlists(), by: \.folder)

    var order: [Int64: Int] = [:]
    func items(in folder: Int64?, depth: Int) throws -> [PlaylistDocument.Item] {
      var found: [PlaylistDocument.Item] = []
      if depth < PlaylistDocument.maximumDepth {
        for child in children[folder] ?? [] {
          found.append(.folder(name: child.name, try items(in: child.id, depth: depth + 1)))
        }
      }
      for playlist in playlists[folder.map { PlaylistFolderID($0) }] ?? [] {
        order[playlist.id.rawValue] = order.count
        found.append(.playlist(try listed(playlist.id)))
      }
      return found
    }
    var document = PlaylistDocument(items: try items(in: nil, depth: 0))
    for row in try Row.fetchAll(db, sql: "SELECT slot, playlist FROM slots") {
      guard let slot = MixSlot(rawValue: try row.value(0)), let playlist: Int64 = try row.value(1)
      else { continue }
      document.slots[slot] = order[playlist]
    }
    return document
  }

  func listed(_ id: PlaylistID) throws -> DocumentPlaylist {
    let playlist = try db.existing(id)
    var document = DocumentPlaylist(
      name: playlist.name, notes: playlist.notes, color: playlist.color,
      targetBPM: playlist.targetBPM, template: playlist.template.source,
      tracks: try tracks(of: id))
    document.isSmart = playlist.smart != nil
    return document
  }

  /// The entries of a playlist, missing tracks among them.
  private func tracks(of id: PlaylistID) throws -> [DocumentTrack] {
    if let found = try matching(id) { return try tracks(found) }
    let cues = try db.cues(ofPlaylist: id)
    let comments = try db.comments(
      "track IN (SELECT track FROM entries WHERE playlist = ?)", [id.rawValue])
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(DocumentExporter.columns), e.crossfade, e.start_offset, e.end_offset, e.gain,
          e.notes, e.title, e.artist
        FROM entries e JOIN tracks t ON t.id = e.track \(TrackRow.said)
        WHERE e.playlist = ? ORDER BY e.position, e.id
        """, arguments: [id.rawValue])
    var tracks: [DocumentTrack] = []
    let next = DocumentExporter.firstFinding + FindingsRow.count
    while let row = try rows.next() {
      var track = try DocumentExporter.track(row)
      track.sound = try EntryPlayback(
        crossfade: row.time(next), start: row.time(next + 1), end: row.time(next + 2),
        gain: row.value(next + 3), isVirtualTrack: !row.hasNull(atIndex: next + 5))
      track.notes = try row.value(next + 4)
      if let title: String = try row.value(next + 5) { track.title = title }
      if let artist: String = try row.value(next + 6) { track.artist = artist }
      track.cues = cues[try row.value(0)] ?? []
      track.comments = comments[try row.value(0)] ?? []
      tracks.append(track)
    }
    return tracks
  }

  /// The tracks of a smart playlist; nil for one with entries.
  private func matching(_ id: PlaylistID) throws -> [Int64]? {
    do {
      return try builder.smartTracks(of: id)?.map(\.rawValue)
    } catch LibraryError.query {
      // A query of a later version must not keep all the others from being written.
      return []
    }
  }

  private func tracks(_ ids: [Int64]) throws -> [DocumentTrack] {
    var found: [Int64: DocumentTrack] = [:]
    try db.inSlices(ids) { slice in
      let marks = Database.marks(slice.count)
      let cues = try db.cues("track IN \(marks)", StatementArguments(slice))
      let comments = try db.comments("track IN \(marks)", StatementArguments(slice))
      for row in try Row.fetchAll(
        db,
        sql: """
          SELECT \(DocumentExporter.columns) FROM tracks t \(TrackRow.said)
          WHERE t.id IN \(marks)
          """,
        arguments: StatementArguments(slice))
      {
        var track = try DocumentExporter.track(row)
        track.cues = cues[try row.value(0)] ?? []
        track.comments = comments[try row.value(0)] ?? []
        found[try row.value(0)] = track
      }
    }
    return ids.compactMap { found[$0] }
  }

  private static let columns = """
    t.id, t.path, t.title, t.artist, t.album, t.genre, t.year, t.duration, t.bpm, t.key, \
    coalesce(m.rating, 0), t.source, coalesce(m.reaction, 0), \
    (SELECT p.path FROM tracks p WHERE p.id = l.primary_track AND p.source = 1), \
    \(LabelsRow.columns), \(FindingsRow.columns)
    """
  private static let firstLabel = 14
  private static let firstFinding = firstLabel + LabelsRow.count

  private static func track(_ row: Row) throws -> DocumentTrack {
    let source = try MediaSource(row, number: 11, path: 1)
    let location: DocumentTrack.Location =
      switch source {
      case .file(let path): .file(path)
      case .stream(let address): .stream(address)
      // No other program has this library's number of the server.
      case .server: .unknown(name: nil)
      }
    let tags = try Tags(bpm: row.value(8), key: row.value(9))
    let findings = try FindingsRow.findings(row, from: firstFinding, tags)
    // As written in the tag, where the key is the tag's.
    let key = findings.keySource == .tag ? tags.key : findings.key?.name
    var track = try DocumentTrack(
      location, title: row.value(2), artist: row.value(3),
      album: row.value(4),
      genre: row.value(5), year: row.value(6), duration: row.time(7), bpm: findings.bpm,
      key: key ?? tags.key,
      rating: Rating(stars: row.value(10)))
    track.reaction = Reaction(rawValue: try row.value(12)) ?? .none
    if !row.hasNull(atIndex: 13) { track.primary = .file(try TrackRow.path(row, 13)) }
    track.labels = try LabelsRow.labels(row, from: firstLabel)
    return track
  }
}

extension Row {
  /// A column of microseconds.
  func time(_ index: Int) throws -> Duration? {
    (try value(index) as Int64?).map { .microseconds($0) }
  }
}

extension Database {
  /// The cue points of all tracks of a playlist, by track, in time order.
  func cues(ofPlaylist id: PlaylistID) throws -> [Int64: [Cue]] {
    try cues("track IN (SELECT track FROM entries WHERE playlist = ?)", [id.rawValue])
  }

  /// The comments on some tracks by track, as documents have them.
  fileprivate func comments(_ condition: String, _ values: StatementArguments) throws
    -> [Int64: [TrackComment]]
  {
    Dictionary(grouping: try comments(where: condition, values), by: \.track.rawValue)
      .mapValues { comments in
        comments.map { comment in
          var comment = comment
          comment.track = TrackID(0)
          return comment
        }
      }
  }

  fileprivate func cues(_ condition: String, _ values: StatementArguments) throws
    -> [Int64: [Cue]]
  {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT track, id, time, end_time, type, name, color FROM cues
        WHERE \(condition) ORDER BY track, time, id
        """, arguments: values)
    var cues: [Int64: [Cue]] = [:]
    while let row = try rows.next() {
      try cues[row.value(0), default: []].append(
        Cue(
          id: CueID(row.value(1)), time: row.time(2) ?? .zero, end: row.time(3),
          kind: Cue.Kind(rawValue: row.value(4)) ?? .custom, name: row.value(5), color: row.value(6)
        ))
    }
    return cues
  }
}

extension Array {
  /// Sorted in natural order: "2" before "10", without case and accents.
  fileprivate func inNaturalOrder(by name: (Element) -> String) -> [Element] {
    map { (SortKey.bytes(name($0)), $0) }.sorted { $0.0.precedes($1.0) }.map(\.1)
  }
}
