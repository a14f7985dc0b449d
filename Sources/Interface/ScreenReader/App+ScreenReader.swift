import Music

// The screen in words: on and off, and the announcements of what plays.
extension App {
  package mutating func useScreenReader(isChosen: Bool? = nil, byOption isOption: Bool? = nil) {
    terminal.screenReader.isChosen = isChosen ?? terminal.screenReader.isChosen
    terminal.screenReader.isOption = isOption ?? terminal.screenReader.isOption
    let isOn = terminal.screenReader.isOn
    browsing.setScreenReader(isOn)
    messages.keepsLast = isOn
  }

  mutating func setScreenReader(_ isOn: Bool) {
    useScreenReader(isChosen: isOn, byOption: false)
    say(
      isOn
        ? "Screen in words; \(key(.help)) lists the keys, \(key(.playing(.sayPosition))) says the position"
        : "Screen for eyes")
  }

  /// Says another track, a pause and the end, since no clock shows.
  mutating func announce() {
    guard browsing.hasScreenReader else { return }
    let state = announcement
    guard state != terminal.screenReader.announced else { return }
    terminal.screenReader.announced = state
    switch state {
    // A message about the reason is worth more.
    case .nothing: if message?.kind != .bad { announce("Stopped") }
    case .paused: announce("Paused at \(position.clockText)")
    case .playing(_, let title):
      let artist = playing.track.flatMap(shownArtist).map { ", " + $0 } ?? ""
      announce("Playing " + title + artist)
    }
  }

  private mutating func announce(_ text: String) { say(text, .plain, of: .playing) }

  private var announcement: ScreenReader.Announced {
    guard let item = player.item, let track = playing.track, track.id == item.track else {
      // The track of the next item is still being loaded.
      return player.item == nil ? .nothing : terminal.screenReader.announced
    }
    switch player {
    case .paused: return .paused(item)
    case .playing: return .playing(item, title: playing.title(of: track))
    case .stopped, .loading: return terminal.screenReader.announced
    }
  }

  /// "1:23 of 3:00, 1:37 left, Hope, Alice".
  mutating func sayPosition() {
    guard player.item != nil, let track = playing.track else { return say("Nothing plays") }
    if let current = book, let place = bookPlace {
      let left = BookText.left(current.book.duration - place, at: sound.speed)
      return say(
        ReaderText.joined([
          place.clockText + " of " + current.book.duration.clockText,
          left.replacing("−", with: "") + " left",
          bookChapter.map { BookText.chapter($0, of: current.book) }, sleepText,
          current.book.details.title,
        ]))
    }
    let end = isLive ? nil : duration
    let left = end.map {
      Duration.seconds(Int($0.seconds) - Int(position.seconds)).clockText + " left"
    }
    let cue = currentCue.map { $0.title }
    say(
      ReaderText.joined([
        position.clockText + (end.map { " of " + $0.clockText } ?? " live"), left, cue, sleepText,
        playing.title(of: track), shownArtist(track),
      ]))
  }
}
