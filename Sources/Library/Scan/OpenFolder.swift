internal import Media
internal import Music

/// A folder with files still to be read and written.
struct OpenFolder {
  private var pending: Int
  /// The digest of all its files; nil when one of them proves unreadable.
  var digest: Int64? { isReadable ? collected?.value ?? listed : nil }
  /// The digest by the listing of the folder.
  private let listed: Int64?
  /// The digest of the files received, where stat was not called for the listing.
  private var collected: FolderDigest?
  private var isReadable = true
  /// Whether the library had tracks of it before.
  private let wasKnown: Bool
  /// The artist of each album without an album artist.
  private var albums: [[UInt8]: [UInt8]] = [:]
  private var isMixed = false

  /// - Parameter areAsked: whether stat was called for its files.
  init(pending: Int, digest: Int64?, areAsked: Bool, wasKnown: Bool) {
    self.pending = pending
    listed = digest
    collected = areAsked ? nil : FolderDigest()
    self.wasKnown = wasKnown
  }

  /// Whether an album in it has no album artist and several artists.
  var mayBeMixed: Bool { isMixed || wasKnown && !albums.isEmpty }

  /// Records one file as written; true for the last one.
  mutating func receive(_ outcome: ReadOutcome) -> Bool {
    switch outcome.result {
    case .failed, .absent: isReadable = false
    case .track(let track):
      let file = track.facts.file
      if outcome.job.fileStamp == nil {
        collected?.add(FolderDigest.hash(outcome.job.path.nameBytes), file)
      } else if file != outcome.job.fileStamp {
        // The file has changed between listing and reading.
        isReadable = false
      }
      if let keys = track.keys, !isMixed || wasKnown {
        let known = albums.updateValue(keys.artist, forKey: keys.album)
        isMixed = isMixed || known.map { $0 != keys.artist } ?? false
      }
    }
    pending -= 1
    return pending == 0
  }
}
