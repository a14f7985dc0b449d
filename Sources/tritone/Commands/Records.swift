import FoundationEssentials
import Glibc
import Library
import Music
import Synchronization

/// A track as `search --json` prints it; the latter alone has primary variations and comments.
struct TrackRecord: Encodable {
  var path, title: String
  var pathBytes: String?
  var artist, album, albumArtist, genre, date: String?
  var year, track, disc: Int?
  var duration: Double?
  var codec: String
  var sampleRate, channels: Int
  var size: Int64
  var rating, plays: Int
  /// none, listened, liked or loved.
  var reaction: String
  var notes: String?
  /// The user's labels.
  var category: String?
  var tags: [String]?
  var collection, mood, timeSignature: String?
  /// Of a primary variation the number of all, itself included; of another the primary one's path.
  var variations: Int?
  var variationOf: String?
  var comments: [CommentRecord]?
  /// Whether `set` has changed it.
  var changed: Bool?
  /// The effective value: the user's, the tag's or the analysed one.
  var bpm: Double?
  var key: String?
  var found: FindingsRecord?
  var hasArt, missing, offline: Bool

  init(_ track: Track) {
    path = track.source.text
    pathBytes = track.source.bytesWhereInexact
    title = track.title
    artist = track.tags.artist
    album = track.tags.album
    albumArtist = track.tags.albumArtist
    genre = track.tags.genre
    date = track.tags.date
    year = track.tags.year
    self.track = track.tags.trackNumber
    disc = track.tags.discNumber
    duration = track.audio.duration?.seconds
    codec = track.audio.codec
    sampleRate = track.audio.sampleRate
    channels = track.audio.channels
    size = track.file.size
    rating = track.rating.stars
    plays = track.plays
    reaction = "\(track.reaction)"
    notes = track.notes.isEmpty ? nil : track.notes
    category = track.labels.category?.rawValue
    tags = track.labels.tags.isEmpty ? nil : track.labels.tags
    collection = track.labels.collection
    mood = track.labels.mood
    timeSignature = track.labels.timeSignature
    if case .primary(let count) = track.variation { variations = count }
    bpm = track.tempoThatHolds
    key = track.keyThatHolds
    found = FindingsRecord(track.findings)
    hasArt = track.audio.hasArt
    missing = track.isMissing
    offline = track.isOffline
  }
}

extension FilePath {
  /// Base64 of bytes that are not UTF-8 and that text would misstate.
  var bytesWhereInexact: String? {
    bytes.elementsEqual(text.utf8) ? nil : Data(bytes).base64EncodedString()
  }
}

extension MediaSource {
  var bytesWhereInexact: String? { file?.bytesWhereInexact }
}

struct EntryRecord: Encodable {
  var position: Int
  var path, title: String
  var pathBytes: String?

  init(position: Int, _ track: Track) {
    self.position = position
    path = track.source.text
    pathBytes = track.source.bytesWhereInexact
    title = track.title
  }
}

/// A playlist as `playlist --json` prints it.
struct PlaylistRecord: Encodable {
  var id: Int64
  var name: String
  var tracks: Int
  /// Seconds.
  var duration: Double
  /// The names of its folders, the outermost first.
  var folder: String?
  var notes, color: String?
  var targetBPM: Double?
  var smart: SmartRecord?
  var entries: [EntryRecord]?

  init(_ playlist: Playlist, folder: String? = nil) {
    id = playlist.id.rawValue
    name = playlist.name
    tracks = playlist.trackCount
    duration = playlist.duration.seconds
    self.folder = folder
    notes = playlist.notes.isEmpty ? nil : playlist.notes
    color = playlist.color
    targetBPM = playlist.targetBPM
    smart = playlist.smart.map(SmartRecord.init)
  }
}

/// The definition of a smart playlist.
struct SmartRecord: Encodable {
  var query, sort: String
  var descending: Bool
  var limit: Int?

  init(_ smart: SmartQuery) {
    query = smart.text
    sort = smart.sort.rawValue
    descending = smart.isDescending
    limit = smart.limit
  }
}

struct SlotRecord: Encodable {
  var slot: Int
  /// Absent in an empty slot.
  var playlist: String?
  var tracks: Int
  /// Seconds.
  var duration: Double
}

/// A file as `unreadable --json` prints it.
struct UnreadableRecord: Encodable {
  var path, reason: String
  var pathBytes: String?

  init(_ file: UnreadableFile) {
    path = file.path.text
    pathBytes = file.path.bytesWhereInexact
    reason = file.reason
  }
}

struct ScanResult: Encodable {
  var found, added, updated, unchanged, moved, missing, offline, failed: Int
  var unreadable: [UnreadableRecord]
  /// A damaged library was set aside before.
  var recovered: Recovery?

  init(_ progress: ScanProgress, _ unreadable: [UnreadableFile], recovered: Recovery? = nil) {
    self.recovered = recovered
    self.unreadable = unreadable.map(UnreadableRecord.init)
    found = progress.found
    added = progress.added
    updated = progress.updated
    unchanged = progress.unchanged
    moved = progress.moved
    missing = progress.missing
    offline = progress.offline
    failed = progress.failed
  }
}

enum JSONText {
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no such characters outside of strings.
    return JSONEscapes.escaping(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}

enum TrackText {
  static func line(_ track: Track) -> String {
    [track.tags.artist ?? "", track.title, track.tags.album ?? "", track.source.text]
      .map(clean).joined(separator: "\t")
  }

  /// Cleans text from tags of terminal control characters.
  static func clean(_ text: String) -> String { TextCleaning.field(text) }
}

/// A progress bar on standard error, if that is a terminal.
final class ProgressLine: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1
  private let drawn = Mutex(false)

  /// A scan's total grows while folders are still being listed.
  func show(_ progress: ScanProgress) {
    let done = progress.added + progress.updated + progress.unchanged + progress.failed
    show(
      done, of: max(done, progress.found),
      "files, \(progress.added) new, \(progress.updated) changed")
  }

  func show(_ done: Int, of total: Int, _ what: String) {
    guard isShown else { return }
    drawn.withLock { $0 = true }
    let width = 24
    let filled = total == 0 ? 0 : width * done / total
    let bar =
      String(repeating: "━", count: filled) + String(repeating: "─", count: width - filled)
    let text = "\r\u{1B}[K\(bar) \(done.grouped) of \(total.grouped) \(what)"
    StandardError.write(text)
  }

  func clear() {
    if drawn.withLock({ $0 }) { StandardError.write("\r\u{1B}[K") }
  }
}
