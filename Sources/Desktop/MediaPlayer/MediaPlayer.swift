// The player as the desktop sees it: MPRIS 2.2 on the session bus. Values are given from any thread
// under a lock; two tasks do the rest, one for signals and one for the connection and the name. A
// bus that is not there, comes, hangs or restarts holds up nobody.
package import Bus
package import Music
internal import Synchronization

/// The player's object on the session bus, for media keys, panels and `playerctl`.
package final class MediaPlayer: Sendable {
  private let core: MediaPlayerCore
  private let tasks: [Task<Void, Never>]

  /// - Parameters:
  ///   - send: called on the bus thread with each command, and must return at once.
  ///   - activate: brings the player to the front, called in the same way; nil where nothing can.
  ///   - pauses: after a loss and failed attempts to connect. After the last one a change of the
  ///     player leads to the next attempt, so that a player at rest sleeps.
  package init(
    bus: Bus, send: @escaping @Sendable (PlayerCommand) -> Void,
    activate: (@Sendable () -> Void)? = nil,
    pauses: [Duration] = [0.05, 0.2, 0.5, 1, 2].map { .seconds($0) }
  ) {
    let core = MediaPlayerCore(bus, send, activate, pauses: pauses)
    self.core = core
    tasks =
      bus.hasAddresses
      ? [Task { await core.announce() }, Task { await core.stayConnected() }] : []
  }

  /// Gives the name back, where the connection stays.
  deinit { for task in tasks { task.cancel() } }

  /// The name on the bus; nil while there is none.
  package var name: String? { core.name.withLock { $0 } }

  /// What plays and how. Equal values cost a comparison.
  package func update(_ status: PlayerStatus) {
    core.change { contents in
      guard contents.status != status else { return false }
      contents.update(status)
      return true
    }
  }

  /// The cover of a track as a file that stays; a cover that changes needs another name.
  package func cover(_ path: FilePath?, for track: TrackID) {
    core.change { contents in
      contents.setCover(path, for: track)
      return true
    }
  }

  /// The lyrics of a track, as LRC where they have times.
  package func lyrics(_ lyrics: Lyrics?, for track: TrackID) {
    let text = lyrics?.lrc
    core.change { contents in
      contents.setLyrics(text, for: track)
      return true
    }
  }

  /// Some twenty items of the queue around the current one, which is among them.
  package func show(nearby: [PlayerStatus.Item]) {
    core.change { contents in
      contents.show(nearby: nearby)
      return true
    }
  }

  /// All playlists in the user's order.
  ///
  /// - Parameter active: the one that plays.
  package func show(playlists: [Playlist], active: PlaylistID?) {
    core.change { contents in
      contents.show(playlists: playlists, active: active)
      return true
    }
  }
}
