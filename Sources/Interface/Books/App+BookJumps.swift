import Music

// Jumps on the timeline of the book that plays.
extension App {
  /// Goes to a place, in another part where it is there.
  ///
  /// - Parameters:
  ///   - isJump: Whether the way back is kept.
  ///   - isPaused: Whether another part opens paused; nil where it plays on if this one does.
  mutating func goTo(
    _ place: Duration, isJump: Bool = true, isPaused: Bool? = nil
  ) -> [Effect] {
    guard let book = book?.book, let from = bookPlace else {
      say("No book plays")
      return []
    }
    guard let location = book.timeline.location(at: place) else { return [] }
    let now = now
    if isJump { books.current?.moved(from: from, to: place, at: now) }
    let rest = books.sleep.callOff(beyond: book.end(ofChapterAt: place))
    let isAudible = player.item?.track == location.track && playing.requested?.id == player.item
    if isAudible { return rest + apply(playing.seek(to: location.time, at: now)) }
    let wasPaused = if case .paused = player { true } else { false }
    if let index = queue.tracks.firstIndex(of: location.track) {
      return rest
        + apply(
          playing.choose(
            itemAt: index, from: location.time, isPaused: isPaused ?? wasPaused))
    }
    return rest + playParts(at: location)
  }

  /// Goes on where another device has left the book, which waits for that before it is heard.
  mutating func takePlace(_ progress: BookProgress, of id: BookID) -> [Effect] {
    guard let known = books.current?.book, known.id == id else { return [] }
    books.current?.book.progress = progress
    guard playing.audition == nil, let track = playing.requested?.queued.track,
      known.part(of: track) != nil, let location = known.timeline.location(at: progress.place)
    else { return [] }
    say(
      "“\(known.details.title)” goes on at \(progress.place.clockText), where another device left "
        + "it")
    if let place = bookPlace { books.current?.moved(from: place, to: progress.place, at: now) }
    if player.item?.track == location.track, playing.requested?.id == player.item {
      return apply(playing.seek(to: location.time, at: now)) + [.player(.resume)]
    }
    guard let index = queue.tracks.firstIndex(of: location.track) else {
      return playParts(at: location)
    }
    return apply(playing.choose(itemAt: index, from: location.time))
  }

  /// A place that was typed or clicked, unless it is beyond the end.
  mutating func goTo(inBook place: Duration) -> [Effect] {
    if let book = book?.book, book.duration > .zero, place > book.duration + .milliseconds(1) {
      say("The book ends at \(book.duration.clockText)", .bad)
      return []
    }
    return goTo(place)
  }

  mutating func skip(by seconds: Int) -> [Effect] {
    guard let place = bookPlace, book != nil else { return seek(to: position + .seconds(seconds)) }
    return goTo(place + .seconds(seconds))
  }

  /// A seek key: those of ten seconds go by the skips of books.
  mutating func seekInBook(by seconds: Int) -> [Effect] {
    guard abs(seconds) == 10 else { return skip(by: seconds) }
    return skip(by: seconds > 0 ? books.settings.skipForward : -books.settings.skipBack)
  }

  mutating func jumpBack() -> [Effect] {
    guard book != nil else {
      say("No book plays")
      return []
    }
    guard let place = books.current?.takeJump() else {
      say("There was no jump")
      return []
    }
    say("Back at \(place.clockText)")
    return goTo(place, isJump: false)
  }

  // MARK: Chapters

  mutating func goToNextChapter() -> [Effect] {
    guard let book = findChapters(), let index = bookChapter else { return [] }
    guard index + 1 < book.chapters.count else {
      say("This is the last chapter")
      return []
    }
    return goTo(chapter: index + 1)
  }

  mutating func goToPreviousChapter() -> [Effect] {
    guard let book = findChapters(), let index = bookChapter, let place = bookPlace else {
      return []
    }
    let isInside = place - book.chapters[index].start > BookChapter.previousThreshold
    return goTo(chapter: isInside ? index : max(0, index - 1))
  }

  mutating func goTo(chapter index: Int) -> [Effect] {
    guard let book = book?.book, book.chapters.indices.contains(index) else { return [] }
    say(BookText.chapter(index, of: book))
    return goTo(book.chapters[index].start)
  }

  /// Whether keys for tracks mean the chapters.
  func hasChapter(after step: Int) -> Bool {
    guard let book = book?.book, let index = bookChapter else { return false }
    return book.chapters.indices.contains(index + step) || step < 0
  }

  private mutating func findChapters() -> Book? {
    guard let book = book?.book else {
      say("No book plays")
      return nil
    }
    guard !book.chapters.isEmpty else {
      say("This book has no chapters")
      return nil
    }
    return book
  }

  mutating func openChapters() -> [Effect] {
    guard let book = findChapters() else { return [] }
    windows.open(.chapters(ChaptersPanel(book, current: bookChapter, in: size)))
    return []
  }
}

extension Playing {
  /// Plays the parts of a book in their order. The queue before it is archived as it was.
  mutating func play(
    _ parts: [TrackID], startingAt index: Int, from position: Duration,
    at now: ContinuousClock.Instant
  ) -> Response {
    guard parts.indices.contains(index) else { return [] }
    begin(
      at: CueStart(track: parts[index], position: position, until: now.advanced(by: .seconds(1))))
    let response = play(QueuedTracks(parts), startingAt: index, at: now)
    let isOrdered = !queue.isShuffled && queue.repeating == .off
    let order = changeQueue {
      if $0.isShuffled { $0.setShuffle(seed: nil) }
      $0.setRepeat(.off)
    }
    return response + order + (isOrdered ? [] : [.session(.saveQueue(queue))])
  }

  /// Gives the queue the modes that music had before a book.
  mutating func use(_ modes: QueueModes) -> Response {
    guard modes != QueueModes(queue) else { return [] }
    let seed = nextShuffleSeed()
    let changed = changeQueue {
      // A queue that is shuffled already was brought back with its order.
      if modes.isShuffled, !$0.isShuffled { $0.setShuffle(seed: seed) }
      $0.setRepeat(modes.repeating)
    }
    return changed + queueChanged()
  }
}
