import Library
import Media
import Music
import Streaming

/// Which tracks are on servers, and which of these on this disk.
struct DownloadChoice: Sendable {
  let library: Library
  let folder: DownloadFolder

  struct Found: Sendable {
    /// On servers alone, or changed there since they were downloaded.
    var wanted: [WantedDownload] = []
    /// Those that have changed on their server included.
    var onDisk: [OnDisk] = []
    var outdated = 0
    /// Tracks that no server has.
    var elsewhere = 0
  }

  struct OnDisk: Equatable, Sendable {
    var track: TrackID
    var address: ServerTrackAddress
  }

  /// Tracks of one look into the library.
  private static let part = 1_000

  func tracks(_ tracks: [TrackID]) async throws -> Found {
    var found = Found()
    for start in stride(from: 0, to: tracks.count, by: Self.part) {
      let part = Array(tracks[start..<min(tracks.count, start + Self.part)])
      let files = try await library.serverFiles(part)
      let names = Dictionary(
        try await library.tracks(files.map(\.track)).map { ($0.id, $0.title) },
        uniquingKeysWith: { first, _ in first })
      found.elsewhere += part.count - files.count
      for file in files {
        let isThere = folder.has(file.address)
        if isThere { found.onDisk.append(OnDisk(track: file.track, address: file.address)) }
        guard !folder.has(file.address, size: file.size) else { continue }
        if isThere { found.outdated += 1 }
        found.wanted.append(
          WantedDownload(file.address, size: file.size, name: names[file.track] ?? ""))
      }
    }
    return found
  }

  /// Removes downloads.
  func remove(_ tracks: [OnDisk]) -> (tracks: Int, bytes: Int64) {
    var removed: (tracks: Int, bytes: Int64) = (0, 0)
    for track in tracks {
      guard let size = folder.size(track.address) else { continue }
      folder.remove(track.address)
      removed.tracks += 1
      removed.bytes += size
    }
    return removed
  }
}
