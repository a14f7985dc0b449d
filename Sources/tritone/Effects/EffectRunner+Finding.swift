import Interface
import Library
import Music

/// Finds tracks to play or to queue.
extension EffectRunner {
  func find(_ search: TrackSearch) {
    switch search {
    case .toPlay(let selection, let start, let serial):
      find(serial) { library in
        if let start, case .rows(_, let query) = selection {
          let (queued, index) = try await library.playOrder(of: query, from: start)
          return .search(.foundToPlay(queued, start: index, serial: serial))
        }
        return .search(
          .foundToPlay(
            try await library.queuedTracks(of: selection), start: 0, serial: serial))
      }
    case .toQueue(let selection, let next, let serial):
      find(serial) {
        .search(
          .foundToQueue(
            try await $0.queuedTracks(of: selection), next: next, serial: serial))
      }
    case .stream(let address, let serial):
      if passwords.remember(address) { mailbox.post(.done(.playing(.passwordNotStored))) }
      find(serial) { [newStreams] in
        .search(
          .foundToPlay(
            [QueuedTrack(try await newStreams.add(address, to: $0))], start: 0, serial: serial))
      }
    case .path(let path, let serial): open(path, serial)
    }
  }

  /// Finds tracks to play or to queue; reports a failure as an answer, too, since later requests
  /// wait for it.
  private func find(
    _ serial: Int, _ work: @escaping @Sendable (Library) async throws -> Event
  ) {
    let (library, mailbox) = (library, mailbox)
    Task.detached {
      do {
        mailbox.post(try await work(library))
      } catch {
        mailbox.post(.search(.notFound(serial: serial, UserText.of(error))))
      }
    }
  }
}
