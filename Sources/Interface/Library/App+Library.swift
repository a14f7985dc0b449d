import Music

// The library as a whole: its changes and the work on its files.
extension App {
  mutating func receive(_ event: LibraryEvent) -> [Effect] {
    switch event {
    case .changed: return edits.hold(at: now) ? [] : libraryChanged()
    case .recovered(let aside, let backup):
      showRecovery(setAside: aside, backup: backup)
      return []
    case .rootsLoaded(let roots):
      offer(roots)
      return []
    case .unreadableListed(let files):
      list(files)
      return []
    case .logRead(let records):
      showLog(records)
      return []
    case .statisticsCounted(let statistics):
      show(statistics)
      return []
    case .storageMeasured(let parts):
      offer(parts)
      return []
    case .storageCleared(let kind, let bytes):
      say("The \(kind.rawValue) are cleared: \(bytes.byteText) are free")
      return []
    case .scanProgressed(let progress):
      tasks.scanProgressed(progress)
      return []
    case .scanEnded(let progress): return scanEnded(progress)
    case .musicCounted(let folder, let count):
      counted(folder, count)
      return []
    case .demoProgressed(let done, let total):
      tasks.demoProgressed(done, of: total)
      return []
    case .demoWritten(let folder):
      tasks.demoEnded()
      return [.library(.scan([folder]))]
    case .addingProgressed(let progress):
      tasks.addingProgressed(progress)
      return []
    case .addingEnded(let report):
      finish(report)
      return []
    case .addingNeedsFolder(let path, let mode, let folders):
      offer(folders, for: path, mode)
      return []
    case .analysisProgressed(let progress):
      tasks.analysisProgressed(progress)
      return []
    }
  }

  /// Reads again what may have changed.
  mutating func libraryChanged() -> [Effect] {
    browsing.libraryChanged()
    markPreviewStale()
    following.reload()
    labels.libraryChanged()
    comparison.libraryChanged()
    return [mixSlots.load()] + refreshedTemplates + staleCueLists() + staleFits + staleTracksToAdd()
      + playing.reload() + comments.reload()
  }

  private mutating func scanEnded(_ progress: ScanProgress?) -> [Effect] {
    tasks.scanEnded()
    browsing.markStale()
    covers.forgetMissing()
    guard let progress else {
      if firstRun != nil, library.count == 0 { reopenFirstRun() }
      return []
    }
    let total = progress.added + progress.updated + progress.unchanged
    guard total > 0 else {
      let unreadable =
        progress.failed > 0
        ? "; \(progress.failed.counted("file")) could not be read (:unreadable)" : ""
      say("No music was found there" + unreadable, .bad)
      if firstRun != nil, library.count == 0 { reopenFirstRun() }
      return []
    }
    var parts: [String] = []
    if progress.added > 0 { parts.append(progress.added.counted("new track")) }
    if progress.updated > 0 { parts.append("\(progress.updated) changed") }
    if progress.moved > 0 { parts.append("\(progress.moved) moved") }
    if progress.missing > 0 { parts.append("\(progress.missing) missing") }
    if progress.offline > 0 { parts.append("\(progress.offline.counted("folder")) not there") }
    if progress.failed > 0 {
      parts.append("\(progress.failed) unreadable (:unreadable lists them)")
    }
    say("Library is up to date: " + (parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")))
    return []
  }

  mutating func performLibrary(_ command: LibraryCommand) -> [Effect] {
    switch command {
    case .update:
      say("Looking for new and changed files…")
      return [.library(.scan(nil))]
    case .addFolder: windows.open(.prompt(Prompt(.musicFolder)))
    case .listRoots:
      windows.expect(.roots)
      return [.load(.roots)]
    case .scan(let path): return [.library(.scan([FilePath(path)]))]
    case .addFiles(let path, let mode, let folder):
      return [.library(.addFiles(path, mode, into: folder))]
    case .forgetMissing:
      let marked = focusedList?.marks.isEmpty == false ? selection : nil
      browsing.clearMarks()
      return [.edit(.library(.forgetMissing(marked)))]
    case .duplicates:
      browsing.browse(.songs)
      while browsing.pop() {}
      browsing.push(ListQuery(.duplicates))
    case .unreadable:
      windows.expect(.unreadable)
      return [.load(.unreadable)]
    case .watch(let isOn):
      stored.free([.libraryWatch])
      stored.watches = isOn
      say(
        isOn
          ? "Changes in the folders show by themselves"
          : "Changes show after \(key(.library(.update))) or a scan")
      return [.library(.setWatching(isOn))]
    case .log(let level):
      windows.expect(.log)
      return [.load(.log(level))]
    case .statistics:
      windows.expect(.statistics)
      return [.load(.statistics)]
    case .storage:
      windows.expect(.storage)
      return [.load(.storage)]
    case .reset: windows.open(.prompt(Prompt(.resetLibrary)))
    case .about: showAbout()
    case .hidePrivate(let hides):
      stored.hidesPrivate = hides
      say(
        hides
          ? "Titles, names and paths are left out of the log from now on"
          : "The log names files again")
      return [.library(.hidePrivate(hides))]
    case .listens(let order): return [.library(.listens(order))]
    case .writeDemo:
      say("Writing a demo crate…")
      return [.library(.writeDemo(FilePath("")))]
    }
    return []
  }
}
