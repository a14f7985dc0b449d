/// A part of what the program stores, with its size.
package struct StoredPart: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case library, backups, downloads, catalog, listings, waveforms, covers, lyrics, sounds
    case serverCovers = "server-covers"
    case log

    /// Whether all of it can be made or fetched again.
    package var isCache: Bool {
      switch self {
      case .library, .backups, .downloads, .log: false
      case .catalog, .listings, .waveforms, .covers, .lyrics, .sounds, .serverCovers: true
      }
    }

    /// Its contents; of a cache, the occasion on which it is made again.
    package var summary: String {
      switch self {
      case .library: "tracks, marks, playlists and history"
      case .backups: "the three newest copies of the library"
      case .downloads: "tracks of servers, removed by :download-remove"
      case .log: "what failed, and why"
      case .catalog: "the order of lists, built at the next start"
      case .listings: "names in folders, read by the next scan"
      case .waveforms: "computed when their tracks play"
      case .covers: "small copies, made when they show"
      case .lyrics: "from lrclib.net, fetched when their tracks play"
      case .sounds: "what has played from servers, fetched when it plays again"
      case .serverCovers: "from servers, fetched when they show"
      }
    }
  }

  package var kind: Kind
  package var path: FilePath
  /// On the disk, in bytes.
  package var bytes: Int64

  package init(_ kind: Kind, at path: FilePath, bytes: Int64) {
    (self.kind, self.path, self.bytes) = (kind, path, bytes)
  }
}
