import Interface
import Library
import Media
import Music

// Covers and lyrics of what plays, from its file and its folder.
extension EffectRunner {
  func loadCover(of id: TrackID) {
    findFile(of: id, covers) { path in .coverLoaded(id, path.flatMap(Self.cover)) }
  }

  func loadLyrics(of id: TrackID) {
    findFile(of: id, lyrics) { path in .lyricsLoaded(id, path.flatMap(TrackLyrics.find)) }
  }

  /// Posts what is found for the file of a track; streams have none.
  private func findFile(
    of id: TrackID, _ line: NewestFirst, _ find: @escaping @Sendable (FilePath?) -> TrackEvent
  ) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      // A library that cannot be read has reported that elsewhere.
      guard case .file(let path)? = try? await library.tracks([id]).first?.source else {
        return mailbox.post(.track(find(nil)))
      }
      line.add { mailbox.post(.track(find(path))) }
    }
  }

  /// The picture of a file's tags, else that of its folder. Whatever cannot be read is no cover.
  private static func cover(of path: FilePath) -> Picture? {
    if let bytes = try? EmbeddedCover.read(path), let picture = decoded(bytes) { return picture }
    guard let folder = path.parent else { return nil }
    for cover in FolderCover.find(in: folder) {
      if let bytes = try? FolderCover.read(cover), let picture = decoded(bytes) { return picture }
    }
    return nil
  }

  private static func decoded(_ bytes: [UInt8]) -> Picture? {
    try? PictureDecoder.decode(bytes, width: Covers.side, height: Covers.side)
  }
}
