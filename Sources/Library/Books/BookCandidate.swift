internal import GRDB
internal import Music

/// A track that may be a part of a book.
struct BookCandidate: Sendable {
  var id: Int64
  var path: FilePath
  var folder: FilePath
  var title, artist, albumArtist, album, genre, date: String?
  var number, disc: Int64?
  /// Zero where it is unknown.
  var duration: Duration
  var size, modified: Int64
  var fingerprint: Int64?
  var added: Int64
  var isMissing: Bool
  var isOffline: Bool
  /// Whether its folder is one that was given to the library.
  var isInRoot: Bool
  /// The user's choice for the track itself.
  var isChosen: Bool?
  /// The user's choice for its folder.
  var isFolderChosen: Bool?
  /// The number of the disc whose folder it is in.
  let discOfFolder: Int64?

  static let columns = """
    t.id, t.path, f.path, t.title, t.artist, t.album_artist, t.album, t.genre, t.date, t.track, \
    t.disc, t.duration, t.size, t.modified, t.fingerprint, t.added, t.missing, \
    \(TrackRow.isOffline), c.is_book, f.path = r.path
    """
  static let source =
    "\(TrackRow.source) LEFT JOIN book_choices c ON c.track = t.id AND c.folder IS NULL"

  init(_ row: Row) throws {
    id = try row.value(0)
    path = try TrackRow.path(row, 1)
    folder = try TrackRow.path(row, 2)
    discOfFolder = DiscName.number(of: folder.name)
    title = try row.value(3)
    artist = try row.value(4)
    albumArtist = try row.value(5)
    album = try row.value(6)
    genre = try row.value(7)
    date = try row.value(8)
    number = try row.value(9)
    disc = try row.value(10)
    duration = BookColumns.time((try row.value(11) as Int64?) ?? 0)
    size = try row.value(12)
    modified = try row.value(13)
    fingerprint = try row.value(14)
    added = try row.value(15)
    isMissing = try row.value(16)
    isOffline = try row.value(17)
    isChosen = try row.value(18)
    isInRoot = (try row.value(19) as Bool?) ?? false
  }

  /// Whether a file is one of an audiobook by its name; `Database.hasBookMark` asks the same.
  static func isBookFile(_ path: FilePath) -> Bool {
    path.bytes.suffix(4).elementsEqual(".m4b".utf8) {
      $0 == $1 || (65...90).contains($0) && $0 + 32 == $1
    }
  }

  var isBookFile: Bool { Self.isBookFile(path) }
  var isReachable: Bool { !isMissing && !isOffline }

  /// Whether it is a part of a book: by the user's choice for it, by that for its folder, or by
  /// itself.
  var isBook: Bool { isChosen ?? isFolderChosen ?? (isBookFile || BookGenre.isBook(genre)) }

  /// The folder of the book, which has those of its discs.
  var home: FilePath { discOfFolder == nil ? folder : folder.parent ?? folder }

  /// The album without the number of the disc in whose folder it is.
  var albumKey: [UInt8] {
    TextKey.key(discOfFolder == nil ? album : album.map { DiscName.without(in: $0) })
  }
}
