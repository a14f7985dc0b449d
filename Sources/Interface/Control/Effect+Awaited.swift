import Music

// Requests whose answer tells how their effects ended.
extension Effect {
  /// Whether the answer to a request waits for the end of the effect: of work on the library, and
  /// on files. Work that is watched while it goes on is answered when it has begun.
  var isAwaited: Bool {
    switch self {
    case .edit, .history(.undo), .history(.redo), .lyrics: true
    case .exchange(let order): order.isAwaited
    case .library(let order): order.isAwaited
    case .theme(let order): order.isAwaited
    case .books(let order): order.isAwaited
    case .build(.preset(let order)): order.isAwaited
    case .terminal, .list, .load, .find, .player, .monitor, .history, .replacedQueues, .session,
      .settings, .analysis, .arrangement, .build, .device, .servers, .control:
      false
    }
  }

  /// Whether nothing comes of it without a terminal, on which it shows a window or asks.
  var needsTerminal: Bool {
    switch self {
    case .load, .replacedQueues(.list), .arrangement(.find), .library(.findRelocations),
      .build(.preset(.find)), .build(.account(.playlists)), .device(.plan), .servers(.goOn),
      .servers(.shared(.shares)):
      awaitedWindow != nil
    case .terminal(let order): order.needsTerminal
    case .lyrics(.draft), .settings(.prepare): true
    case .list, .find, .player, .monitor, .edit, .history, .replacedQueues, .session, .settings,
      .library, .analysis, .lyrics, .arrangement, .exchange, .theme, .build, .device, .books,
      .servers, .control:
      false
    }
  }

  /// The effects that this one stands for.
  var carriedOut: [Effect] {
    if case .control(.carryOut(let effects, _, _)) = self { effects } else { [self] }
  }
}

extension TerminalEffect {
  fileprivate var needsTerminal: Bool {
    switch self {
    case .redraw, .edit, .editSettings, .copy, .leave: true
    case .forgetTypedAhead, .quit: false
    }
  }
}

extension ExchangeEffect {
  fileprivate var isAwaited: Bool {
    switch self {
    case .importFile, .importCues, .exportPlaylist, .setSyncFolder: true
    case .cancelImport, .listPaths, .setSyncAuto: false
    }
  }
}

extension LibraryEffect {
  fileprivate var isAwaited: Bool {
    switch self {
    case .scan, .writeDemo, .addFiles, .findRelocations, .clear, .reset, .listens: true
    case .countMusic, .cancelAdding, .setWatching, .hidePrivate, .pollExternalChanges: false
    }
  }
}

extension ThemeEffect {
  fileprivate var isAwaited: Bool {
    switch self {
    case .load, .loadEverywhere, .storeFor, .save: true
    case .list, .loadFor: false
    }
  }
}

extension BooksEffect {
  fileprivate var isAwaited: Bool {
    switch self {
    case .setFinished, .setHidden, .markEpisodes, .mark, .makeMusic, .addBookmark, .editBookmark,
      .removeBookmark, .exportBookmarks:
      true
    case .list, .find, .load, .keepPlace, .keepJumps, .setSpeed: false
    }
  }
}

extension BuildPresetEffect {
  fileprivate var isAwaited: Bool {
    switch self {
    case .save, .delete, .export, .importFile: true
    case .load, .find: false
    }
  }
}

extension Event {
  /// Why an effect has done nothing: it asks the user, and a request cannot be asked.
  var refusalOfQuestion: String? {
    switch self {
    case .exchange(.exportRefused(_, let path, _)):
      "\(path) is there already; --force behind its name replaces it"
    case .build(.exportRefused(let path)): "\(path) is there already"
    case .exchange(.exportProposed): "An export needs the name of a file"
    case .library(.addingNeedsFolder):
      "The library has several folders; tritone add --into names one"
    case .lyrics(.refused): "There is another file in the place of the lyrics"
    case .input, .resized, .imagesChosen, .backgroundFound, .focused, .ticked, .list, .playlists,
      .templates, .entries, .cues, .mixing, .track, .labels, .variations, .comments, .search,
      .queue, .library, .exchange, .lyrics, .theme, .session, .settings, .build, .device, .books,
      .servers, .control, .player, .heard, .done, .failed, .refused, .editEnded:
      nil
    }
  }
}

extension App.Execution {
  /// The same with typed paths that are those of a folder; nil leaves them to the terminal.
  func resolved(in folder: FilePath?) -> Self {
    var execution = self
    execution.effects = effects.map { $0.resolved(in: folder) }
    return execution
  }
}
