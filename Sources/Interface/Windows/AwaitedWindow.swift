/// A window that opens when an answer has come.
enum AwaitedWindow: Hashable, Sendable {
  case info, entryForm, labelForm, variationProposals, queues, addAgain, fits, relocations,
    smartForm, export
  case unreadable, roots, log, statistics, storage, arrangement, newLyrics
  case build, buildResult, presetExport, spotify
  case deviceFolders, syncPlan, syncReport
  case serverQuestion, remoteQueue, shares

  /// Whether the answer is certain and fast: then keys wait for the window.
  var isNear: Bool {
    switch self {
    case .info, .entryForm, .labelForm, .queues, .addAgain, .fits, .build: true
    case .variationProposals, .relocations, .smartForm, .export, .unreadable, .roots, .log,
      .statistics, .storage,
      .arrangement, .newLyrics, .buildResult, .presetExport, .spotify, .deviceFolders, .syncPlan,
      .syncReport, .serverQuestion, .remoteQueue, .shares:
      false
    }
  }
}

extension Effect {
  /// The window that the effect's answer opens; nil for none.
  var awaitedWindow: AwaitedWindow? {
    switch self {
    case .terminal(.forgetTypedAhead), .terminal(.redraw), .terminal(.edit),
      .terminal(.editSettings), .terminal(.copy), .terminal(.leave),
      .terminal(.quit):
      nil
    case .list(.load), .list(.jump), .list(.loadQueue): nil
    case .load(let request): request.awaitedWindow
    case .find(.toPlay), .find(.toQueue), .find(.stream), .find(.path): nil
    case .player(let order): order.awaitedWindow
    case .edit(let edit): edit.awaitedWindow
    case .history(.undo), .history(.redo), .history(.noteQueueEdit), .history(.restoreQueueEdit):
      nil
    case .replacedQueues(.list): .queues
    case .replacedQueues(.keep), .replacedQueues(.load): nil
    case .session(.saveQueue), .session(.saveSession): nil
    case .settings(.store), .settings(.unset), .settings(.prepare), .settings(.read): nil
    case .library(let order): order.awaitedWindow
    case .analysis(.control), .analysis(.analyze): nil
    case .lyrics(.write): .newLyrics
    case .lyrics(.setOffset), .lyrics(.draft), .lyrics(.finish): nil
    case .arrangement(.find): .arrangement
    case .arrangement(.cancel): nil
    case .exchange(let order): order.awaitedWindow
    case .build(let order): order.awaitedWindow
    case .device(let order): order.awaitedWindow
    case .theme(.list), .theme(.load), .theme(.loadEverywhere), .theme(.loadFor), .theme(.storeFor),
      .theme(.save):
      nil
    case .monitor: nil
    case .books: nil
    case .servers(let order): order.awaitedWindow
    case .control: nil
    }
  }
}

extension LoadRequest {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .info: .info
    case .entryFacts: .entryForm
    case .labelled: .labelForm
    case .variationProposals: .variationProposals
    case .skipped: .addAgain
    case .fits: .fits
    case .unreadable: .unreadable
    case .roots: .roots
    case .log: .log
    case .statistics: .statistics
    case .storage: .storage
    case .mixBoard, .playlists, .templates, .templatePreview, .matches, .template, .track, .cues,
      .analysis,
      .cueList, .remaining, .tracksToAdd, .fault, .cover, .album, .lyrics, .fetchedLyrics,
      .entryPlayback, .mixIn, .labelValues, .variations, .comments:
      nil
    }
  }
}

extension PlayerEffect {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .play, .prepareNext, .prepareLater, .adjust, .pause, .resume, .stop, .seek, .setVolume,
      .setMuted, .setSound, .chooseDevice, .setUnplugging, .sleep:
      nil
    }
  }
}

extension LibraryEffect {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .findRelocations: .relocations
    case .scan, .countMusic, .writeDemo, .addFiles, .cancelAdding, .setWatching,
      .pollExternalChanges, .hidePrivate, .clear, .reset, .listens:
      nil
    }
  }
}

extension ExchangeEffect {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .exportPlaylist: .export
    case .importFile, .cancelImport, .importCues, .listPaths, .setSyncFolder, .setSyncAuto: nil
    }
  }
}

extension BuildEffect {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .start, .write, .resume: .buildResult
    case .account(.playlists): .spotify
    case .preset(.find): .build
    case .preset(.export): .presetExport
    case .preset(.load), .preset(.save), .preset(.delete), .preset(.importFile), .cancel,
      .completeArtists, .account, .openLink:
      nil
    }
  }
}

extension DeviceEffect {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .add, .edit: .deviceFolders
    case .plan: .syncPlan
    case .carryOut: .syncReport
    case .list, .forget, .stop: nil
    }
  }
}

extension ServersEffect {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .add, .change, .check, .signIn: .serverQuestion
    case .goOn: .remoteQueue
    case .shared(.shares): .shares
    case .list, .remove, .sync, .cancel, .setOptions, .download, .removeDownload,
      .cancelDownloads, .findOnDisk, .setCacheSize, .setDownloadsAtOnce, .setDownloadsNextBook,
      .setDeletesFinished, .shared:
      nil
    }
  }
}

extension Edit {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .tracks(.setRating), .tracks(.setReaction), .tracks(.setNotes), .tracks(.setColor),
      .tracks(.change):
      nil
    case .variations(.gather), .variations(.makePrimary), .variations(.separate),
      .variations(.accept):
      nil
    case .comments(.add), .comments(.change), .comments(.remove): nil
    case .playlists(let edit): edit.awaitedWindow
    case .entries, .templates(.set), .templates(.save), .templates(.rename), .templates(.delete),
      .templates(.moveGroups):
      nil
    case .cues(.add), .cues(.change), .cues(.adjust), .cues(.remove), .cues(.setParts): nil
    case .findings(.correct), .findings(.setMixPoints), .findings(.prefer): nil
    case .library(.relocate), .library(.forgetMissing), .library(.removeRoots),
      .library(.recordPlay), .library(.recordFault), .library(.dismissRecovery):
      nil
    }
  }
}

extension PlaylistEdit {
  fileprivate var awaitedWindow: AwaitedWindow? {
    switch self {
    case .smart: .smartForm
    case .create, .saveQueueAs, .rename, .change, .assignSlot, .createFolder, .renameFolder,
      .collapse, .delete, .move, .moveTo, .duplicate, .merge, .mergeInto, .freeze:
      nil
    }
  }
}
