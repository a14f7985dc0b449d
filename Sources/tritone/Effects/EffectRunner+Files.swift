import Interface
import Library
import Media
import Music

// Covers and lyrics, from the files of tracks and their folders.
extension EffectRunner {
  func loadCover(_ request: CoverRequest) {
    let reading = CoverReading(library: library, mailbox: mailbox, covers: covers, images: images)
    Task.detached { await reading.load(request) }
  }

  func loadLyrics(of id: TrackID) {
    let (library, mailbox, lyrics) = (library, mailbox, lyrics)
    Task.detached {
      guard case .file(let path)? = try? await library.tracks([id]).first?.source else {
        return mailbox.post(.track(.lyricsLoaded(id, nil)))
      }
      lyrics.add { isDropped in
        if !isDropped { mailbox.post(.track(.lyricsLoaded(id, TrackLyrics.find(for: path)))) }
      }
    }
  }
}
