import Music
import Screen

// Lyrics that are shifted, edited or written.
extension App {
  mutating func performLyrics(_ command: LyricsCommand) -> [Effect] {
    switch command {
    case .offset(let offset): return shiftLyrics(by: offset)
    case .edit: return trackOfLyrics().map { [.lyrics(.draft($0.id))] } ?? []
    case .tap: openLyricsTapping()
    case .leaveTapping: closeLyricsTapping()
    case .fetch: return fetchLyrics()
    case .fetching(let isOn): setFetching(isOn)
    case .write(let new):
      windows.expect(.newLyrics)
      return [.lyrics(.write(new))]
    }
    return []
  }

  /// The track whose lyrics a command is about; nil after a message.
  mutating func trackOfLyrics() -> Track? {
    guard player.item != nil, let track = playing.track else {
      say("Nothing plays")
      return nil
    }
    guard !track.isStream else {
      say("A stream has no lyrics")
      return nil
    }
    return track
  }

  /// The lyrics that a command changes, with the path of their music; nil after a message.
  mutating func changeableLyrics() -> (Track, TrackLyrics, FilePath)? {
    guard let track = trackOfLyrics(), case .file(let music) = track.source else { return nil }
    guard let found = lyrics[track.id] else {
      say(
        lyrics.isLoading(track.id)
          ? "The lyrics are still being read" : "No lyrics; \(key(.lyrics(.edit))) writes them")
      return nil
    }
    return (track, found, music)
  }

  private mutating func shiftLyrics(by offset: Int?) -> [Effect] {
    guard let (track, found, music) = changeableLyrics() else { return [] }
    guard found.lyrics.isSynced else {
      say("These lyrics have no times; \(key(.lyrics(.tap))) gives them some")
      return []
    }
    switch found.source {
    case .lyricsFile(let file), .textFile(let file):
      return [.lyrics(.setOffset(track.id, file, offset))]
    case .embedded, .fetched:
      guard let offset, offset != 0 else {
        say(
          found.source == .fetched
            ? "These lyrics are from lrclib.net, and have their own times"
            : "These lyrics are in the file's tags, which are never shifted")
        return []
      }
      let text = Lyrics.text(Array(found.lyrics.lrc.utf8), offset: offset)
      let new = NewLyrics(
        track: track.id, file: music.newLyrics(isLRC: true),
        text: String(decoding: text, as: UTF8.self), replaces: false)
      ask(
        "Write the lyrics beside the file?",
        [
          new.file.text,
          found.source == .fetched
            ? "They are from lrclib.net." : "They are in its tags, which stay as they are.",
        ],
        [
          .init("Write \(new.file.name)", .command(.lyrics(.write(new)))),
          .init("Leave it", .nothing),
        ]
      )
      return []
    }
  }

  mutating func ask(_ title: String, _ lines: [String], _ choices: [Picker.Choice]) {
    windows.open(.picker(App.question(title, lines, choices)))
  }

  private static func question(
    _ title: String, _ lines: [String], _ choices: [Picker.Choice]
  ) -> Picker {
    Picker(.lyrics, title: title, lines: lines, choices: choices)
  }

  // MARK: Results

  mutating func receive(_ event: LyricsEvent) -> [Effect] {
    switch event {
    case .drafted(let draft): return [.terminal(.edit(draft))]
    case .edited(let draft, let end): return [.lyrics(.finish(draft, end))]
    case .fetched(let track, let found, let fault, let isCommand):
      receiveFetched(found, fault, of: track, isCommand: isCommand)
    case .written(let track, let outcome):
      windows.answered(.newLyrics)
      if case .wrote = outcome { closeLyricsTapping(of: track) }
      say(outcome.notice.text(keymap), .good)
      return lyrics.reload(track)
    case .refused(var new):
      new.replaces = true
      open(
        .picker(
          App.question(
            "There already is a file", [new.file.text],
            [
              .init("Leave it as it is", .nothing),
              .init("Replace it", .command(.lyrics(.write(new)))),
            ])), askedFor: windows.answered(.newLyrics),
        orSay: "Nothing was written: there already is a file \(new.file.name)")
    case .kept(let copy, let reason):
      windows.answered(.newLyrics)
      say(reason, .bad)
      var report = ReportPanel(title: "The lyrics were not written")
      // A path that is cut would be of no use.
      let columns = max(20, min(size.columns - 4, 100) - 8)
      for (heading, text) in [("Why", reason), ("The text is in", copy.text)] {
        report.add(
          heading,
          LyricsView.wrapped(text, columns: columns).map {
            ReportLine(String($0))
          })
      }
      windows.openBelow(.report(report))
    }
    return []
  }
}
