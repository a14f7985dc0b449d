import Glibc
internal import Media
internal import Music

/// A file to be read by a scan.
struct ReadJob: Sendable {
  var path: FilePath
  /// Nil where stat was not called; then it is taken from the open file.
  var fileStamp: FileStamp?
  /// The index of the folder in the scan.
  var folder: Int
  var root: Int64
  /// The id of a known track.
  var track: Int64?
  /// Whether it had no audio when it was last read.
  var isReject = false
}

/// A file that was read, with everything derived from its tags, so that the one thread that writes
/// need only write.
///
/// A class, since it passes through several queues, and has some twenty texts to copy.
final class ScannedTrack: Sendable {
  let facts: MediaFacts
  /// Keys of the album and its artist; nil without an album, and with an album artist.
  let keys: (album: [UInt8], artist: [UInt8])?
  /// All texts of its row, in the order of the columns.
  let texts: InlineArray<14, String?>
  /// The bytes of the texts.
  let textBytes: Int
  /// Whether it is a file of an audiobook by its name or its genre.
  let mayBeBook: Bool

  init(_ facts: MediaFacts, at path: FilePath, _ memo: inout TextMemo) {
    self.facts = facts
    mayBeBook = BookCandidate.isBookFile(path) || memo.isOfBooks(facts.tags.genre)
    // Field by field: a copy of all tags would retain every text.
    keys =
      facts.tags.albumArtist == nil && facts.tags.album != nil
      ? (album: memo.key(facts.tags.album), artist: memo.key(facts.tags.artist)) : nil
    let name = facts.tags.albumArtist ?? facts.tags.artist ?? ""
    // The album artist under which its album is listed.
    let credit = memo.isBlank(name) ? "" : name
    let texts: InlineArray<14, String?> = [
      facts.tags.title, facts.tags.artist, facts.tags.albumArtist, facts.tags.album,
      facts.tags.genre, facts.tags.date, facts.tags.key, facts.audio.codec, facts.audio.container,
      credit, facts.tags.titleSort, facts.tags.artistSort, facts.tags.albumArtistSort,
      facts.tags.albumSort,
    ]
    textBytes = texts.indices.reduce(0) { $0 + (texts[$1]?.utf8.count ?? 0) }
    self.texts = texts
  }
}

/// The result of reading a file.
struct ReadOutcome: Sendable {
  enum Result: Sendable {
    case track(ScannedTrack)
    /// Indirect, since most results are tracks, which are then copied as one reference.
    indirect case failed(MediaError)
    /// The file has been removed since its folder was listed, or stat fails for it.
    case absent
  }

  var job: ReadJob
  var result: Result

  init(reading job: ReadJob, with memory: TagReader.Memory, _ memo: inout TextMemo) {
    self.job = job
    do throws(MediaError) {
      let facts = try TagReader.read(job.path, with: memory)
      result = .track(ScannedTrack(facts, at: job.path, &memo))
    } catch {
      result = .failed(error)
      guard job.fileStamp == nil else { return }
      var status = stat()
      if job.path.withCString({ stat($0, &status) }) == 0 {
        self.job.fileStamp = FileStamp(status)
      } else {
        result = .absent
      }
    }
  }
}
