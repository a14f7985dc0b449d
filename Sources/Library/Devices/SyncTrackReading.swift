internal import Music

/// Reads tracks for a sync.
struct SyncTrackReading {
  private let library: LibraryUUID
  private var albums = KnownAlbums<SyncTrack.Album>()

  init(library: LibraryUUID) { self.library = library }

  /// The columns to select.
  static let columns: String = {
    var (reading, row) = (SyncTrackReading(library: .random()), SelectedRow())
    _ = reading.track(&row)
    return row.columns.joined(separator: ", ")
  }()

  mutating func track(_ row: inout SelectedRow) -> SyncTrack {
    let id = TrackID(row.column("t.id").number)
    var track = SyncTrack(
      id: id, uuid: DeviceTrackID(of: id, in: library),
      path: FilePath(bytes: Array(row.column("t.path").bytes)),
      file: FileStamp(
        size: row.column("t.size").number, modified: row.column("t.modified").number),
      audioHash: row.column("t.fingerprint").optional,
      title: row.column("t.title").optionalString,
      artist: row.column("t.artist").optionalString,
      album: row.column("t.album").optionalString,
      albumArtist: row.column("t.album_artist").optionalString,
      genre: row.column("t.genre").optionalString,
      date: row.column("t.date").optionalString,
      trackNumber: row.column("t.track").optional.map { Int($0) },
      discNumber: row.column("t.disc").optional.map { Int($0) },
      duration: Double(row.column("t.duration").number) / 1_000_000,
      codec: row.column("t.codec").string,
      sampleRate: Int(row.column("t.sample_rate").number),
      // Lossy audio has no bit depth.
      isLossless: !row.column("t.bit_depth").isNull)
    track.added = row.column("t.added").number
    track.isOffline = row.column("t.missing OR \(TrackRow.isOffline)").isTrue
    track.marks = DeviceMarks(
      plays: Int(row.column("m.plays").number), lastPlayed: row.column("m.last_played").optional,
      isFavorite: Reaction(rawValue: Int(row.column("m.reaction").number)) == .loved,
      rating: Int(row.column("m.rating").number))
    track.shareAlbum(&albums)
    return track
  }
}
