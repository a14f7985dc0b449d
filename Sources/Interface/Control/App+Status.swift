package import Music

// The state of the player for those who are not at the screen.
extension App {
  package var status: PlayerStatus {
    let item = statusItem
    let isHeard = player.item != nil
    return PlayerStatus(
      playback: playback, item: item, clock: statusClock, jumps: playing.jumps,
      speed: sound.speed, volume: Int((audio.volume * 100).rounded()), isMuted: audio.isMuted,
      isShuffled: queue.isShuffled, repeating: queue.repeating,
      hasNext: queue.skipTarget != nil || hasChapter(after: 1),
      hasPrevious: queue.previousTarget != nil || isHeard && !isLive,
      canSeek: isHeard && !isLive, index: queue.current, count: queue.ids.count,
      queueVersion: playing.queueVersion)
  }

  /// The items of the queue around the current one.
  package func queuePart(ofItems count: Int) -> QueuePart {
    playing.part(from: (queue.current ?? 0) - count / 2, count: count)
  }

  /// Whether work goes on that the sleep of the computer would break off.
  package var isWorking: Bool { syncing.canStop || building.canStop }

  private var playback: PlayerStatus.Playback {
    switch player {
    case .stopped: .stopped
    case .paused: .paused
    case .playing, .loading: playing.wantsToPlay ? .playing : .paused
    }
  }

  private var statusItem: PlayerStatus.Item? {
    // The track of the item before is there until the one of this item is loaded.
    guard let id = player.item, let track = playing.track, track.id == id.track else { return nil }
    let book = book?.book
    return PlayerStatus.Item(
      id: playing.audibleQueueItem, play: id, track: track, title: shownTitle(track),
      artist: shownArtist(track),
      chapter: book.flatMap { book in bookChapter.map { BookText.chapter($0, of: book) } },
      isBook: book != nil)
  }

  /// The same from one report of the player to the next, so that statuses can be compared.
  private var statusClock: PlayClock {
    let place = bookPlace ?? position
    let length = book?.book.duration ?? (player.item == nil ? nil : duration)
    guard var clock = player.clock else {
      return PlayClock(position: place, at: now, isAdvancing: false, duration: length)
    }
    if let target = playing.seeking.target(at: now) {
      (clock.position, clock.at) = (target.position, target.at)
    }
    // Where the file's part begins in a book.
    if book != nil { clock.position += place - position }
    clock.duration = length
    return clock
  }
}
