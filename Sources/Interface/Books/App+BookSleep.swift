import Music
import Screen

// The sleep timer in books.
extension App {
  /// Stops at the end of the chapter that is heard.
  mutating func sleepAtChapterEnd() -> [Effect] {
    guard let end = chapterEnd else {
      say(book == nil ? "No book plays" : "This book has no chapters")
      return []
    }
    say("Stops at the end of this chapter")
    let isTimed = if case .until = audio.sleep { true } else { audio.sleep == .endOfTrack }
    books.sleep.begin(at: end)
    return isTimed ? [.player(.sleep(nil))] : []
  }

  /// The end of the chapter that is heard, or of a book without chapters.
  private var chapterEnd: Duration? {
    guard let book = book?.book, let place = bookPlace else { return nil }
    return book.end(ofChapterAt: place)
  }

  /// The place at which the player is, where a jump shows already before it is heard.
  private var heardPlace: Duration? {
    guard let item = player.item, let clock = player.clock, let book = book?.book,
      let part = book.part(of: item.track)
    else { return nil }
    return book.parts[part].start + partStart + clock.position(at: now)
  }

  /// The timer of the chapter's end follows the place.
  mutating func followSleep(_ place: Duration) -> [Effect] {
    guard let target = books.sleep.target, let end = chapterEnd else { return [] }
    if end != target, !books.sleep.isReached(at: place) { books.sleep.begin(at: end) }
    guard let target = books.sleep.target, let book = book?.book, let heardPlace else { return [] }
    guard heardPlace < target, let index = book.parts.lastIndex(where: { $0.start < target }) else {
      // The end of a part of unknown duration is no place on the timeline. In other parts a jump
      // back is not heard yet, and a timer would pause at once.
      let isOpen = books.sleep.told == nil && bookPart?.duration == .zero
      return isOpen ? books.sleep.tell(.endOfTrack) : []
    }
    let part = book.parts[index]
    let start = part.track == player.item?.track ? partStart : .zero
    return books.sleep.tell(.at(part.track, target - part.start - start))
  }

  /// The last part of the book has ended by itself, and its chapters with it.
  mutating func endSleep(atEndOf track: TrackID) -> [Effect] {
    guard books.current?.book.parts.last?.track == track else { return [] }
    return endSleep()
  }

  /// Another book has chapters of its own.
  mutating func endSleep(before next: Book) -> [Effect] {
    books.current?.book.id == next.id ? [] : endSleep()
  }

  private mutating func endSleep() -> [Effect] {
    guard books.sleep.isOn else { return [] }
    let effects = books.sleep.callOff()
    books.sleep.end()
    return effects
  }

  /// The player's timer has ended.
  mutating func slept() {
    guard book != nil else { return }
    books.sleep.end()
    books.sleep.hasSlept = true
  }

  /// Listening goes on after a timer has ended it: another one begins.
  mutating func restartSleep() -> [Effect] {
    guard books.sleep.hasSlept else { return [] }
    books.sleep.hasSlept = false
    let minutes = books.settings.sleepRestart
    guard minutes > 0, audio.sleep == .off, !books.sleep.isOn else { return [] }
    say(
      "The sleep timer runs again: \(SleepSetting.text(minutes: minutes));"
        + " \(key(.sound(.chooseSleep))) changes it")
    return [.player(.sleep(.after(.seconds(minutes * 60))))]
  }

  /// Any key in the last minute of a timer is one of somebody who listens still. It does what it does
  /// at other times, too, unless the sound fades; nil for other keys.
  mutating func extendSleep(by input: Input) -> [Effect]? {
    guard case .key = input, book != nil, let end = sleepEnd, end > now else { return nil }
    let isFading = end - now <= BookSleep.fade
    // The end of a chapter is wanted as the end, whatever is looked at before it.
    guard isFading || end - now <= BookSleep.lastCall && !books.sleep.isOn else { return nil }
    books.sleep.end()
    say("The sleep timer runs for 5 minutes more", .good)
    let extended = Effect.player(.sleep(.after((end - now) + BookSleep.extra)))
    return [extended] + (isFading ? [] : handle(input))
  }

  /// When the timer pauses the book.
  var sleepEnd: ContinuousClock.Instant? {
    if case .until(let end) = audio.sleep { return end }
    guard let target = books.sleep.target, books.sleep.told != nil, isPlaying, let heardPlace else {
      return nil
    }
    return now.advanced(by: (target - heardPlace) / max(0.1, player.clock?.speed ?? 1))
  }

  // MARK: The bedroom

  mutating func toggleBedroom() {
    guard !isBedroom else {
      books.isBedroom = false
      return toggleFullScreen()
    }
    books.isBedroom = true
    if browsing.fullScreen == nil { toggleFullScreen() }
  }

  /// Whether the screen is dimmed to clock, chapter and sleep timer.
  var isBedroom: Bool { books.isBedroom && layout.isFullScreen }
}
