import Interface
import Library
import Music
import Synchronization

// The user's changes of shared playlists: stored one after the other, shown, and sent in the background.
extension PlayerServers {
  /// Stores a change behind those before it, shows it, and sends it in the background.
  func change(
    _ effect: SharedEffect, _ id: SharedPlaylistID?,
    _ work: @escaping @Sendable () async throws -> Void
  ) {
    inOrder { [self] in
      await EffectRunner.post(to: mailbox, refusing: .servers(.shared(effect))) {
        try await work()
        await self.changed(id)
        return nil
      }
    }
  }

  private func inOrder(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.shared.changing = Task.detached { [before = state.shared.changing] in
        await before?.value
        await work()
      }
    }
  }

  /// Shows what was stored, and sends it.
  private func changed(_ id: SharedPlaylistID?) async {
    await tellShared(also: id)
    // A library that cannot be read says so elsewhere.
    for server in (try? await library.servers()) ?? []
    where server.kind == .coretet && (id == nil || server.id == id?.server) {
      sendShared(server)
    }
  }

  func rate(
    _ id: SharedPlaylistID, _ selection: Selection, _ reaction: Reaction, _ effect: SharedEffect
  ) {
    change(effect, id) { [self] in
      let tracks = try await library.trackIDs(of: selection)
      try await acting.rate(tracks, in: id, reaction)
      mailbox.post(.done(.tracks(.reacted(reaction, tracks.count))))
    }
  }

  /// The list of the library has the move already: it is taken back where it cannot be stored.
  func move(
    _ entries: [String], in id: SharedPlaylistID, after anchor: String?, _ effect: SharedEffect
  ) {
    change(effect, id) { [self] in
      do {
        try await acting.move(entries, in: id, after: anchor)
      } catch {
        try await acting.takeBackOrder(of: id)
        throw error
      }
      mailbox.post(.servers(.shared(.moved(id, reading: nextReading()))))
    }
  }

  /// Moves were undone or redone in the library.
  func follow(_ reorders: [SharedReorder]) {
    for reorder in reorders {
      inOrder { [self] in
        do {
          if try await acting.follow(reorder) { await changed(reorder.playlist) }
        } catch {
          mailbox.post(.failed(UserText.of(error)))
        }
      }
    }
  }

  // MARK: Readings

  private func nextReading() -> Int {
    state.withLock { state in
      state.shared.reading += 1
      return state.shared.reading
    }
  }

  /// A playlist as it shows.
  func opened(_ id: SharedPlaylistID) async throws -> SharedEvent {
    let reading = nextReading()
    return .opened(try await acting.contents(id), reading: reading)
  }
}
