import Music

// Playing a book: its timeline over the queue of its parts.
extension App {
  /// The book of what is heard, or about to be.
  package var book: PlayingBook? {
    guard let current = books.current, playing.audition == nil, bookPart != nil else { return nil }
    return current
  }

  /// The track that is heard, or that was requested in place of another part.
  private var trackInBook: TrackID? {
    guard let item = player.item, books.current?.book.part(of: item.track) != nil else {
      return nil
    }
    return awaitedPart?.queued.track ?? item.track
  }

  /// A part that was requested and is not heard yet.
  private var awaitedPart: PlayerItem? {
    guard let requested = playing.requested, requested.id != player.item else { return nil }
    return requested
  }

  var bookPart: BookPart? {
    guard let book = books.current?.book, let track = trackInBook else { return nil }
    return book.part(of: track).map { book.parts[$0] }
  }

  /// The place on the timeline of the book that plays.
  package var bookPlace: Duration? {
    guard let part = bookPart, playing.audition == nil else { return nil }
    return part.start + (awaitedPart?.start ?? positionInFile)
  }

  /// The chapter that is heard.
  var bookChapter: Int? { bookPlace.flatMap { books.current?.book.chapter(at: $0) } }

  // MARK: Going on

  /// Plays a book from its place on, a little before it after a pause.
  mutating func play(_ loaded: LoadedBook) -> [Effect] {
    let rest = leaveBook() + endSleep(before: loaded.book)
    books.current = PlayingBook(loaded, at: now)
    return rest + startBook()
  }

  /// Plays the current book from its place on. A book that is over begins anew, which is a jump.
  private mutating func startBook() -> [Effect] {
    guard let current = books.current else { return [] }
    let book = current.book
    let reached = book.progress.place
    let place =
      book.isOver
      ? .zero : rewound(reached, of: book, since: current.restingSince)
    books.current?.restingSince = nil
    guard let location = book.timeline.location(at: place) else { return [] }
    books.know(location.track)
    let effects = playParts(at: location)
    if book.isOver { books.current?.moved(from: reached, to: place, at: now) }
    return effects
  }

  /// Fills the queue with the parts of the current book.
  mutating func playParts(at location: BookLocation) -> [Effect] {
    guard let book = books.current?.book else { return [] }
    if books.musicModes == nil { books.musicModes = QueueModes(queue) }
    books.orderedTracks = Set(book.parts.map(\.track))
    return apply(
      playing.play(
        book.parts.map(\.track), startingAt: location.part, from: location.time, at: now))
  }

  /// The place to go on from after a rest, in the same chapter.
  private func rewound(
    _ place: Duration, of book: Book, since rest: ContinuousClock.Instant?
  ) -> Duration {
    guard let rest else { return place }
    return books.settings.rewind.place(
      place, after: now - rest, notBefore: book.chapters.chapter(at: place)?.start ?? .zero)
  }

  /// Goes on with the book that plays or has stopped; nil where that is another thing.
  mutating func resumeBook() -> [Effect]? {
    guard let current = books.current, playing.audition == nil else { return nil }
    switch player {
    case .playing: return nil
    case .loading: return playing.startsPaused ? startBook() : nil
    case .paused:
      guard let place = bookPlace, let part = bookPart else { return nil }
      // Another part would begin anew rather than go on.
      let target = max(
        part.start, rewound(place, of: current.book, since: current.restingSince))
      books.current?.restingSince = nil
      let seek = target < place ? apply(playing.seek(to: target - part.start, at: now)) : []
      return seek + (playing.playPause().map { apply($0) } ?? [])
    case .stopped:
      guard let track = queue.currentTrack, current.book.part(of: track) != nil else { return nil }
      return startBook()
    }
  }

  /// Enter on the book that plays.
  mutating func goOnWithBook() -> [Effect] {
    if let effects = resumeBook() { return effects }
    say("It plays already")
    return []
  }

  // MARK: What plays

  /// The library knows the book of a track, or that there is none.
  mutating func know(_ loaded: LoadedBook?, of track: TrackID) -> [Effect] {
    if let loaded, let known = books.current?.book, loaded.book.id == known.id {
      books.current?.update(loaded)
      return follow(loaded.book.progress, behind: known.progress)
    }
    if let awaitedPart, books.current?.book.part(of: awaitedPart.queued.track) != nil {
      // A book was begun behind the question about the one before it.
      return []
    }
    let isUndone = loaded == nil && books.current?.book.part(of: track) != nil
    guard player.item?.track == track else {
      // Another track plays by now, and was asked about itself, unless it counted as another part.
      if isUndone { books.forget() }
      return []
    }
    // A book that is music now has no place.
    let rest = isUndone ? [] : leaveBook()
    guard let loaded, loaded.book.part(of: track) != nil else { return rest + beginMusic() }
    let ended = endSleep(before: loaded.book)
    books.current = PlayingBook(loaded, at: now)
    return rest + ended + meetBook()
  }

  /// Goes to a place that was set elsewhere, by a command or another device, since this player has
  /// stored one. What is heard goes on, and the way to that place is kept.
  private mutating func follow(_ told: BookProgress, behind known: BookProgress) -> [Effect] {
    let difference = max(told.place - known.place, known.place - told.place)
    guard told.updated > known.updated, difference > .seconds(6), let place = bookPlace,
      awaitedPart == nil
    else { return [] }
    guard case .paused = player, hasPart(at: told.place) else {
      books.current?.moved(from: told.place, to: place, at: now)
      return []
    }
    return goTo(told.place, isPaused: true)
  }

  /// Whether the queue has the part at a place, so that going there changes no queue.
  private func hasPart(at place: Duration) -> Bool {
    guard let location = books.current?.book.timeline.location(at: place) else { return false }
    return queue.tracks.contains(location.track)
  }

  /// A book that was not begun from its place: the queue came to one of its parts.
  private mutating func meetBook() -> [Effect] {
    guard let book = books.current?.book, let place = bookPlace else { return [] }
    if case .playing = player { books.current?.restingSince = nil }
    guard book.progress.updated > 0 else { return [] }
    let kept = book.progress.place
    guard books.restored == player.item, !isPlaying, hasPart(at: kept) else {
      books.current?.moved(from: kept, to: place, at: now)
      return []
    }
    // The place may be newer than the session, which is stored apart from it.
    let difference = max(place - kept, kept - place)
    return difference > .seconds(6) ? goTo(kept, isJump: false, isPaused: true) : []
  }

  /// Another thing than a book plays: it has the sound and the order that music had before.
  private mutating func beginMusic() -> [Effect] {
    books.current = nil
    let effects = books.sleep.callOff() + audio.use(nil)
    books.sleep.end()
    // Songs that are queued with the parts of a book keep their order.
    guard let modes = books.musicModes,
      !queue.tracks.contains(where: books.orderedTracks.contains)
    else { return effects }
    (books.musicModes, books.orderedTracks) = (nil, [])
    return effects + apply(playing.use(modes))
  }

  /// The place of the book that is no longer heard.
  private mutating func leaveBook() -> [Effect] {
    guard let current = books.current, current.keeping.isKnown else { return [] }
    let place = current.keeping.last(at: now)
    let effects = place.map { [keep($0, of: current.book)] } ?? []
    if place == nil { books.current?.book.progress.place = current.keeping.place }
    books.current?.keeping = PlaceKeeping()
    books.current?.isListed = false
    if current.restingSince == nil { books.current?.restingSince = now }
    return effects
  }

  private mutating func keep(_ place: Duration, of book: Book) -> Effect {
    let isOpen = book.timeline.hasUnknownParts
    let place = max(.zero, isOpen ? place : min(book.duration, place))
    let rules = books.settings.rules
    let isPast = rules.isFinished(at: place, of: book.duration)
    // Only a place that crosses the line changes what the user may have said.
    let wasPast = rules.isFinished(at: book.progress.place, of: book.duration)
    let change = isPast == wasPast ? nil : isPast
    if change == true, !book.progress.isFinished {
      say("Finished “\(book.details.title)”", .good)
    }
    if change != nil || books.current?.isListed == false { browsing.shelf.isStale = true }
    if books.current?.book.id == book.id {
      books.current?.isListed = true
      books.current?.book.progress.place = place
      books.current?.book.progress.isFinished = change ?? book.progress.isFinished
    }
    return .books(.keepPlace(book.id, place, isFinished: change))
  }

  /// The place before the program ends, in whatever way. A jump that the player has not carried out
  /// yet counts.
  package mutating func keepBookAtEnd() -> [Effect] {
    guard let current = book, current.keeping.isKnown, playing.seeking.position(at: now) != nil,
      let place = bookPlace
    else { return leaveBook() }
    return [keep(place, of: current.book)]
  }

  /// Follows what is heard: the book of the track, its place, its speed and the sleep timer.
  mutating func followBook() -> [Effect] {
    var effects = findBook()
    guard let current = book, let place = bookPlace else {
      return effects + leaveBook() + books.sleep.callOff()
    }
    effects += followSound()
    let clock = awaitedPart == nil ? player.clock : nil
    let isAdvancing = clock?.isAdvancing == true
    if isAdvancing {
      books.current?.restingSince = nil
      if books.sleep.isResting { effects += restartSleep() }
      books.sleep.isResting = false
    } else {
      if current.restingSince == nil { books.current?.restingSince = now }
      books.sleep.isResting = true
    }
    effects += keepPlace(place, clock)
    effects += books.current?.keptJumps() ?? []
    effects += followSleep(place)
    return effects
  }

  /// - Parameter clock: of what is heard; nil while nothing is.
  private mutating func keepPlace(_ place: Duration, _ clock: PlayClock?) -> [Effect] {
    guard var current = books.current else { return [] }
    let start = (bookPart?.start ?? .zero) + partStart
    let kept = current.book.progress.place
    if clock != nil, !current.keeping.isKnown, place - kept > .seconds(6) {
      // Parts could not be opened, and a later one is heard.
      current.moved(from: kept, to: place, at: now)
    }
    let due =
      clock == nil
      ? current.keeping.rest(at: now)
      : current.keeping.update(
        place: place, clock: clock, partStart: start, chapter: bookChapter, at: now)
    books.current = current
    return due.map { [keep($0, of: current.book)] } ?? []
  }

  /// Asks for the book of what is heard, unless that is about to be a part of the current one.
  private mutating func findBook() -> [Effect] {
    guard playing.audition == nil else { return [] }
    if let requested = playing.requested, requested.id != player.item,
      books.current?.book.part(of: requested.id.track) != nil
    {
      return []
    }
    return books.find(player.item?.track)
  }

  /// How long until the place is stored.
  var bookTimes: [Duration] {
    book?.keeping.times(at: now) ?? []
  }
}
