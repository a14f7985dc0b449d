internal import Media
internal import Music

/// A folder some of whose files are still to be read and written.
struct OpenFolder {
  private var pending: Int
  /// Of all its files; nil when one of them turns out to be unreadable.
  private(set) var digest: Int64?
  /// Whether tracks of it were in the library before.
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

  /// Takes one file as written; true for the last one.
  mutating func receive(_ outcome: ReadOutcome) -> Bool {
    switch outcome.result {
    case .failed: digest = nil
    case .track(let track):
      let tags = track.facts.tags
      // What was read is not what was listed: it has changed meanwhile.
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
