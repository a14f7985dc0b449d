internal import Media
internal import Music

/// A file that a scan wants to be read.
struct ReadJob: Sendable {
  var path: FilePath
  var stamp: FileStamp
  /// Where the folder is among those that the scan has met.
  var folder: Int
  var root: Int64
  /// The track that it is known as.
  var track: Int64?
  /// Whether there was no audio in it when it was read before.
  var isReject = false
}

/// A file that was read, with all that is made from its tags, so that the one thread that
/// writes has nothing left to do but write.
struct ScannedTrack: Sendable {
  var facts: MediaFacts
  var titleKey: [UInt8]
  var artistKey: [UInt8]
  var albumKey: [UInt8]
  var genreKey: [UInt8]
  var nameKey: [UInt8]
  var credit: String
  var creditKey: [UInt8]

  init(_ facts: MediaFacts, _ job: ReadJob, _ memo: inout TextMemo) {
    self.facts = facts
    let tags = facts.tags
    let artist = memo.key(tags.artist)
    let albumArtist = memo.key(tags.albumArtist)
    let album = memo.key(tags.album)
    let genre = memo.key(tags.genre)
    titleKey = TextKey.key(tags.title ?? job.path.stem)
    artistKey = artist
    albumKey = album
    genreKey = genre
    nameKey = SortKey.bytes(job.path.name)
    creditKey = tags.albumArtist == nil ? artist : albumArtist
    credit = creditKey == TextKey.none ? "" : tags.albumArtist ?? tags.artist ?? ""
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
      result = .track(ScannedTrack(try TagReader.read(job.path, with: memory), job, &memo))
    } catch {
      result = .failed(error)
    }
  }
}
