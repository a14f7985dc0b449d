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
    guard player.item != nil, playing.audition == nil, let current = queue.current else {
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

  // MARK: The track after the next one

  /// Loads the track after the next one, where it shows.
  mutating func missingFollowing() -> [Effect] {
    guard browsing.fullScreen != nil else { return [] }
    return following.missing(playing.queuedAfterNext)
  }
}

/// The track after the next one.
struct FollowingTrack: Equatable, Sendable {
  private var queued: QueuedTrack?
  /// Nil until it is loaded.
  private(set) var track: Track?

  /// Loads a track, unless it was requested already.
  mutating func missing(_ queued: QueuedTrack?) -> [Effect] {
    guard queued != self.queued else { return [] }
    self.queued = queued
    if track?.id != queued?.track { track = nil }
    return queued.map { [.load(.track($0.track, entry: $0.entry))] } ?? []
  }

  mutating func receive(_ track: Track, of entry: EntryID?) {
    if queued == QueuedTrack(track.id, entry: entry) { self.track = track }
  }

  /// Loads the track again: the library has changed.
  mutating func reload() { queued = nil }
}

extension Playing {
  /// Longer queues would be searched for too long with each event.
  private static let maximumSearch = 10_000

  /// The item of the queue after the next one.
  var queuedAfterNext: QueuedTrack? {
    guard audition == nil, queue.tracks.count <= Playing.maximumSearch, let next = lookahead.next,
      let index = queue.index(of: next.item)
    else { return nil }
    return queue.successor(of: index, without: lookahead.unplayable).map { queue[$0] }
  }
}
