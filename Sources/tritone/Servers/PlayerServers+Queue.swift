import Interface
import Library
import Log
import Music
import Servers
import Synchronization

// The play queue at a Subsonic server, from which another client of the user goes on.
extension PlayerServers {
  /// The queue that is stored now.
  func note(_ queue: PlayQueue) { state.withLock { $0.queue = queue.tracks } }

  /// Saves the queue once what was heard here is paused. A queue that was only restored says nothing
  /// about the one of another client.
  func followQueue(_ new: PlayerState) {
    let due = state.withLock { state -> (queue: [TrackID]?, PlayID, Duration)? in
      if case .playing = new { state.hasHeard = true }
      guard case .paused(let id, let clock) = new else {
        state.queueSaving?.cancel()
        return nil
      }
      defer { state.hasHeard = false }
      return state.hasHeard && state.hasServers ? (state.queue, id, clock.position) : nil
    }
    guard let (queue, id, position) = due else { return }
    let task = Task.detached { [self] in
      // Pauses that are taken back at once tell nobody.
      do { try await Task.sleep(for: Self.queuePatience) } catch { return }
      do {
        var tracks = queue ?? []
        if queue == nil { tracks = try await restoredQueue() }
        guard let index = tracks.firstIndex(of: id.track) else { return }
        try await ServerQueue(library: library, access: access)
          .save(tracks, playing: index, at: position)
      } catch {
        mailbox.log.log.warning(
          .library, "the play queue was not saved",
          [LogField("reason", sentence: UserText.of(error))])
      }
    }
    state.withLock { state in
      state.queueSaving?.cancel()
      state.queueSaving = task
    }
  }

  private func restoredQueue() async throws -> [TrackID] {
    SessionText.decode(PlayQueue.self, try await library.session("queue"))?.tracks ?? []
  }

  private static let queuePatience = Duration.seconds(2)
}
