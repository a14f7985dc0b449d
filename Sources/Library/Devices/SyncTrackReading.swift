internal import Music

/// Reads tracks for a sync, with texts carried from one row to the next: neighbours mostly have the
/// same artist, album, genre and codec.
struct SyncTrackReading {
  private let library: LibraryUUID
  private var artist = LastText()
  private var album = LastText()
  private var albumArtist = LastText()
  private var genre = LastText()
  private var date = LastText()
  private var codec = LastText()

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
      id: id, uuid: TrackUUID.text(of: id, in: library),
      path: FilePath(bytes: Array(row.column("t.path").bytes)),
      file: FileStamp(
        size: row.column("t.size").number, modified: row.column("t.modified").number),
      fingerprint: row.column("t.fingerprint").optional)
    track.title = row.column("t.title").optionalString
    track.artist = artist.text(of: row.column("t.artist"))
    track.album = album.text(of: row.column("t.album"))
    track.albumArtist = albumArtist.text(of: row.column("t.album_artist"))
    track.genre = genre.text(of: row.column("t.genre"))
    track.date = date.text(of: row.column("t.date"))
    track.trackNumber = row.column("t.track").optional.map { Int($0) }
    track.discNumber = row.column("t.disc").optional.map { Int($0) }
    track.duration = Double(row.column("t.duration").number) / 1_000_000
    track.codec = codec.text(of: row.column("t.codec")) ?? ""
    track.sampleRate = Int(row.column("t.sample_rate").number)
    // Lossy audio has no bit depth.
    track.isLossless = !row.column("t.bit_depth").isNull
    track.added = row.column("t.added").number
    track.isOffline = row.column("t.missing OR \(TrackRow.isOffline)").isTrue
    track.marks = DeviceMarks(
      plays: Int(row.column("m.plays").number), lastPlayed: row.column("m.last_played").optional,
      isFavorite: Reaction(rawValue: Int(row.column("m.reaction").number)) == .loved,
      rating: Int(row.column("m.rating").number))
    return track
  }
}

/// The last text of a column, which the next row shares where it has the same.
private struct LastText {
  private var last: String?

  mutating func text(of value: SelectedRow.Value) -> String? {
    guard !value.isNull else { return nil }
    let bytes = value.text
    if let last, last.utf8.elementsEqual(bytes) { return last }
    last = String(decoding: bytes, as: UTF8.self)
    return last
  }
}
