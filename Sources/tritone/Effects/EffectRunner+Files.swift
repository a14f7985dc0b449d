import HTTP
import Interface
import Library
import Media
import Music
import Online

// Covers and lyrics, from the files of tracks and their folders.
extension EffectRunner {
  func loadCover(_ request: CoverRequest) {
    let reading = CoverReading(
      library: library, mailbox: mailbox, covers: covers, images: images, servers: servers)
    Task.detached { await reading.load(request) }
  }

  func loadLyrics(of id: TrackID) {
    let (library, mailbox, lyrics, servers) = (library, mailbox, lyrics, servers)
    Task.detached {
      // A library that cannot be read has reported that elsewhere.
      let track = try? await library.tracks([id]).first
      switch track?.source {
      case .file(let path)?:
        lyrics.add { isDropped in
          if !isDropped { mailbox.post(.track(.lyricsLoaded(id, TrackLyrics.find(for: path)))) }
        }
      case .server(let address)?:
        // Not before the first rows are on the screen.
        lyrics.add { isDropped in
          guard !isDropped, let track else { return }
          Task.detached {
            let found = await servers.lyrics(of: track, address)
            mailbox.post(.track(.lyricsLoaded(id, found)))
          }
        }
      case .stream?, nil: mailbox.post(.track(.lyricsLoaded(id, nil)))
      }
    }
  }

  /// Asks the net for lyrics, beside all other work.
  func fetchLyrics(of id: TrackID, isCommand: Bool) {
    let (library, mailbox, fetching) = (library, mailbox, fetching)
    Task.detached {
      func answer(_ found: TrackLyrics?, _ fault: String?) {
        mailbox.post(.lyrics(.fetched(id, found, fault: fault, isCommand: isCommand)))
      }
      do {
        // The track may be gone meanwhile.
        guard let track = try await library.tracks([id]).first else { return answer(nil, nil) }
        guard let query = LyricsQuery(track) else {
          return answer(nil, "Lyrics are found by title, artist and length, which the file lacks")
        }
        answer(try await fetching.lyrics(for: query, isAgain: isCommand).lyrics, nil)
      } catch {
        answer(nil, UserText.of(error))
      }
    }
  }
}
