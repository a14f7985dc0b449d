import Music
import Screen

// Where each setting lives in the state.
extension App {
  /// The value of a setting, without options of the command line that hold for one run.
  package func value(of setting: Setting) -> SettingValue {
    guard stored.fixed.contains(setting), let value = stored.file[setting] else {
      return currentValue(of: setting)
    }
    return value
  }

  /// The value that the state has, which may be that of an option.
  func currentValue(of setting: Setting) -> SettingValue {
    switch setting {
    case .themeName: .text(skinSettings.name)
    case .themeLight: .text(skinSettings.followed.light ?? "")
    case .themeDark: .text(skinSettings.followed.dark ?? "")
    case .themeFollow: .flag(skinSettings.followed.isOn)
    case .themeShape: .text(skinSettings.shape.rawValue)
    case .themeAccent: .text(skins.accent.rawValue)
    case .screenArt: .text(covers.choice.rawValue)
    case .screenBidi: .text(bidi.stored.rawValue)
    case .screenMotion: .flag(hasMotion)
    case .screenVisual: .text(visual.style.rawValue)
    case .screenWaveform: .text(waveforms.chosenStyle?.rawValue ?? "auto")
    case .screenKeys: .text(keyNotation.rawValue)
    case .screenClashes: .flag(showsClashes)
    case .screenLayout: .text(browsing.layoutChoice.form.rawValue)
    case .screenReader: .flag(terminal.screenReader.isChosen)
    case .listsRows: .text(browsing.density.rawValue)
    case .listsAlbums: .text(browsing.albumView.rawValue)
    case .columnsSongs, .columnsFolders, .columnsAlbum, .columnsGenre, .columnsPlaylist,
      .columnsQueue, .columnsDuplicates, .columnsRecentlyAdded, .columnsRecentlyPlayed,
      .columnsMostPlayed, .columnsNeverPlayed, .columnsLoved, .columnsOffline, .columnsMissing:
      .names((setting.kindOfList.flatMap { browsing.columns[kind: $0] } ?? []).map(\.text))
    case .soundCrossfade, .soundReplayGain, .soundPreamp, .soundPreventsClipping, .soundEqualizer,
      .soundBands, .soundTone, .soundBalance, .soundMono:
      audio.music.value(of: setting) ?? SettingsTable.entry(setting).standard
    case .soundVolumeStep: .number(Double(stored.volumeStep))
    case .booksSkipForward: .number(Double(books.settings.skipForward))
    case .booksSkipBack: .number(Double(books.settings.skipBack))
    case .booksSpeed: .number(books.settings.speed)
    case .booksRewind: .text(books.settings.rewind.text)
    case .booksSleepRestart: .number(Double(books.settings.sleepRestart))
    case .booksShortenSilence: .flag(books.settings.shortensSilence)
    case .booksBoost: .number(books.settings.boost)
    case .booksEqualizer:
      .text(books.settings.equalizer?.rawValue ?? BookSettings.musicEqualizer)
    case .booksFinished: .number(Double(books.settings.finishedPercent))
    case .serversCache: .number(servers.settings.cacheGigabytes)
    case .serversDownloadsAtOnce: .number(Double(servers.settings.downloadsAtOnce))
    case .serversNextBook: .flag(servers.settings.downloadsNextBook)
    case .serversDeleteFinished: .flag(servers.settings.deletesFinished)
    case .playerBackground: .flag(stored.playsInBackground)
    case .playerUnplugged: .text(stored.unplugging.rawValue)
    case .desktopNotifications: .flag(stored.notifies)
    case .desktopAwake: .flag(stored.keepsAwake)
    case .desktopProgress: .text(stored.progress.rawValue)
    case .libraryWatch: .flag(stored.watches)
    case .libraryAnalysis: .text(stored.analysis.rawValue)
    case .librarySync: .flag(stored.syncs)
    case .lyricsFetch: .flag(fetchesLyrics)
    case .spotifyClientID: .text(stored.spotifyClientID)
    case .spotifyPort: .number(Double(stored.spotifyPort))
    case .logPrivate: .flag(stored.hidesPrivate)
    }
  }

  /// Makes a value hold. The table has checked its type.
  mutating func apply(_ value: SettingValue, to setting: Setting) -> [Effect] {
    switch setting {
    case .themeName:
      skinSettings.name = value.word
      skins.name(value.word)
      // Else the background decides which skin shows, or the command line.
      let isOther = skins.option != nil || skins.follows && terminal.background != nil
      return isOther ? [] : [.theme(.load(value.word, isPreview: true))]
    case .themeLight: skinSettings.followed.light = value.word.isEmpty ? nil : value.word
    case .themeDark: skinSettings.followed.dark = value.word.isEmpty ? nil : value.word
    case .themeFollow:
      skinSettings.followed.isOn = value.isOn
      skins.follow(value.isOn)
      let isOther = value.isOn || skins.option != nil
      return isOther ? [] : [.theme(.load(skins.chosen, isPreview: true))]
    case .themeShape:
      guard let choice = value.choice(ShapeChoice.self) else { return [] }
      skinSettings.shape = choice
      skins.store(choice)
      browsing.use(skins.shape)
    case .themeAccent: value.choice(AccentChoice.self).map { skins.choose($0) }
    case .screenArt: value.choice(ArtChoice.self).map { covers.choice = $0 }
    case .screenBidi: value.choice(BidiChoice.self).map { bidi.restore($0) }
    case .screenMotion: hasMotion = value.isOn
    case .screenVisual: value.choice(VisualStyle.self).map { visual.choose($0) }
    case .screenWaveform: waveforms.choose(value.choice(WaveformStyle.self))
    case .screenKeys: value.choice(KeyNotation.self).map { keyNotation = $0 }
    case .screenClashes: showsClashes = value.isOn
    case .screenLayout: value.choice(LayoutChoice.Form.self).map { browsing.choose($0) }
    case .screenReader: useScreenReader(isChosen: value.isOn)
    case .listsRows: value.choice(RowDensity.self).map { browsing.use($0) }
    case .listsAlbums: value.choice(AlbumView.self).map { browsing.albumView = $0 }
    case .columnsSongs, .columnsFolders, .columnsAlbum, .columnsGenre, .columnsPlaylist,
      .columnsQueue, .columnsDuplicates, .columnsRecentlyAdded, .columnsRecentlyPlayed,
      .columnsMostPlayed, .columnsNeverPlayed, .columnsLoved, .columnsOffline, .columnsMissing:
      if let kind = setting.kindOfList {
        let columns = value.words.compactMap { ChosenColumn($0) }
        browsing.columns[kind: kind] = columns.isEmpty ? nil : ChosenColumn.valid(columns)
      }
    case .soundCrossfade, .soundReplayGain, .soundPreamp, .soundPreventsClipping, .soundEqualizer,
      .soundBands, .soundTone, .soundBalance, .soundMono:
      var new = audio.music
      new.set(setting, to: value)
      return audio.setMusic(new)
    case .soundVolumeStep: stored.volumeStep = Int(value.amount)
    case .booksSkipForward: books.settings.skipForward = Int(value.amount)
    case .booksSkipBack: books.settings.skipBack = Int(value.amount)
    case .booksSpeed: books.settings.speed = value.amount
    case .booksRewind: RewindTable(parsing: value.word).map { books.settings.rewind = $0 }
    case .booksSleepRestart: books.settings.sleepRestart = Int(value.amount)
    case .booksShortenSilence: books.settings.shortensSilence = value.isOn
    case .booksBoost: books.settings.boost = value.amount
    case .booksEqualizer: books.settings.equalizer = value.choice(EqualizerPreset.self)
    case .booksFinished: books.settings.finishedPercent = Int(value.amount)
    case .serversCache:
      servers.settings.cacheGigabytes = value.amount
      return [.servers(.setCacheSize(gigabytes: value.amount))]
    case .serversDownloadsAtOnce:
      servers.settings.downloadsAtOnce = Int(value.amount)
      return [.servers(.setDownloadsAtOnce(Int(value.amount)))]
    case .serversNextBook:
      servers.settings.downloadsNextBook = value.isOn
      return [.servers(.setDownloadsNextBook(value.isOn))]
    case .serversDeleteFinished:
      servers.settings.deletesFinished = value.isOn
      return [.servers(.setDeletesFinished(value.isOn))]
    case .playerBackground: stored.playsInBackground = value.isOn
    case .playerUnplugged:
      guard let unplugging = value.choice(Unplugging.self) else { return [] }
      stored.unplugging = unplugging
      return [.player(.setUnplugging(unplugging))]
    case .desktopNotifications: stored.notifies = value.isOn
    case .desktopAwake: stored.keepsAwake = value.isOn
    case .desktopProgress: value.choice(ProgressChoice.self).map { stored.progress = $0 }
    case .libraryWatch:
      stored.watches = value.isOn
      return [.library(.setWatching(value.isOn))]
    case .libraryAnalysis:
      guard let mode = value.choice(AnalysisMode.self) else { return [] }
      stored.analysis = mode
      return [.analysis(.control(.mode(mode)))]
    case .librarySync:
      stored.syncs = value.isOn
      return [.exchange(.setSyncAuto(value.isOn))]
    case .lyricsFetch: fetchesLyrics = value.isOn
    case .spotifyClientID: stored.spotifyClientID = value.word
    case .spotifyPort: stored.spotifyPort = Int(value.amount)
    case .logPrivate:
      stored.hidesPrivate = value.isOn
      return [.library(.hidePrivate(value.isOn))]
    }
    return []
  }

  /// The settings of work outside of the interface as they are at the start, where that began with
  /// them already.
  package mutating func begin(with settings: [Setting: SettingValue], hidesPrivate: Bool) {
    stored.watches = settings[.libraryWatch]?.isOn ?? stored.watches
    stored.hidesPrivate = hidesPrivate
    stored.analysis = settings[.libraryAnalysis]?.choice(AnalysisMode.self) ?? stored.analysis
    stored.syncs = settings[.librarySync]?.isOn ?? stored.syncs
  }
}

// The contents of values whose types the table has checked.
extension SettingValue {
  package var isOn: Bool { self == .flag(true) }
  package var word: String { if case .text(let text) = self { text } else { "" } }
  package var amount: Double { if case .number(let number) = self { number } else { 0 } }
  var amounts: [Double] { if case .numbers(let numbers) = self { numbers } else { [] } }
  var words: [String] { if case .names(let names) = self { names } else { [] } }

  package func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type) -> Choice? {
    Choice(rawValue: word)
  }
}

extension SoundSettings {
  /// The settings of a file; values of others are left out.
  package init(_ settings: [Setting: SettingValue]) {
    self.init()
    for (setting, value) in settings { set(setting, to: value) }
  }

  /// Nil for settings of other things.
  package func value(of setting: Setting) -> SettingValue? {
    switch setting {
    case .soundCrossfade: .number(crossfade.seconds)
    case .soundReplayGain: .text(replayGain.rawValue)
    case .soundPreamp: .number(preamp)
    case .soundPreventsClipping: .flag(preventsClipping)
    case .soundEqualizer: .text(equalizer.rawValue)
    case .soundBands: .numbers(ownBands)
    case .soundTone: .numbers(tone)
    case .soundBalance: .number((balance * 100).rounded())
    case .soundMono: .flag(isMono)
    case .themeName, .themeLight, .themeDark, .themeFollow, .themeShape, .themeAccent, .screenArt,
      .screenBidi, .screenMotion, .screenVisual, .screenWaveform, .screenKeys, .screenClashes,
      .screenLayout, .screenReader, .listsRows, .listsAlbums, .columnsSongs, .columnsFolders,
      .columnsAlbum, .columnsGenre, .columnsPlaylist, .columnsQueue, .columnsDuplicates,
      .columnsRecentlyAdded, .columnsRecentlyPlayed, .columnsMostPlayed, .columnsNeverPlayed,
      .columnsLoved, .columnsOffline, .columnsMissing, .soundVolumeStep, .booksSkipForward,
      .booksSkipBack, .booksSpeed, .booksRewind, .booksSleepRestart, .booksShortenSilence,
      .booksBoost, .booksEqualizer, .booksFinished, .serversCache, .serversDownloadsAtOnce,
      .serversNextBook, .serversDeleteFinished, .playerBackground, .playerUnplugged,
      .desktopNotifications, .desktopAwake, .desktopProgress, .libraryWatch, .libraryAnalysis,
      .librarySync,
      .lyricsFetch, .spotifyClientID, .spotifyPort, .logPrivate:
      nil
    }
  }

  mutating func set(_ setting: Setting, to value: SettingValue) {
    switch setting {
    case .soundCrossfade: crossfade = .milliseconds((value.amount * 1000).rounded())
    case .soundReplayGain: replayGain = value.choice(ReplayGainMode.self) ?? replayGain
    case .soundPreamp: preamp = value.amount
    case .soundPreventsClipping: preventsClipping = value.isOn
    case .soundEqualizer: equalizer = value.choice(EqualizerPreset.self) ?? equalizer
    case .soundBands: ownBands = value.amounts
    case .soundTone: tone = value.amounts
    case .soundBalance: balance = value.amount / 100
    case .soundMono: isMono = value.isOn
    case .themeName, .themeLight, .themeDark, .themeFollow, .themeShape, .themeAccent, .screenArt,
      .screenBidi, .screenMotion, .screenVisual, .screenWaveform, .screenKeys, .screenClashes,
      .screenLayout, .screenReader, .listsRows, .listsAlbums, .columnsSongs, .columnsFolders,
      .columnsAlbum, .columnsGenre, .columnsPlaylist, .columnsQueue, .columnsDuplicates,
      .columnsRecentlyAdded, .columnsRecentlyPlayed, .columnsMostPlayed, .columnsNeverPlayed,
      .columnsLoved, .columnsOffline, .columnsMissing, .soundVolumeStep, .booksSkipForward,
      .booksSkipBack, .booksSpeed, .booksRewind, .booksSleepRestart, .booksShortenSilence,
      .booksBoost, .booksEqualizer, .booksFinished, .serversCache, .serversDownloadsAtOnce,
      .serversNextBook, .serversDeleteFinished, .playerBackground, .playerUnplugged,
      .desktopNotifications, .desktopAwake, .desktopProgress, .libraryWatch, .libraryAnalysis,
      .librarySync,
      .lyricsFetch, .spotifyClientID, .spotifyPort, .logPrivate:
      break
    }
  }
}
