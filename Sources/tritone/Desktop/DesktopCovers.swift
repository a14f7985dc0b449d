import Media
import Music

/// Files with covers, and lyrics, of tracks that play.
struct DesktopCovers: Sendable {
  let images: CoverImages
  /// The thread that reads covers.
  let covers: NewestFirst
  let servers: PlayerServers

  /// A file that stays; nil where there is no cover.
  func file(for track: Track) async -> FilePath? {
    switch track.source {
    case .stream: return nil
    case .server(let address):
      guard case .file(let path) = await servers.covers.file(of: track.id, address) else {
        return nil
      }
      return path
    case .file(let path):
      let images = images
      return await onThread { images.file(for: path) }
    }
  }

  func lyrics(of track: Track) async -> Lyrics? {
    guard case .file(let path) = track.source else { return nil }
    return await onThread { TrackLyrics.find(for: path)?.lyrics }
  }

  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value?
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      covers.add { isDropped in continuation.resume(returning: isDropped ? nil : work()) }
    }
  }
}
