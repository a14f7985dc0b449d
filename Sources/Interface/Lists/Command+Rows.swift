extension Command {
  /// How much of the focused list's row at the cursor a command needs.
  enum RowUse: Equatable, Sendable {
    case none
    /// Only its index, to move from there.
    case move
    /// The identity of the row at the cursor.
    case row
    /// Its contents or presence: after an edit the same command means something else.
    case contents
  }

  var rowUse: RowUse {
    switch self {
    case .pane(let command): command.rowUse
    case .list(let command): command.rowUse
    case .slot(let command): command.rowUse
    case .queue(let command): command.rowUse
    case .row(let command): command.rowUse
    case .track(let command): command.rowUse
    case .label: .row
    case .variation(let command): command.rowUse
    case .comment(let command): command.rowUse
    case .library(let command): command.rowUse
    case .move: .move
    case .template, .changeEntry: .row
    case .playlist(let command): command.rowUse
    case .mixing(let command): command.rowUse
    case .cue(let command): command.rowUse
    case .finding(let command): command.rowUse
    case .exchange(let command): command.rowUse
    case .analysis(let control): control.rowUse
    case .book(let command): command.rowUse
    case .server(let command): command.rowUse
    case .shared(let command): command.rowUse
    case .playing, .sound, .skin, .lyrics, .settings, .build, .device, .hints, .undo, .redo,
      .commandLine,
      .help,
      .keys,
      .cancel, .redraw, .leave, .quit:
      .none
    }
  }
}

extension PaneCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .activate, .menu: .row
    case .next, .previous, .nextTab, .previousTab, .focus, .browse, .view, .back, .goToPlaying,
      .lyrics, .fullScreen, .layout, .resetLayout, .moveBorder,
      .screenReader:
      .none
    }
  }
}

extension ListCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .mark, .markAll: .row
    case .nextMatch, .previousMatch: .move
    case .filter, .searchLibrary, .jump, .jumpTo, .nextSort, .reverseSort, .sort, .density,
      .chooseColumns,
      .setColumns:
      .none
    }
  }
}

extension SlotCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .add: .row
    case .assign, .assignSelected, .empty, .open: .none
    }
  }
}

extension QueueCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .addLast, .addNext: .row
    case .save, .saveAs, .list: .none
    }
  }
}

extension RowCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .remove: .contents
    case .addToPlaylist, .moveDown, .moveUp, .moveToTop, .moveToBottom, .relocate, .edit: .row
    case .addAgain: .none
    }
  }
}

extension TrackCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .cycleRating, .cycleReaction, .toggle: .contents
    case .rate, .editNote, .writeNote, .color: .row
    }
  }
}

extension VariationCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .gather, .separate: .row
    case .makePrimary, .toggle: .contents
    case .propose, .compare, .compareNext: .none
    }
  }
}

extension CommentCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .add(_, let isPlaced), .write(let isPlaced): isPlaced ? .none : .row
    case .show: .none
    }
  }
}

extension LibraryCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .forgetMissing: .row
    case .update, .addFolder, .listRoots, .scan, .addFiles, .duplicates, .unreadable, .watch,
      .writeDemo, .log, .hidePrivate, .listens, .statistics, .storage, .reset, .about:
      .none
    }
  }
}

extension PlaylistCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .rename, .newFolderNamed, .chooseFolder, .moveTo, .duplicate, .merge, .mergeInto, .smart,
      .freeze, .freezeAs, .addTracks:
      .row
    case .new, .newFolder, .saveSearch: .none
    }
  }
}

extension MixingCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .fits, .arrange, .join: .row
    case .clashes: .none
    }
  }
}

extension CueCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .list, .trimToMix: .row
    case .dropMarker, .previous, .next, .go, .drop: .none
    }
  }
}

extension FindingCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .correct, .tap, .setMixPoints, .info: .row
    case .keyNames, .prefer, .zoom, .zoomTo, .waveform: .none
    }
  }
}

extension ExchangeCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .importCues, .export: .row
    case .importFile, .replace, .syncFolder, .syncAuto: .none
    }
  }
}

extension AnalysisControl {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .again: .row
    case .pause, .resume, .mode, .status: .none
    }
  }
}

extension BookCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .finished, .unfinished, .hide, .markBook, .markMusic, .info: .row
    case .list, .row, .chapters, .nextChapter, .previousChapter, .goTo, .skipForward, .skipBack,
      .jumpBack, .bookmark, .bookmarks, .exportBookmarks, .chooseSpeed, .bedroom:
      .none
    }
  }
}

extension ServerCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .download, .removeDownload: .row
    case .list, .add, .sync, .goOn, .cancelDownloads, .report, .confirm, .takeQueue, .remove: .none
    }
  }
}
