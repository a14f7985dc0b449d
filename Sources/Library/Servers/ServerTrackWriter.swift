import FoundationEssentials
internal import GRDB
internal import Music

/// Writes the tracks of a batch of a listing, inside one transaction.
struct ServerTrackWriter {
  let db: Database
  private let server: Server
  private let listing: Int64
  private let now: Int64
  private let folder: Int64
  private let lookup: Statement
  private let listed: Statement
  private let insertion: RowBinding
  private let update: RowBinding
  private let keeping: RowBinding
  private var change: Int64?
  private(set) var added = 0
  private(set) var changed = 0
  /// Tracks whose marks in the library have changed.
  private(set) var marked = 0
  /// Tracks whose file at the server is another one than before.
  private(set) var replaced: [ServerTrackAddress] = []

  var hasNewMarks: Bool { marked > 0 }
  var hasChanges: Bool { added + changed > 0 || hasNewMarks }

  private static let columns = [
    "title", "artist", "album_artist", "album", "genre", "date", "year", "track", "disc", "bpm",
    "key", "title_sort", "artist_sort", "album_artist_sort", "album_sort", "compilation",
    "duration", "codec", "container", "sample_rate", "bit_depth", "channels", "bit_rate", "has_art",
    "size", "modified", "credit", "folder", "changed",
  ]
  private static let insertionSQL = """
    INSERT INTO tracks (id, \(columns.joined(separator: ", ")), source, path, added)
    VALUES (\(Database.nextTrack), \(Database.marks(columns.count + 3).dropFirst())
    """
  private static let updateSQL = """
    UPDATE tracks SET \(columns.map { "\($0) = ?" }.joined(separator: ", ")), added = ?,
    missing = 0, fault = NULL WHERE id = ?
    """
  private static let keepingSQL = """
    INSERT OR REPLACE INTO server_tracks (track, listing, digest, rating, loved, plays, told,
      marked, suffix, cover, track_gain, track_peak, album_gain, album_peak)
    VALUES \(Database.marks(14))
    """

  init(_ db: Database, _ server: Server, listing: Int64, now: Int64) throws {
    (self.db, self.server, self.listing, self.now) = (db, server, listing, now)
    folder = try db.folder(of: server)
    lookup = try db.cachedStatement(
      sql: """
        SELECT t.id, t.missing, s.digest, s.rating, s.loved, s.plays, s.told, s.marked, t.size,
          t.modified, t.duration, t.bit_rate, t.added, s.suffix
        FROM tracks t LEFT JOIN server_tracks s ON s.track = t.id WHERE t.path = ? AND t.source = ?
        """)
    listed = try db.cachedStatement(sql: "UPDATE server_tracks SET listing = ? WHERE track = ?")
    insertion = RowBinding(try db.cachedStatement(sql: ServerTrackWriter.insertionSQL))
    update = RowBinding(try db.cachedStatement(sql: ServerTrackWriter.updateSQL))
    keeping = RowBinding(try db.cachedStatement(sql: ServerTrackWriter.keepingSQL))
  }

  /// What is stored of a track.
  private struct Known {
    var id: Int64
    var isMissing: Bool
    /// Nil for a track that undo has brought back.
    var digest: Int64?
    var held: HeldMarks?
    var marked: Int64
    var file: FileStamp
    var duration, bitRate: Int64?
    var added: Int64
    var suffix: String?

    /// Whether the file at the server is another one, as far as both tell. Not all servers know when
    /// a file was written: then its length, its kind and when it was found there tell.
    func isOther(than track: ServerTrack, added: Int64?) -> Bool {
      func differs(_ old: Int64?, _ new: Int64?) -> Bool {
        old ?? 0 > 0 && new ?? 0 > 0 && old != new
      }
      let suffix = ListedTrack.suffix(track.suffix)
      return differs(file.size, track.size) || differs(file.modified, track.modified)
        || differs(duration, ListedTrack.duration(track))
        || differs(bitRate, ListedTrack.number(track.audio.bitRate)) || differs(self.added, added)
        || self.suffix != nil && suffix != nil && self.suffix != suffix
    }
  }

  /// Writes a track where it is new or differs; nil for one whose id is none.
  mutating func write(_ track: ServerTrack) throws -> Int64? {
    guard let address = ServerTrackAddress(server: server.uuid, track: track.id) else { return nil }
    let path = Data(address.text.utf8)
    let digest = ListedDigest(of: track).stored
    guard let known = try known(path) else { return try insert(track, path, digest) }
    let isSame = known.digest == digest
    let marks = try newMarks(of: known, track.marks)
    if !isSame {
      let added = bounded(track.added)
      if known.isOther(than: track, added: added) { replaced.append(address) }
      try rewrite(track, known.id, added: added ?? known.added)
    } else if known.isMissing {
      try db.cachedStatement(sql: "UPDATE tracks SET missing = 0 WHERE id = ?")
        .execute(arguments: [known.id])
    }
    if !isSame || known.isMissing { changed += 1 }
    if isSame, marks == known.held {
      try listed.execute(arguments: [listing, known.id])
    } else {
      try keep(track, known.id, digest, marks, marked: known.marked)
    }
    return known.id
  }

  private func known(_ path: Data) throws -> Known? {
    try Row.fetchOne(lookup, arguments: [path, server.id.rawValue]).map { row in
      let digest: Int64? = try row.value(2)
      return try Known(
        id: row.value(0), isMissing: row.value(1), digest: digest,
        held: digest == nil
          ? nil
          : HeldMarks(
            rating: row.value(3), isLoved: row.value(4), plays: row.value(5), told: row.value(6)),
        marked: try row.value(7) ?? 0,
        file: FileStamp(size: row.value(8), modified: row.value(9)), duration: row.value(10),
        bitRate: row.value(11), added: row.value(12), suffix: row.value(13))
    }
  }

  /// A time of the server's, whose clock may be ahead.
  private func bounded(_ time: Int64?) -> Int64? { time.map { min(max(0, $0), now) } }

  private mutating func insert(
    _ track: ServerTrack, _ path: Data, _ digest: Int64
  ) throws -> Int64 {
    try bind(ListedTrack(track), to: insertion, moreBytes: path.count)
    insertion.add(server.id.rawValue)
    insertion.add([UInt8](path))
    insertion.add(bounded(track.added) ?? now)
    try insertion.run()
    let id = db.lastInsertedRowID
    let merge = ServerMarksMerge(OwnMarks(), held: nil, track.marks, now: now)
    if merge.ours != OwnMarks() { try setMarks(merge.ours, of: id) }
    try keep(track, id, digest, merge.held, marked: 0)
    added += 1
    return id
  }

  private mutating func rewrite(_ track: ServerTrack, _ id: Int64, added: Int64) throws {
    try bind(ListedTrack(track), to: update, moreBytes: 0)
    update.add(added)
    update.add(id)
    try update.run()
  }

  /// In the order of `columns`.
  private mutating func bind(
    _ listed: ListedTrack, to row: RowBinding, moreBytes: Int
  ) throws {
    let (texts, track) = (listed.texts, listed.track)
    let (tags, audio) = (track.tags, track.audio)
    let change = try self.change ?? db.nextChange()
    self.change = change
    row.begin(bytes: texts.bytes + moreBytes)
    for text in [
      texts.title, texts.artist, texts.albumArtist, texts.album, texts.genre, texts.date,
    ] { row.add(text) }
    row.add(texts.date.flatMap { Tags.year(in: $0) })
    row.add(ListedTrack.number(tags.trackNumber))
    row.add(ListedTrack.number(tags.discNumber))
    row.add(ListedTrack.real(tags.bpm))
    for text in [
      texts.key, texts.titleSort, texts.artistSort, texts.albumArtistSort, texts.albumSort,
    ] { row.add(text) }
    row.add(tags.isCompilation)
    row.add(ListedTrack.duration(track))
    row.add(texts.codec)
    row.add(texts.container)
    row.add(ListedTrack.number(audio.sampleRate))
    row.add(ListedTrack.number(audio.bitDepth))
    row.add(ListedTrack.number(audio.channels))
    row.add(ListedTrack.number(audio.bitRate))
    row.add(audio.hasArt || track.cover != nil)
    row.add(max(0, track.size))
    row.add(max(0, track.modified))
    row.add(texts.credit)
    row.add(folder)
    row.add(change)
  }

  private func keep(
    _ track: ServerTrack, _ id: Int64, _ digest: Int64, _ held: HeldMarks, marked: Int64
  ) throws {
    let (suffix, cover) = (ListedTrack.suffix(track.suffix), ListedTrack.cover(track.cover))
    keeping.begin(bytes: (suffix?.utf8.count ?? 0) + (cover?.utf8.count ?? 0))
    for number in [id, listing, digest] { keeping.add(number) }
    keeping.add(held.rating)
    keeping.add(held.isLoved)
    for number in [held.plays, held.told, marked] { keeping.add(number) }
    keeping.add(suffix)
    keeping.add(cover)
    let gain = track.tags.replayGain
    for real in [gain.trackGain, gain.trackPeak, gain.albumGain, gain.albumPeak] {
      keeping.add(ListedTrack.real(real))
    }
    try keeping.run()
  }

  // MARK: Marks

  /// Merges the marks of both sides, and writes those of the library where they change.
  private mutating func newMarks(of known: Known, _ theirs: ServerMarks) throws -> HeldMarks {
    if let held = known.held {
      // Marks that were sent since this listing began are newer than what it says.
      if known.marked == listing || held.isSame(as: theirs) { return held }
    }
    let ours = try db.ownMarks(of: known.id)
    let untold = try known.held.map { try db.plays(of: known.id, after: $0.told, atMost: 1_000) }
    let merge = ServerMarksMerge(
      ours, held: known.held, theirs, untold: untold ?? [], now: now)
    if merge.ours != ours { try setMarks(merge.ours, of: known.id) }
    return merge.held
  }

  private mutating func setMarks(_ marks: OwnMarks, of track: Int64) throws {
    marked += 1
    try db.set(marks, of: track)
  }
}
