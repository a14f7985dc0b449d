internal import Media
internal import Music

/// A file to be read by a scan.
struct ReadJob: Sendable {
  var path: FilePath
  var fileStamp: FileStamp
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
  let artistKey: [UInt8]
  let albumKey: [UInt8]
  /// All texts of its row, in the order of the columns.
  let texts: InlineArray<14, String?>
  /// The bytes of the texts.
  let textBytes: Int

  init(_ facts: MediaFacts, _ memo: inout TextMemo) {
    self.facts = facts
    let (tags, audio) = (facts.tags, facts.audio)
    artistKey = memo.key(tags.artist)
    albumKey = memo.key(tags.album)
    let name = tags.albumArtist ?? tags.artist ?? ""
    // The album artist under which its album is listed.
    let credit = memo.key(name) == TextKey.none ? "" : name
    let texts: InlineArray<14, String?> = [
      tags.title, tags.artist, tags.albumArtist, tags.album, tags.genre, tags.date, tags.key,
      audio.codec, audio.container, credit, tags.titleSort, tags.artistSort, tags.albumArtistSort,
      tags.albumSort,
    ]
    textBytes = texts.indices.reduce(0) { $0 + (texts[$1]?.utf8.count ?? 0) }
    self.texts = texts
  }
}

/// The result of reading a file.
struct ReadOutcome: Sendable {
  enum Result: Sendable {
    case track(ScannedTrack)
    case failed(MediaError)
  }

  var job: ReadJob
  var result: Result

  init(reading job: ReadJob, with memory: TagReader.Memory, _ memo: inout TextMemo) {
    self.job = job
    do throws(MediaError) {
      result = .track(ScannedTrack(try TagReader.read(job.path, with: memory), &memo))
    } catch {
      result = .failed(error)
    }
  }
}
