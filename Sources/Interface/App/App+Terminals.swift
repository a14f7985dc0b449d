package import Screen

// Several terminals at one player, or none. `terminal` is the one that is used; the others are
// values beside the state, whose fields besides are the same for all.
extension App {
  /// Handles an event, which other terminals at the same player see, too.
  ///
  /// The world changes once, by the used terminal. Each of the others takes in what came for it,
  /// and requests what it shows then.
  ///
  /// - Parameters:
  ///   - others: The states of the other terminals.
  ///   - isOwn: Whether the event answers the used terminal alone.
  ///   - isAnswer: Whether it answers the used terminal: others show the change, and say nothing.
  /// - Returns: The effects, and for each other terminal those that are about it alone.
  package mutating func handle(
    _ event: Event, beside others: inout [TerminalState], isOwn: Bool = false,
    isAnswer: Bool = false
  ) -> (effects: [Effect], others: [[Effect]]) {
    guard !others.isEmpty else {
      shared.elsewhere = SharedShown()
      return (handle(event), [])
    }
    var requests = [[Effect]](repeating: [], count: others.count)
    // Readings come thirty times a second, and are of one terminal.
    if case .heard = event { return (handle(event), requests) }
    if let number = event.terminal, number != terminal.number {
      if let index = others.firstIndex(where: { $0.number == number }) {
        use(&others[index])
        requests[index] = handle(event)
        use(&others[index])
      }
      return ([], requests)
    }
    let end = event.endOfRequest
    if !isOwn, end?.isForAllTerminals ?? event.isForAllTerminals {
      for index in others.indices {
        requests[index] = takeIn(
          end ?? event, for: &others[index], isAnswer: isAnswer || end != nil)
      }
    }
    shared.elsewhere = others.reduce(SharedShown()) { $0.union($1.sharedShown) }
    let effects = handle(event)
    let hasEdits = effects.contains(where: \.isEdit)
    let edited = Array(focusedList?.edited ?? [])
    let changes = effects.compactMap(\.storedSettings)
    for index in others.indices {
      use(&others[index])
      if hasEdits { browsing.noteEdit(of: edited) }
      for (setting, value) in changes.joined() where setting.isOfTerminals {
        _ = apply(value, to: setting)
      }
      requests[index] = requests[index].filter { $0.isOfTerminal || !effects.contains($0) }
      requests[index] += missing() + missingSkin()
      announce()
      updateNextChange()
      use(&others[index])
    }
    return (effects, requests)
  }

  /// The reaction of another terminal to an event that is yet to be handled.
  private mutating func takeIn(
    _ event: Event, for other: inout TerminalState, isAnswer: Bool
  ) -> [Effect] {
    var copy = self
    copy.terminal = other
    let effects = copy.react(to: event)
    if isAnswer {
      copy.messages = other.messages
      if copy.overlays.count > other.windows.overlays.count { copy.windows = other.windows }
    }
    copy.messages.showNext(at: now, inputs: copy.inputs)
    other = copy.terminal
    loadSerial = copy.loadSerial
    return effects.filter(\.isRequest)
  }

  /// Exchanges the used terminal.
  package mutating func use(_ other: inout TerminalState) { swap(&terminal, &other) }

  /// The state of another terminal, which begins where the used one is.
  ///
  /// - Parameter number: Unique to the terminal while the program runs.
  package func newTerminal(_ number: Int, size: Size) -> TerminalState {
    var new = terminal
    new.number = number
    // What came while nobody was there is for the next one.
    if terminal.isAttached {
      new.windows = windows.closed
      new.messages = Messages()
    }
    new.pendingKeys = []
    new.count = nil
    new.fitsRequest = FitsRequest()
    new.covers = covers.emptied
    new.visual.listen(false)
    new.screenReader = ScreenReader()
    new.screenReader.isChosen = terminal.screenReader.isChosen
    new.background = nil
    new.folder = nil
    new.isAttached = true
    new.nextChange = nil
    new.browsing.begin(asTerminal: number)
    new.browsing.setScreenReader(new.screenReader.isOn)
    new.skins.begin(with: skinSettings, isLoaded: false)
    new.browsing.use(new.skins.shape)
    new.browsing.resize(to: size)
    return new
  }

  /// The size of the first terminal became known.
  package mutating func begin(on size: Size) { browsing.resize(to: size) }

  /// No terminal has come yet.
  package mutating func awaitTerminal() { terminal.isAttached = false }

  /// The used terminal is gone; its state is where the next one begins.
  package mutating func detach() -> [Effect] {
    terminal.isAttached = false
    windows = windows.closed
    terminal.pendingKeys = []
    terminal.count = nil
    terminal.messages = Messages()
    covers = covers.emptied
    letGo()
    shared.elsewhere = SharedShown()
    return handle(.ticked)
  }

  /// Leaves the terminal. The last one ends the player where nothing plays or syncs.
  ///
  /// - Parameter mayEndMusic: Whether it also does where the player is not to stay in the background.
  mutating func leave(mayEndMusic: Bool) -> [Effect] {
    let goesOn =
      playing.wantsToPlay || hasOtherTerminals || syncing.canStop || building.canStop
    let stays =
      switch life {
      case .withTerminal: false
      case .whileBusy: goesOn && (stored.playsInBackground || !mayEndMusic)
      case .untilEnded: true
      }
    guard stays else { return perform(.quit) }
    return [saveSession(), .terminal(.leave)]
  }
}

extension Event {
  fileprivate var isForAllTerminals: Bool {
    switch self {
    case .input, .resized, .imagesChosen, .backgroundFound, .focused, .heard, .control: false
    // They move the view of whoever asked for them.
    case .playlists(.opened), .playlists(.created), .library(.addingNeedsFolder),
      .exchange(.importEnded(_?)), .exchange(.exportProposed), .exchange(.exportRefused):
      false
    // Rows are of the terminal that asked for them.
    case .list(.loaded), .list(.failed): false
    case .ticked, .list, .playlists, .templates, .entries, .cues, .mixing, .track, .labels,
      .variations, .comments, .search, .queue,
      .library, .exchange, .lyrics, .theme, .session, .settings, .build, .device, .books, .servers,
      .player, .done, .failed, .refused, .editEnded:
      true
    }
  }
}

extension Event {
  /// The event by which an effect of a request from beyond the screen has ended.
  fileprivate var endOfRequest: Event? {
    if case .control(let event) = self, case .ended(let end) = event.cause { end } else { nil }
  }

  /// The number of the terminal that rows are for; nil for other events.
  fileprivate var terminal: Int? {
    switch self {
    case .list(.loaded(_, _, let serial)), .list(.failed(_, let serial, _)):
      Browsing.terminal(ofSerial: serial)
    default: nil
    }
  }
}

extension Effect {
  /// Whether it asks for what a terminal shows, and changes nothing.
  fileprivate var isRequest: Bool {
    switch self {
    case .list, .load: true
    case .theme: isOfTerminal
    case .terminal, .find, .player, .monitor, .edit, .history, .replacedQueues, .session,
      .settings, .library, .analysis, .lyrics, .arrangement, .exchange, .build, .device, .books,
      .servers, .control:
      false
    }
  }

  /// Whether its answer is for the terminal alone that asks, even where others ask the same.
  fileprivate var isOfTerminal: Bool {
    switch self {
    case .theme(let effect):
      switch effect {
      case .load, .loadFor: true
      case .list, .loadEverywhere, .storeFor, .save: false
      }
    case .list, .load, .terminal, .find, .player, .monitor, .edit, .history, .replacedQueues,
      .session, .settings, .library, .analysis, .lyrics, .arrangement, .exchange, .build, .device,
      .books, .servers, .control:
      false
    }
  }

  fileprivate var storedSettings: [Setting: SettingValue]? {
    if case .settings(.store(let changes, _)) = self { changes } else { nil }
  }
}

extension Setting {
  /// Whether each terminal has a value of its own in its state.
  fileprivate var isOfTerminals: Bool {
    switch self {
    case .screenArt, .screenVisual, .screenLayout, .screenReader, .listsRows, .listsAlbums,
      .columnsSongs, .columnsFolders, .columnsAlbum, .columnsGenre, .columnsPlaylist,
      .columnsQueue, .columnsDuplicates, .columnsRecentlyAdded, .columnsRecentlyPlayed,
      .columnsMostPlayed, .columnsNeverPlayed, .columnsLoved, .columnsOffline, .columnsMissing,
      .themeAccent:
      true
    // A terminal's change of its skin is stored for those to come.
    case .themeName, .themeLight, .themeDark, .themeFollow, .themeShape, .screenBidi, .screenMotion,
      .screenWaveform, .screenKeys, .screenClashes, .soundCrossfade,
      .soundReplayGain, .soundPreamp, .soundPreventsClipping, .soundEqualizer, .soundBands,
      .soundTone, .soundBalance, .soundMono, .soundVolumeStep, .booksSkipForward, .booksSkipBack,
      .booksSpeed, .booksRewind, .booksSleepRestart, .booksShortenSilence, .booksBoost,
      .booksEqualizer, .booksFinished, .serversCache, .serversDownloadsAtOnce, .serversNextBook,
      .serversDeleteFinished, .playerBackground, .playerUnplugged, .desktopNotifications,
      .desktopAwake, .desktopProgress, .libraryWatch, .libraryAnalysis, .librarySync, .lyricsFetch,
      .spotifyClientID, .spotifyPort, .logPrivate:
      false
    }
  }
}
