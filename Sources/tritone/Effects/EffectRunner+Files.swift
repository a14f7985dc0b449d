import Interface
import Library
import Media
import Music

// Covers and lyrics of what plays, from its file and its folder.
extension EffectRunner {
  func loadCover(_ request: CoverRequest) {
    let images = images
    findFile(of: request.track, covers) { path in
      .coverLoaded(request, path.flatMap { images.cover(of: $0, request) })
    }
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
}
