package import Music

// The state of the player for those who are not at the screen.
extension App {
  package var status: PlayerStatus {
    let item = statusItem
    let isHeard = player.item != nil
    let queue = playing.audibleQueue
    return PlayerStatus(
      playback: playback, item: item, clock: statusClock, jumps: playing.jumps,
      speed: sound.speed, volume: Int((audio.volume * 100).rounded()), isMuted: audio.isMuted,
      isShuffled: queue.isShuffled, repeating: queue.repeating,
      hasNext: queue.skipTarget != nil || hasChapter(after: 1),
      hasPrevious: queue.previousTarget != nil || isHeard && !isLive,
      canSeek: isHeard && !isLive, index: playing.audibleIndex, count: queue.ids.count,
      queueVersion: playing.queueVersion)
  }

  /// The status to tell after another one: while the track of a new item is being loaded, all that
  /// is about an item is still about the one before.
  package func status(after told: PlayerStatus?) -> PlayerStatus {
    var status = status
    guard let told, let id = player.item, status.item == nil else { return status }
    status.item = told.item
    guard told.item?.play != id else { return status }
    status.index = told.item?.id.map { queue.index(of: $0) } ?? told.index
    (status.clock, status.speed, status.jumps) = (told.clock, told.speed, told.jumps)
    (status.hasNext, status.hasPrevious) = (told.hasNext, told.hasPrevious)
    status.canSeek = told.canSeek
    if player.clock == nil { status.playback = told.playback }
    return status
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
    // Of the virtual tracks of a file it may be that of the requested one.
    if playing.awaitsItem, playing.requested?.id.track == id.track { return nil }
    let book = audibleBook
    return PlayerStatus.Item(
      id: playing.audibleQueueItem, play: id, track: track,
      title: book?.book.details.title ?? shownTitle(track),
      artist: book.map { BookText.authors($0.book.details) } ?? shownArtist(track),
      chapter: book.flatMap { book in
        book.book.chapter(at: book.place).map { BookText.chapter($0, of: book.book) }
      },
      isBook: book != nil)
  }

  /// The book of the item that the player has and the place in it, whatever was requested since.
  private var audibleBook: (book: Book, place: Duration)? {
    guard let id = player.item, playing.audition?.contains(id) != true,
      let book = books.current?.book, let part = book.part(of: id.track)
    else { return nil }
    return (book, book.parts[part].start + positionInFile)
  }

  /// The same from one report of the player to the next, so that statuses can be compared.
  private var statusClock: PlayClock {
    let book = audibleBook
    let place = book?.place ?? position
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
