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
  /// What searches see of its path.
  var searchPath: FilePath
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
  /// Folded.
  var searchText: String

  init(_ facts: MediaFacts, _ job: ReadJob) {
    self.facts = facts
    let tags = facts.tags
    titleKey = TextKey.key(tags.title ?? job.path.stem)
    artistKey = TextKey.key(tags.artist)
    albumKey = TextKey.key(tags.album)
    genreKey = TextKey.key(tags.genre)
    nameKey = SortKey.bytes(job.path.name)
    credit = tags.albumArtist ?? tags.artist ?? ""
    creditKey = TextKey.key(credit)
    if creditKey == TextKey.none { credit = "" }
    searchText = [
      tags.title, tags.artist, tags.album, tags.albumArtist, tags.genre, job.searchPath.text,
    ].compactMap { $0.map(SortKey.folded) }.joined(separator: "\n")
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

  init(reading job: ReadJob) {
    self.job = job
    do throws(MediaError) {
      result = .track(ScannedTrack(try TagReader.read(job.path), job))
    } catch {
      result = .failed(error)
    }
  }
}
