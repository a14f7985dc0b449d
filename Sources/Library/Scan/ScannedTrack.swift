internal import Media
internal import Music

/// A file that a scan wants to be read.
struct ReadJob: Sendable {
  var path: FilePath
  var fileStamp: FileStamp
  /// Where the folder is among those that the scan has met.
  var folder: Int
  var root: Int64
  /// The track that it is known as.
  var track: Int64?
  /// Whether there was no audio in it when it was read before.
  var isReject = false
}

/// A file that was read, with what is made from its tags, so that the one thread that writes has
/// nothing left to do but write.
struct ScannedTrack: Sendable {
  var facts: MediaFacts
  var artistKey: [UInt8]
  var albumKey: [UInt8]
  /// Under whom its album is listed.
  var albumCredit: String

  init(_ facts: MediaFacts, _ memo: inout TextMemo) {
    self.facts = facts
    let tags = facts.tags
    artistKey = memo.key(tags.artist)
    albumKey = memo.key(tags.album)
    let name = tags.albumArtist ?? tags.artist ?? ""
    albumCredit = memo.key(name) == TextKey.none ? "" : name
  }
}

/// What became of a file.
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
