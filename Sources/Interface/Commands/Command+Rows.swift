extension Command {
  /// How much of the row at the cursor of the focused list a command needs.
  enum RowUse: Equatable, Sendable {
    case none
    /// Only where it is, to move from there.
    case place
    /// The identity of the row at the cursor.
    case row
    /// Its contents, or that it is there: the same command means another thing after an edit.
    case contents
  }

  var rowUse: RowUse {
    switch self {
    case .up, .down, .pageUp, .pageDown, .top, .bottom, .nextMatch, .previousMatch: .place
    case .activate, .addToSlot, .addToPlaylist, .queueLast, .queueNext, .mark, .markAll, .moveDown,
      .moveUp, .moveToTop, .moveToBottom, .relocate, .renamePlaylist, .edit, .chooseTemplate,
      .groupBy, .template, .changeEntry, .rate, .editNote, .writeNote, .color, .listCues,
      .forgetMissing:
      .row
    case .remove, .cycleRating, .react: .contents
    case .playlist(let command): command.rowUse
    case .mixing(let command):
      switch command {
      case .fits, .arrange: .row
      case .clashes: .none
      }
    case .cue(let command):
      switch command {
      case .trimToMix: .row
      case .previous, .next, .go, .drop: .none
      }
    case .finding(let command):
      switch command {
      case .correct, .tap, .setMixPoints, .info: .row
      case .keyNames, .prefer, .zoom, .zoomTo, .waveform: .none
      }
    case .exchange(let command):
      switch command {
      case .importCues, .export: .row
      case .importFile, .replace, .syncFolder: .none
      }
    case .analysis(let control):
      switch control {
      case .again: .row
      case .pause, .resume, .mode, .status: .none
      }
    case .playPause, .stop, .nextTrack, .previousTrack, .seek, .seekTo, .changeVolume, .setVolume,
      .mute, .shuffle, .cycleRepeat, .sound, .openStream, .openPath, .nextPane, .previousPane,
      .nextTab, .previousTab, .focus, .browse, .back, .goToPlaying, .filter, .searchLibrary,
      .nextSort, .reverseSort, .sort, .assignSlot, .assignSelectedSlot, .emptySlot, .saveQueue,
      .saveQueueAs, .listQueues, .addAgain, .newPlaylist, .dropCue, .undo, .redo, .nextSkin,
      .chooseSkin, .skin, .update, .addFolder, .listRoots, .scan, .duplicates, .unreadable, .watch,
      .writeDemo, .commandLine, .help, .cancel, .redraw, .quit:
      .none
    }
  }
}

extension PlaylistCommand {
  fileprivate var rowUse: Command.RowUse {
    switch self {
    case .newFolderNamed, .chooseFolder, .moveTo, .duplicate, .merge, .mergeInto, .smart, .freeze,
      .freezeAs:
      .row
    case .newFolder, .saveSearch: .none
    }
  }
}
