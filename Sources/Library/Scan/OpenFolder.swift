internal import Media
internal import Music

/// A folder with files still to be read and written.
struct OpenFolder {
  private var pending: Int
  /// The digest of all its files; nil when one of them proves unreadable.
  private(set) var digest: Int64?
  /// Whether the library had tracks of it before.
  private let wasKnown: Bool
  /// The artist of each album without an album artist.
  private var albums: [[UInt8]: [UInt8]] = [:]
  private var isMixed = false

  init(pending: Int, digest: Int64?, wasKnown: Bool) {
    self.pending = pending
    self.digest = digest
    self.wasKnown = wasKnown
  }

  /// Whether an album in it has no album artist and several artists.
  var mayBeMixed: Bool { isMixed || wasKnown && !albums.isEmpty }

  /// Records one file as written; true for the last one.
  mutating func receive(_ outcome: ReadOutcome) -> Bool {
    switch outcome.result {
    case .failed: digest = nil
    case .track(let track):
      let tags = track.facts.tags
      // The file has changed between listing and reading.
      if track.facts.file != outcome.job.fileStamp { digest = nil }
      if tags.albumArtist == nil, tags.album != nil, !isMixed || wasKnown {
        let known = albums.updateValue(track.artistKey, forKey: track.albumKey)
        isMixed = isMixed || known.map { $0 != track.artistKey } ?? false
      }
    }
    pending -= 1
    return pending == 0
  }
}
