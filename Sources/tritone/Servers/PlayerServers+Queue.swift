import Interface
import Library
import Log
import Music
import Servers
import Synchronization

// What follows a pause: the play queue and the place at a Subsonic server, from which another client
// of the user goes on.
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
      await tellPlaces()
    }
    state.withLock { state in
      state.queueSaving?.cancel()
      state.queueSaving = task
    }
  }

  /// Tells Subsonic servers of the places in long tracks that they do not know.
  private func tellPlaces() async {
    // A library that cannot be read says so elsewhere.
    let servers = try? await library.servers()
    for server in servers ?? [] where server.kind == .subsonic { exchange(server, takes: false) }
  }

  /// A track that is left for another one has no pause.
  func tellPlaces(after track: TrackID) {
    guard state.withLock(\.hasServers) else { return }
    Task.detached { [self] in
      guard try await library.listenedSubject(of: track) != nil else { return }
      try await Task.sleep(for: Self.queuePatience)
      await tellPlaces()
    }
  }

  private func restoredQueue() async throws -> [TrackID] {
    QueueText.decode(try await library.session("queue"))?.tracks ?? []
  }

  private static let queuePatience = Duration.seconds(2)
}
