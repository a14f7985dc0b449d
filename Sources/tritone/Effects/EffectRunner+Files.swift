import Interface
import Library
import Media
import Music

// Covers and lyrics, from the files of tracks and their folders.
extension EffectRunner {
  func loadCover(_ request: CoverRequest) {
    let (library, mailbox, covers, images) = (library, mailbox, covers, images)
    Task.detached {
      // A library that cannot be read has reported that elsewhere.
      let track = try? await library.track(of: request.subject)
      guard case .file(let path)? = track?.source else {
        return mailbox.post(.track(.coverLoaded(request, nil)))
      }
      covers.add { isDropped in
        mailbox.post(
          .track(
            isDropped
              ? .coverDropped(request) : .coverLoaded(request, images.cover(of: path, request))))
      }
    }
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

extension Library {
  /// A track with the cover: of an album, its first one.
  fileprivate func track(of subject: CoverSubject) async throws -> Track? {
    switch subject {
    case .track(let id): try await tracks([id]).first
    case .album(let key):
      try await window(ListQuery(.album(key)), range: 0..<1, anchor: nil).rows.first?.track
    }
  }
}
