import Music
import Screen

/// One row of the table behind config.toml, its page and manual, the completion and the window.
package struct SettingEntry: Sendable {
  /// When a changed value holds.
  package enum Moment: String, Sendable {
    case atOnce = "at once"
    case nextTrack = "at the end of the track"
  }

  package var setting: Setting
  package var type: SettingType
  package var standard: SettingValue
  /// One line.
  package var summary: String
  package var moment = Moment.atOnce

  init(
    _ setting: Setting, _ type: SettingType, _ standard: SettingValue,
    from moment: Moment = .atOnce,
    does summary: String
  ) {
    self.setting = setting
    self.type = type
    self.standard = standard
    self.moment = moment
    self.summary = summary
  }

  fileprivate init<Choice: CaseIterable & RawRepresentable<String>>(
    _ setting: Setting, _ standard: Choice, does summary: String
  ) {
    self.init(
      setting, .choice(Choice.allCases.map(\.rawValue)), .text(standard.rawValue), does: summary)
  }
}

/// All settings: everything else about them is made from this table.
package enum SettingsTable {
  package static let entries: [SettingEntry] =
    themeEntries + screenEntries + listEntries + soundEntries + bookEntries + serverEntries
    + playerEntries + libraryEntries

  package static func entry(_ setting: Setting) -> SettingEntry {
    guard let entry = byName[setting] else {
      // because a test holds that each setting has a row
      fatalError("\(setting) has no row")
    }
    return entry
  }

  private static let byName = Dictionary(
    entries.map { ($0.setting, $0) }, uniquingKeysWith: { first, _ in first })

  /// The heading of a group of settings.
  package static func title(ofGroup group: String) -> String {
    switch group {
    case "theme": "Skin"
    case "screen": "Screen"
    case "lists": "Lists"
    case "columns": "Columns of lists"
    case "sound": "Sound"
    case "books": "Audiobooks"
    case "servers": "Servers"
    case "player": "Player"
    case "desktop": "Desktop"
    case "library": "Library"
    case "lyrics": "Lyrics"
    case "spotify": "Spotify"
    case "log": "Log"
    default: group
    }
  }

  private static let themeEntries: [SettingEntry] = [
    SettingEntry(
      .themeName, .skin(isOptional: false), .text(Theme.fallback.name),
      does: "the skin, where none is given for the terminal's background"),
    SettingEntry(
      .themeLight, .skin(isOptional: true), .text(""),
      does: "the skin on a light background, while theme.follow is true"),
    SettingEntry(
      .themeDark, .skin(isOptional: true), .text(""),
      does: "the skin on a dark background, while theme.follow is true"),
    SettingEntry(
      .themeFollow, .flag, .flag(false), does: "let the skin follow the terminal's background"),
    SettingEntry(
      .themeShape, ShapeChoice.skin, does: "geometry: the skin's own, plain for all, or ascii"),
    SettingEntry(
      .themeAccent, AccentChoice.auto,
      does: "accent: of the cover, the skin's own, or auto as the skin says"),
  ]

  private static let screenEntries: [SettingEntry] = [
    SettingEntry(
      .screenArt, ArtChoice.auto,
      does: "covers: auto by the terminal, as images of a protocol, in blocks, or none"),
    SettingEntry(
      .screenBidi, BidiChoice.auto,
      does: "keep right-to-left names in their columns: auto by the terminal, on, or off"),
    SettingEntry(
      .screenMotion, .flag, .flag(true),
      does: "flash of slots, messages that fade, spectrum; false for nothing of the kind"),
    SettingEntry(
      .screenVisual, VisualStyle.off, does: "moving picture of what is heard in Now Playing"),
    SettingEntry(
      .screenWaveform, .choice(["auto"] + WaveformStyle.allCases.map(\.rawValue)), .text("auto"),
      does: "waveform: auto by the terminal, in blocks, in plain characters, or off"),
    SettingEntry(
      .screenKeys, KeyNotation.both, does: "musical keys: 8A (camelot), Am (names), or both"),
    SettingEntry(
      .screenClashes, .flag, .flag(true),
      does: "mark entries that clash with the one before in tempo or key"),
    SettingEntry(
      .screenLayout, LayoutChoice.Form.auto, does: "layout: auto by the size of the terminal"),
    SettingEntry(
      .screenReader, .flag, .flag(false),
      does: "one pane in words, with the cursor on its row, for a screen reader"),
  ]

  private static let listEntries: [SettingEntry] =
    [
      SettingEntry(
        .listsRows, RowDensity.compact,
        does: "rows of tracks: compact, or two-line with a cover, artist and album below"),
      SettingEntry(.listsAlbums, AlbumView.list, does: "albums as a list or as a grid of covers"),
    ]
    + Setting.columns.map { kind, setting in
      SettingEntry(
        setting, .columns, .names([]),
        does: "columns of \(listName(kind)); [] for those that go with the width")
    }

  private static func listName(_ kind: String) -> String {
    if let list = BuiltInList(rawValue: kind) { return "the list “\(list.title)”" }
    return switch kind {
    case "songs": "all songs"
    case "folders": "folders"
    case "album": "an album"
    case "genre": "a genre"
    case "playlist": "playlists"
    case "queue": "the queue"
    default: kind
    }
  }

  private static let gains = -SoundSettings.maximumGain...SoundSettings.maximumGain

  private static let soundEntries: [SettingEntry] = [
    SettingEntry(
      .soundCrossfade, .number(0...EntryPlayback.maximumCrossfade.seconds, unit: "s"), .number(0),
      from: .nextTrack, does: "overlap of tracks; 0 is off, and tracks of one album do not overlap"),
    SettingEntry(
      .soundReplayGain, ReplayGainMode.off,
      does: "ReplayGain: of the track, of the album, or smart as the queue suggests"),
    SettingEntry(
      .soundPreamp, .number(gains, unit: "dB"), .number(0),
      does: "lift or lower what ReplayGain plays"),
    SettingEntry(
      .soundPreventsClipping, .flag, .flag(true), does: "keep ReplayGain from clipping peaks"),
    SettingEntry(.soundEqualizer, EqualizerPreset.flat, does: "preset of the equalizer"),
    SettingEntry(
      .soundBands,
      .numbers(count: EqualizerPreset.frequencies.count, gains, unit: "dB"),
      .numbers(EqualizerPreset.flat.bands),
      does: "the bands of the preset “own”, 32 Hz to 16 kHz"),
    SettingEntry(
      .soundTone, .numbers(count: SoundSettings.toneFrequencies.count, gains, unit: "dB"),
      .numbers(SoundSettings.toneFrequencies.map { _ in 0 }), does: "bass, middle and treble"),
    SettingEntry(
      .soundBalance, .integer(-100...100, unit: "%"), .number(0),
      does: "-100 is left only, 100 right only"),
    SettingEntry(.soundMono, .flag, .flag(false), does: "both channels on both sides"),
    SettingEntry(
      .soundVolumeStep, .integer(1...25, unit: "%"), .number(5), does: "a step of the volume"),
  ]

  private static let skips = BookSettings.skips.map(Double.init)

  private static let bookEntries: [SettingEntry] = [
    SettingEntry(
      .booksSkipForward, .oneOf(skips, unit: "s"), .number(30),
      does: "how far a skip goes forward in books"),
    SettingEntry(
      .booksSkipBack, .oneOf(skips, unit: "s"), .number(15),
      does: "how far a skip goes back in books"),
    SettingEntry(
      .booksSpeed, .number(0.5...3, unit: ""), .number(1),
      does: "speed of books that have none of their own"),
    SettingEntry(
      .booksRewind, .rewinds, .text(RewindTable.standard.text),
      does: "how far a book goes back when it goes on after a pause"),
    SettingEntry(
      .booksSleepRestart, .integer(0...720, unit: "min"), .number(15),
      does: "sleep timer that begins when a book goes on after one has ended it; 0 for none"),
    SettingEntry(
      .booksShortenSilence, .flag, .flag(false),
      does: "shorten the silence between words in books"),
    SettingEntry(
      .booksBoost, .number(0...SoundSettings.maximumGain, unit: "dB"), .number(0),
      does: "lift quiet voices in books"),
    SettingEntry(
      .booksEqualizer,
      .choice([BookSettings.musicEqualizer] + EqualizerPreset.allCases.map(\.rawValue)),
      .text(BookSettings.musicEqualizer),
      does: "preset of the equalizer in books, such as speech; music for that of music"),
    SettingEntry(
      .booksFinished, .integer(50...100, unit: "%"), .number(97),
      does: "how much of a book has to be heard before it counts as finished"),
  ]

  private static let serverEntries: [SettingEntry] = [
    SettingEntry(
      .serversCache, .number(0.1...1_000, unit: "GB"), .number(2),
      does: "space for sound of servers that was played; the oldest goes first"),
    SettingEntry(
      .serversDownloadsAtOnce, .integer(1...8, unit: ""), .number(2),
      does: "how many tracks are downloaded at the same time"),
    SettingEntry(
      .serversNextBook, .flag, .flag(false),
      does: "download the next book of a series when one of its books is nearly heard"),
    SettingEntry(
      .serversDeleteFinished, .flag, .flag(false),
      does: "remove the download of a book that is finished"),
  ]

  private static let playerEntries: [SettingEntry] = [
    SettingEntry(
      .playerBackground, .flag, .flag(true),
      does: "let the music play on when its last terminal is left"),
    SettingEntry(
      .playerUnplugged, .choice(Unplugging.allCases.map(\.rawValue)),
      .text(Unplugging.pause.rawValue),
      does: "when headphones are pulled: pause, resume when they are back, or ignore it"),
    SettingEntry(
      .desktopNotifications, .flag, .flag(false),
      does: "tell the desktop of a new track while no terminal shows it"),
    SettingEntry(
      .desktopAwake, .flag, .flag(false), does: "keep the computer awake while music plays"),
    SettingEntry(
      .desktopProgress, ProgressChoice.auto,
      does: "progress of long work in the terminal's tab: auto where that is known, on, or off"),
  ]

  private static let libraryEntries: [SettingEntry] = [
    SettingEntry(
      .libraryWatch, .flag, .flag(true), does: "follow what changes in the folders of the library"),
    SettingEntry(
      .libraryAnalysis, .choice(AnalysisMode.allCases.map(\.rawValue)),
      .text(AnalysisMode.standard.rawValue),
      does: "look for tempo, key and loudness: on, ac for not on battery, or off"),
    SettingEntry(
      .librarySync, .flag, .flag(true),
      does: "take over playlists that other machines write into the sync folder"),
    SettingEntry(
      .lyricsFetch, .flag, .flag(false),
      does: "look for lyrics on lrclib.net, which sees artist, title and album"),
    SettingEntry(
      .spotifyClientID, .text(maximum: 64), .text(""),
      does: "the id of your own app at Spotify, on which playlists are built"),
    SettingEntry(
      .spotifyPort, .integer(0...65_535, unit: ""), .number(8_765),
      does: "the port of the app's redirect address http://127.0.0.1:PORT/callback; 0 for any"),
    SettingEntry(
      .logPrivate, .flag, .flag(false), does: "leave titles, names and paths out of the log"),
  ]
}
