package import Music

// Commands and reports about playing, passed to `Playing`, whose responses are applied.
extension App {
  mutating func performPlaying(_ command: PlayingCommand) -> [Effect] {
    switch command {
    case .playPause:
      if let effects = resumeBook() { return effects }
      if let response = playing.playPause() { return apply(response) }
      // Activating the Now Playing pane means to play, so the two would call each other forever.
      return actsOnPlaying ? playLibraryRow() : perform(.pane(.activate))
    case .stop:
      playing.dropAudition()
      return [.player(.stop)]
    case .endAudition: return apply(playing.endAudition())
    case .nextTrack where hasChapter(after: 1): return goToNextChapter()
    case .previousTrack where hasChapter(after: -1): return goToPreviousChapter()
    case .nextTrack: return apply(playing.playNext())
    case .previousTrack: return apply(playing.playPrevious(at: now))
    case .seek(let seconds) where book != nil: return seekInBook(by: seconds)
    case .seekTo(let place) where book != nil: return goTo(inBook: place)
    case .seek(let seconds): return seek(to: position + .seconds(seconds))
    case .seekTo(let position): return apply(playing.go(to: position, at: now))
    case .changeVolume(let points):
      return apply(audio.changeVolume(by: points.signum() * stored.volumeStep))
    case .setVolume(let percent): return apply(audio.setVolume(percent))
    case .sayPosition:
      sayPosition()
      return []
    case .mute: return apply(audio.toggleMute())
    case .shuffle: return apply(playing.toggleShuffle())
    case .cycleRepeat: return apply(playing.cycleRepeat())
    case .openStream(let address):
      return [.find(.stream(address, serial: playing.request(replacesQueue: true)))]
    case .openPath(let path):
      return [.find(.path(FilePath(path), serial: playing.request(replacesQueue: true)))]
    }
  }

  /// Enter in the queue.
  mutating func playFromQueue() -> [Effect] {
    guard let index = queueCursor.flatMap(queue.index(of:)) else { return [] }
    return apply(playing.choose(itemAt: index))
  }

  mutating func editQueue(
    _ text: String, moving moved: QueueItemID? = nil, _ change: (inout PlayQueue) -> Void
  ) -> [Effect] {
    apply(playing.edit(text, moving: moved, at: now, change))
  }

  mutating func seek(to target: Duration) -> [Effect] { apply(playing.seek(to: target, at: now)) }

  // MARK: Tracks to play or to queue

  mutating func findTracksToPlay(_ selection: Selection, start: RowID?) -> [Effect] {
    let serial = playing.request(replacesQueue: true)
    return [.find(.toPlay(selection, start: start, serial: serial))]
  }

  /// Plays a list from one of its tracks on, or the contents of another row.
  mutating func play(_ row: ListRow, of query: ListQuery) -> [Effect] {
    if row.track != nil { return findTracksToPlay(.rows([], query), start: row.id) }
    return findTracksToPlay(.rows([row.id], query), start: nil)
  }

  mutating func findTracksToQueue(next: Bool) -> [Effect] {
    guard let selection else { return [] }
    let serial = playing.request(replacesQueue: false)
    return [.find(.toQueue(selection, next: next, serial: serial))]
  }

  /// - Parameter serial: The request's number; nil where there was no request.
  mutating func answered(_ serial: Int?, _ action: QueueRequests.Action) -> [Effect] {
    apply(playing.answer(serial, action, at: now))
  }

  // MARK: Reports and answers

  mutating func receive(_ report: PlayerReport) -> [Effect] {
    if case .sleep(.slept) = report { slept() }
    if case .sleep(.off) = report { books.sleep.lost() }
    if case .finished(let id, _, reachedEnd: true) = report {
      return endSleep(atEndOf: id.track) + apply(playing.receive(report, at: now))
    }
    return apply(playing.receive(report, at: now) + audio.receive(report))
  }
}

// Access of other parts to the current item.
extension App {
  package var queue: PlayQueue { playing.queue }
  package var player: PlayerState { playing.player }
  package var position: Duration { playing.position(at: now) }
  package var duration: Duration? { playing.duration }
  package var isLive: Bool { playing.isLive }
  package var isPlaying: Bool { playing.isPlaying }
  /// Whether the player shows as playing; a track that is to be open in a moment shows so, too.
  var showsPlaying: Bool { isPlaying || playing.wantsToPlay && !playing.isOpening(at: now) }
  /// The audible track, with the entry that it was queued from.
  var audibleItem: QueuedTrack? { playing.audibleItem }
  /// The audible position in the file, where an entry may begin later than 0.
  var positionInFile: Duration { partStart + position }
  var partStart: Duration { playing.partStart }

  /// Whether a row is the one that plays: of the virtual tracks of a file only the audible one is,
  /// and of a track's copies in the queue only the current item.
  ///
  /// - Parameter entry: that of a virtual track; nil for a whole file.
  func isCurrent(_ track: Track, of entry: EntryID?, _ item: QueueItemID?) -> Bool {
    guard player.item?.track == track.id else { return false }
    if let item { return playing.currentItem == item }
    return entry == nil || entry == audibleItem?.entry
  }

  /// The faults of the file being written; nil for none.
  package var writingFault: String? { playing.fileOutput.fault }

  /// The title of a track; for a book, that of the book.
  func shownTitle(_ track: Track) -> String {
    book?.book.details.title ?? playing.title(of: track)
  }

  /// The artist of a track; for a stream with a title, the station.
  func shownArtist(_ track: Track) -> String? {
    if let book = book?.book { return BookText.authors(book.details) }
    if track.isStream, playing.title(of: track) != track.title { return track.title }
    return track.tags.artist ?? track.tags.albumArtist
  }
}
