import Music
import Screen

// Lyrics: what is shown of them, and the moves in them.
extension App {
  /// The tab that Now Playing shows; over the whole screen, lyrics where it has room for them.
  var playingTab: PlayingTab {
    fullScreenAreas.map { $0.lyrics.isEmpty ? .track : .lyrics } ?? browsing.playingTab
  }

  /// Whether Now Playing shows lyrics, or the place where they would be.
  var showsLyrics: Bool { playingTab == .lyrics }

  /// The lyrics as a part of the track's pane; nil where they have none.
  var lyricsBelowTrack: Rect? {
    guard browsing.fullScreen == nil, browsing.playingTab == .track, layout.wave != nil,
      let pane = layout.panes[.nowPlaying]
    else { return nil }
    let rect = NowPlayingBox.areas(self, in: pane).lyrics
    return rect.isEmpty ? nil : rect
  }

  /// The lyrics of what plays; nil without any.
  var playingLyrics: Lyrics? {
    guard player.item != nil, let track = playing.track else { return nil }
    return lyrics[track.id]?.lyrics
  }

  /// The lines that are heard.
  var heardLines: Range<Int>? { playingLyrics?.lines(at: positionInFile) }

  /// How long until another line or word is heard, where lyrics are visible.
  var lyricsDue: Duration? {
    guard case .playing(_, let clock) = player, clock.isAdvancing,
      let lyrics = playingLyrics, lyrics.isSynced,
      showsLyrics && layout.panes[.nowPlaying] != nil || lyricsBelowTrack != nil
    else { return nil }
    let position = positionInFile
    let heard = lyrics.lines(at: position)
    var times: [Duration] = []
    if let next = lyrics.lines[(heard?.upperBound ?? 0)...].first?.start { times.append(next) }
    for line in heard.map({ lyrics.lines[$0] }) ?? [] {
      let next = line.words.count > (line.word(at: position) ?? -1) + 1
      guard next, let start = line.start else { continue }
      times.append(start + line.words[(line.word(at: position) ?? -1) + 1].delay)
    }
    return times.min().map {
      max(.milliseconds(50), ($0 - position) / max(0.1, clock.speed) + .milliseconds(2))
    }
  }

  /// Shows the lyrics of what plays, read again.
  mutating func openLyrics() -> [Effect] {
    // Where the full screen has no room for them, their tab has.
    if !showsLyrics || browsing.fullScreen == nil {
      focus = .nowPlaying
      browsing.fullScreen = nil
      browsing.show(.lyrics)
    }
    guard player.item != nil, let track = playing.track else {
      say("Nothing plays")
      return []
    }
    return track.isStream ? [] : lyrics.load(track)
  }

  mutating func moveInLyrics(by step: Int) {
    guard player.item != nil, let track = playing.track else { return }
    lyrics.move(by: step, in: track.id, from: heardLines?.lowerBound, at: now)
  }

  /// The line that Enter seeks to: the chosen one, if it has a time.
  var chosenLine: Int? {
    guard let track = playing.track, let line = lyrics.line(of: track.id) else { return nil }
    return playingLyrics?.isSynced == true ? line : nil
  }

  /// Seeks to a line and follows what is heard from there.
  mutating func seek(toLine index: Int) -> [Effect] {
    guard let lines = playingLyrics?.lines, lines.indices.contains(index),
      let start = lines[index].start
    else { return [] }
    lyrics.follow()
    return perform(.playing(.seekTo(max(.zero, start - partStart))))
  }
}
