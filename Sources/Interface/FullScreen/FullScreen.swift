import Music
import Screen

/// Now Playing over the whole screen: where it was opened from.
struct FullScreen: Equatable, Sendable {
  /// The pane with the focus before.
  var pane: Pane
  var growsPlaylists = false
  var largeMix: LargeMix?
}

extension Browsing {
  mutating func openFullScreen() {
    guard fullScreen == nil else { return }
    let before = FullScreen(pane: focus, growsPlaylists: growsPlaylists, largeMix: largeMix)
    focus = .nowPlaying
    fullScreen = before
  }

  mutating func closeFullScreen() {
    guard let before = fullScreen else { return }
    focus = before.pane
    growsPlaylists = before.growsPlaylists
    (largeMix, fullScreen) = (before.largeMix, nil)
    scrollToCursors()
  }
}

extension App {
  mutating func toggleFullScreen() {
    if browsing.fullScreen == nil {
      browsing.openFullScreen()
    } else {
      browsing.closeFullScreen()
      books.isBedroom = false
      updateLargeMix()
    }
    saving.need()
  }

  /// The parts of the full screen; nil while panes show.
  var fullScreenAreas: FullScreenAreas? {
    guard layout.isFullScreen else { return nil }
    return layout.panes[.nowPlaying].map { FullScreenAreas(self, in: $0) }
  }

  // MARK: The head

  /// "3 of 27 in Friday": the place in the queue, with the playlist of its entry where that is known.
  var placeText: String? {
    guard player.item != nil, playing.audition == nil, let current = playing.shownIndex else {
      return nil
    }
    let place = "\((current + 1).grouped) of \(queue.tracks.count.grouped)"
    return place + (playlistName(of: queue[current].entry).map { " in \($0)" } ?? "")
  }

  private func playlistName(of entry: EntryID?) -> String? {
    guard let entry else { return nil }
    let slot = MixSlot.allCases.first { slot in
      mix.timelines[slot]?.entries.contains { $0.id == entry } == true
    }
    if let slot { return mix[slot]?.name }
    let isOpen = browsing[.playlists].window.rows.contains { $0.id == .entry(entry) }
    return isOpen ? browsing.openPlaylistName : nil
  }

  /// "23:41"; nil without a clock.
  var clockText: String? {
    timeOfDay.map { Duration.seconds(Int($0.seconds) / 60).clockText }
  }

  /// How long until the clock shows another minute, where it is visible.
  var clockDue: Duration? {
    guard layout.isFullScreen, let timeOfDay else { return nil }
    return .seconds(60 - timeOfDay.seconds.truncatingRemainder(dividingBy: 60))
  }

  // MARK: The tracks after the next one

  /// Loads the tracks after the next one, of which the first one shows.
  mutating func missingFollowing() -> [Effect] {
    following.missing(playing.queuedAfterNext(FollowingTracks.count))
  }

  /// The track that shows behind the next one; nil until it is loaded.
  var trackAfterNext: Track? {
    if playing.shown.showsEarlier { return playing.lookahead.nextTrack }
    return playing.queuedAfterNext(1).first.flatMap(following.track(of:))
  }
}
