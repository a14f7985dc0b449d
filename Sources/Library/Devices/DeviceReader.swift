internal import GRDB
internal import GRDBSQLite
internal import Music

/// Reads the rows of a device's database; those that mean nothing are left out and named.
struct DeviceReader {
  private let db: Database
  private var contents = DeviceContents()
  private var faults = DeviceRowFaults()
  /// Bytes of text that may still be read.
  private var bytes = 1 << 30
  private var albums = KnownAlbums<DeviceTrack.Album>()

  init(_ db: Database) { self.db = db }

  private static let maximumTracks = 1_000_000
  private static let maximumPlaylists = 20_000
  private static let maximumEntries = 10_000_000

  mutating func read() throws -> DeviceContents {
    try readTracks()
    try readPlaylists()
    try readEntries()
    try readState()
    contents.faults = faults.sentences
    return contents
  }

  /// Calls with each row of a table, whose missing columns are NULL; not at all without the table.
  private func each(
    _ table: DeviceTable, _ body: (inout SelectedRow) throws -> Void
  ) throws {
    guard let known = try table.columns(in: db) else { return }
    let columns = table.columns.map { known.contains($0.name) ? "\"\($0.name)\"" : "NULL" }
    try db.eachRow("SELECT \(columns.joined(separator: ", ")) FROM \(table.name)", [], body)
  }

  private mutating func charge(_ row: inout DeviceRowValues) throws {
    bytes -= row.bytes
    guard bytes >= 0 else { throw LibraryError.deviceDatabase(.tooLarge) }
    row.bytes = 0
  }

  // MARK: Tracks

  private mutating func readTracks() throws {
    var (tracks, seen): ([DeviceTrack], Set<DeviceTrackID>) = ([], [])
    if try DeviceTable.tracks.columns(in: db) != nil {
      let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM tracks") ?? 0
      tracks.reserveCapacity(min(rows, DeviceReader.maximumTracks))
    }
    var count = 0
    var reader = self
    try each(.tracks) { row in
      count += 1
      guard count <= DeviceReader.maximumTracks else {
        throw LibraryError.deviceDatabase(.tooLarge)
      }
      var values = DeviceRowValues(row)
      let track = reader.track(&values)
      try reader.charge(&values)
      guard let track else { return }
      guard seen.insert(track.id).inserted else {
        return reader.faults.add("Two tracks have the id", track.id.text)
      }
      tracks.append(track)
    }
    self = reader
    contents.tracks = tracks
  }

  private mutating func track(_ row: inout DeviceRowValues) -> DeviceTrack? {
    guard let id = row.trackID() else {
      faults.add("A track has no id that could be one")
      return nil
    }
    guard let path = row.path() else {
      faults.add("The path of a track leads out of the music folder", row.lastText)
      return nil
    }
    var track = DeviceTrack(
      id: id, path: path, title: row.text() ?? path.stem, artist: row.text(), album: row.text(),
      albumArtist: row.text(), genre: row.text(), year: row.number().map { Int($0) },
      trackNumber: row.number().map { Int($0) })
    track.shareAlbum(&albums)
    track.duration = row.real().map { max(0, $0) } ?? 0
    track.size = max(0, row.number() ?? 0)
    track.modified = row.number() ?? 0
    track.marks.plays = Int(min(max(0, row.number() ?? 0), 1 << 31))
    track.marks.lastPlayed = row.time()
    track.marks.isFavorite = (row.number() ?? 0) != 0
    track.marks.rating = Int(min(max(0, row.number() ?? 0), 5))
    // Other programs write these as texts.
    let isWrong = row.isWrong
    track.created = row.time() ?? 0
    track.updated = row.time() ?? 0
    if isWrong {
      faults.add("A value of a track is of another kind than its column", path.text)
      return nil
    }
    return track
  }

  // MARK: Playlists

  private mutating func readPlaylists() throws {
    var (playlists, seen): ([DevicePlaylist], Set<String>) = ([], [])
    var count = 0
    var reader = self
    try each(.playlists) { row in
      count += 1
      guard count <= DeviceReader.maximumPlaylists else {
        throw LibraryError.deviceDatabase(.tooLarge)
      }
      var values = DeviceRowValues(row)
      let (id, name) = (values.id(), values.text())
      let (created, updated) = (values.time() ?? 0, values.time() ?? 0)
      try reader.charge(&values)
      guard let id, let name, !name.isEmpty else {
        return reader.faults.add("A playlist has no id or no name", name ?? id ?? "")
      }
      guard seen.insert(id).inserted else {
        return reader.faults.add("Two playlists have the id", id)
      }
      playlists.append(
        DevicePlaylist(id: id, name: name, tracks: [], created: created, updated: updated))
    }
    self = reader
    contents.playlists = playlists
  }

  /// An entry of a track that was left out stays: it has not been removed from the playlist.
  private mutating func readEntries() throws {
    guard !contents.playlists.isEmpty else { return try countStrayEntries() }
    struct Entry {
      var playlist: Int
      var position: Int64
      var track: DeviceTrackID
    }
    let known = Dictionary(
      zip(contents.playlists.map(\.id), contents.playlists.indices),
      uniquingKeysWith: { first, _ in first })
    var ids = Set(contents.tracks.lazy.map(\.id))
    var entries: [Entry] = []
    var count = 0
    var reader = self
    try each(.entries) { row in
      count += 1
      guard count <= DeviceReader.maximumEntries else {
        throw LibraryError.deviceDatabase(.tooLarge)
      }
      var values = DeviceRowValues(row)
      let (playlist, track) = (values.id(), values.trackID())
      let position = values.number() ?? .max
      guard let playlist, let track, let index = known[playlist] else {
        return reader.faults.add("An entry of a playlist has no playlist or no track")
      }
      if ids.insert(track).inserted { try reader.charge(&values) }
      entries.append(Entry(playlist: index, position: position, track: track))
    }
    self = reader
    let order = entries.indices.sorted { left, right in
      (entries[left].playlist, entries[left].position, left)
        < (entries[right].playlist, entries[right].position, right)
    }
    var (playlist, seen): (Int, Set<DeviceTrackID>) = (-1, [])
    for index in order {
      let entry = entries[index]
      if entry.playlist != playlist { (playlist, seen) = (entry.playlist, []) }
      guard seen.insert(entry.track).inserted else {
        faults.add("A track comes twice in the playlist", contents.playlists[playlist].name)
        continue
      }
      contents.playlists[playlist].tracks.append(entry.track)
    }
  }

  /// Names entries of a device without playlists.
  private mutating func countStrayEntries() throws {
    var reader = self
    try each(.entries) { _ in
      reader.faults.add("An entry of a playlist has no playlist or no track")
    }
    self = reader
  }

  // MARK: State

  private mutating func readState() throws {
    let ids = try readSyncIDs()
    (contents.syncID, contents.earlierSyncIDs) = (ids.last, ids.earlier)
  }

  /// The ids of the last sync, and of some before it.
  mutating func readSyncIDs() throws -> (last: String?, earlier: [String]) {
    var (last, earlier): (String?, String?)
    var count = 0
    try each(.state) { row in
      count += 1
      guard count <= 10_000 else { throw LibraryError.deviceDatabase(.tooLarge) }
      var values = DeviceRowValues(row)
      switch values.text() {
      case DeviceTable.syncIDKey: last = values.text()
      case DeviceTable.earlierSyncIDsKey: earlier = values.text()
      case _: break
      }
    }
    let ids = (earlier ?? "").split(separator: " ").map(String.init)
    return (
      last.flatMap { $0.utf8.count <= 64 ? $0 : nil },
      ids.prefix(DeviceTable.maximumEarlierSyncIDs).filter { $0.utf8.count <= 64 }
    )
  }
}

/// Sentences about rows that were left out, a few at most.
struct DeviceRowFaults {
  private var shown: [String] = []
  private var more = 0

  private static let maximum = 20

  mutating func add(_ sentence: String, _ subject: String? = nil) {
    guard shown.count < DeviceRowFaults.maximum else { return more += 1 }
    shown.append(subject.map { "\(sentence): \(DeviceRowFaults.shown($0))" } ?? sentence)
  }

  var sentences: [String] {
    more == 0 ? shown : shown + ["\(more.counted("row", .plain)) more mean nothing"]
  }

  /// A text from a device, short and without characters that control the screen.
  private static func shown(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(80) {
      let isFormat = scalar.properties.generalCategory == .format
      scalars.append(isFormat ? "\u{FFFD}" : scalar.displayable)
    }
    return String(scalars)
  }
}
