extension Effect {
  /// Whether it edits what lists show: rows show it once it has ended, which `Event.editEnded` says
  /// of each.
  package var isEdit: Bool {
    switch self {
    case .addToSlot, .addToPlaylist, .assignSlot, .saveQueueAs, .createPlaylist, .playlists,
      .renamePlaylist, .changePlaylist, .removeEntries, .moveEntries, .changeEntries,
      .changeEntryDetails, .addAgain, .arrange, .relocate, .setTemplate, .moveGroups, .setRating,
      .setReaction, .setNotes, .setColor, .removeAll, .setParts, .correct, .setMixPoints, .undo,
      .redo, .forgetMissing, .removeRoots:
      true
    case .load, .loadQueue, .noticeChanges, .loadMixBoard, .loadPlaylists, .loadTemplates,
      .previewTemplate, .findTemplate, .loadTrack, .loadCues, .loadAnalysis, .loadInfo,
      .loadCueList, .loadEntryFacts, .nameLeftOut, .loadRemaining, .findRelocations, .listThemes,
      .loadTheme, .findFits, .findArrangement, .cancelArrangement, .findTracksToPlay,
      .findTracksToQueue, .play, .prepare, .prepareLater, .adjust, .loadSound, .pause, .resume,
      .stop, .seek, .setVolume, .setMuted, .setSound, .chooseDevice, .sleep, .openStream,
      .openPath, .recordPlay, .recordFault, .listUnreadable, .nameFault, .saveTemplate,
      .renameTemplate, .deleteTemplate, .addCue, .changeCue, .adjustCue, .removeCues,
      .noteQueueEdit, .keepQueueEdit, .prefer, .scan, .writeDemo, .loadRoots, .setWatching,
      .controlAnalysis,
      .analyze, .importFile, .cancelImport, .importCues, .exportPlaylist, .listPaths,
      .setSyncFolder, .saveQueue, .keepQueue, .loadReplacedQueues, .loadReplacedQueue, .savePlace,
      .dismissRecovery, .forgetTypedAhead, .redraw, .quit:
      false
    }
  }
}
