import Music
import Screen

extension App {
  /// Takes what happened, and returns what has to happen because of it.
  package mutating func handle(_ event: Event) -> [Effect] {
    messages.answer(event.isInput)
    var effects = react(to: event)
    messages.showNext(at: now, inputs: inputs)
    noteEdits(effects)
    effects += playing.dueSeek(at: now)
    effects += missingLoads()
    effects += missingPreview()
    effects += dueRemaining()
    effects += dueSavings()
    effects += dueLook(after: event)
    messages.answer(false)
    return effects
  }

  private mutating func react(to event: Event) -> [Effect] {
    switch event {
    case .input(let input):
      retryFailedLoads()
      polling.inputCame()
      submission = nil
      count(input)
      return take(input)
    case .resized(let size):
      self.size = size
      settleLists()
      return []
    case .ticked:
      expire()
      return []
    case .libraryReadingStarted:
      tasks.readingStarted(hasRows: library.hasLoaded)
      return []
    case .libraryReadingEnded:
      tasks.readingEnded()
      return []
    case .listLoaded(let slot, let window, let serial):
      if slot != .queue { tasks.readingEnded() }
      return take(window, for: slot, serial: serial)
    case .mixBoardLoaded(let board, let serial):
      guard serial.map({ $0 == boardSerial }) ?? true else { return [] }
      mix = board
      assignedSlots = assignedSlots.filter { board[$0] == nil }
      return []
    case .templatesLoaded(let templates):
      take(templates)
      return []
    case .templatePreviewed(let preview, let serial):
      take(preview, serial: serial)
      return []
    case .templateFound(let name, let template, let target):
      return found(template, named: name, for: target)
    case .playlistsLoaded(let playlists, let folders):
      offer(playlists, folders)
      return []
    case .trackLoaded(let track, let entry): return receive(track, of: entry)
    case .analysisLoaded(let track, let analysis, let waveform):
      take(analysis, waveform, of: track)
      return []
    case .infoLoaded(let info):
      show(info)
      return []
    case .cuesLoaded(let track, let cues, let serial):
      if playing.track?.id == track { cueing.receive(cues, serial: serial) }
      return []
    case .cueListLoaded(let id, let track, let cues):
      take(cues, of: track, in: id)
      return []
    case .cueAdded(let cue, let track, let isNew):
      cueAdded(cue, to: track, isNew: isNew)
      return []
    case .libraryChanged: return libraryChanged()
    case .entryFactsLoaded(let facts):
      editEntries(facts)
      return []
    case .leftOutNamed(let tracks):
      listLeftOut(tracks)
      return []
    case .remainingLoaded(let playlist, let entry, let total):
      take(total, of: playlist, from: entry)
      return []
    case .relocationsFound(let plan):
      take(plan)
      return []
    case .relocated(let moves): return relocated(moves)
    case .fitsFound(let fits): return take(fits)
    case .arrangementFound(let arrangement):
      take(arrangement)
      return []
    case .arrangementProgressed(let playlist, let part):
      tasks.arrangingProgressed(playlist, part)
      return []
    case .arrangementFailed(let playlist, let text):
      answered(.arrangement)
      tasks.arrangingEnded(playlist)
      say(text, .bad)
      return []
    case .tracksToPlayFound(let tracks, let start, let serial):
      return answered(serial, .play(tracks, start: start))
    case .tracksToQueueFound(let tracks, let next, let serial):
      return answered(serial, .queue(tracks, next: next))
    case .tracksNotFound(let serial, let text):
      say(text, .bad)
      return apply(playing.perform(playing.requests.fail(serial), at: now))
    case .queueEditUndone(let edit): return apply(playing.undo(edit, at: now))
    case .queueEditRedone(let edit): return apply(playing.redo(edit, at: now))
    case .player(let report): return receive(report)
    case .replacedQueuesLoaded(let queues, let times):
      offer(queues, times: times)
      return []
    case .replacedQueueLoaded(let queue, let serial): return answered(serial, .bringBack(queue))
    case .unreadableListed(let files):
      list(files)
      return []
    case .streamRefused(let track, let title, let reason):
      return apply(playing.nameFault(title, reason) + playing.remove(track))
    case .rootsLoaded(let roots):
      offer(roots)
      return []
    case .faultNamed(let title, let reason):
      return apply(playing.nameFault(title, reason))
    case .soundLoaded(let id, let sound): return playing.receive(sound, of: id)
    case .tracksAdded(let addition, let slot):
      say(addition, slot: slot)
      return []
    case .slotFoundEmpty(let slot, let selection):
      return chooseListLate(for: slot, adding: selection)
    case .done(let notice):
      say(notice.text(keymap), .good)
      return []
    case .failed(let text):
      say(text, .bad)
      return []
    case .refused(let effect, let reason):
      failed(effect)
      refused(effect, reason)
      return []
    case .editEnded: return editEnded()
    case .playlistMade(let playlist):
      made(playlist)
      return []
    case .listFailed(let slot, let serial, let text):
      loadFailed(slot, serial: serial)
      say(text, .bad)
      return []
    case .playlistRenamed(let id, let name):
      if id == openPlaylist { openPlaylistName = name }
      say("Renamed to \(name)", .good)
      return []
    case .playlistChanged(let id, let name):
      if id == openPlaylist { openPlaylistName = name }
      say("Changed \(name)", .good)
      return []
    case .smartRefused(let smart, let isQuery, let reason):
      reopen(smart, isQuery: isQuery, reason)
      return []
    case .libraryRecovered(let aside, let backup):
      showRecovery(setAside: aside, backup: backup)
      return []
    case .scanProgressed(let progress):
      tasks.scanProgressed(progress)
      return []
    case .scanEnded(let progress): return scanEnded(progress)
    case .demoProgressed(let done, let total):
      tasks.demoProgressed(done, of: total)
      return []
    case .demoWritten(let folder):
      tasks.demoEnded()
      return [.scan([folder])]
    case .analysisProgressed(let progress):
      tasks.analysisProgressed(progress)
      return []
    case .importProgressed(let done, let total):
      tasks.importProgressed(done, of: total)
      return []
    case .importEnded(let outcome):
      finish(outcome)
      return []
    case .exportProposed(let id, let path, let format):
      propose(id, path, format: format)
      return []
    case .exportRefused(let id, let path, let format):
      refuseExport(id, path, format: format)
      return []
    case .pathsListed(let names, let serial):
      take(names, serial: serial)
      return []
    case .themesListed(let names):
      skins.listed(names)
      refreshSkinPicker()
      return []
    case .themeLoaded(let theme, let isPreview):
      skins.loaded(theme)
      if !isPreview { say("Skin: \(theme.name)") }
      return []
    case .soundRestored(let sound, let device):
      return audio.restore(sound, device: device)
    case .sessionRestored(let session, let queue): return restore(session, queue)
    case .startedWithoutMusic(let proposed, let demo):
      proposeMusic(proposed, demo: demo)
      return []
    case .pathsAdded(let tracks, let isComplete):
      return apply(playing.pathsAdded(tracks, isComplete: isComplete, at: now))
    case .playlistOpened(let playlist):
      open(playlist)
      return []
    }
  }

  private mutating func expire() {
    if let flash, flash.until <= now { self.flash = nil }
    playing.expire(at: now)
  }

  private mutating func libraryChanged() -> [Effect] {
    markListsStale()
    markPreviewStale()
    remaining?.isStale = true
    return [loadMixBoard()] + refreshedTemplates + staleCueLists() + staleFits + playing.reload()
  }

  package mutating func loadMixBoard() -> Effect {
    loadSerial += 1
    boardSerial = loadSerial
    return .loadMixBoard(serial: boardSerial)
  }

  private mutating func scanEnded(_ progress: ScanProgress?) -> [Effect] {
    tasks.scanEnded()
    markListsStale()
    guard let progress else {
      if firstRun != nil, library.count == 0 { reopenFirstRun() }
      return []
    }
    let total = progress.added + progress.updated + progress.unchanged
    guard total > 0 else {
      let unreadable =
        progress.failed > 0
        ? "; \(counted(progress.failed, "file")) could not be read (:unreadable)" : ""
      say("No music was found there" + unreadable, .bad)
      if firstRun != nil, library.count == 0 { reopenFirstRun() }
      return []
    }
    var parts: [String] = []
    if progress.added > 0 { parts.append("\(counted(progress.added, "new track"))") }
    if progress.updated > 0 { parts.append("\(progress.updated) changed") }
    if progress.moved > 0 { parts.append("\(progress.moved) moved") }
    if progress.missing > 0 { parts.append("\(progress.missing) missing") }
    if progress.offline > 0 { parts.append("\(counted(progress.offline, "folder")) not there") }
    if progress.failed > 0 {
      parts.append("\(progress.failed) unreadable (:unreadable lists them)")
    }
    say("Library is up to date: " + (parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")))
    return []
  }

  private mutating func say(_ addition: Addition, slot: MixSlot?) {
    if let slot { flash = SlotFlash(slot: slot, until: now.advanced(by: .milliseconds(450))) }
    let what = addition.title.map { "“\($0)”" } ?? counted(addition.added, "track")
    noteLeftOut(addition)
    let place = addition.playlist + (slot.map { " (slot \($0.rawValue))" } ?? "")
    // A slot's key is pressed in passing, and says no more than it has to.
    let isOffered = slot == nil && leftOut != nil
    let (it, them) =
      isOffered ? ("; :add-again adds it again", "; :add-again adds them again") : ("", "")
    switch (addition.added, addition.alreadyThere) {
    case (0, 0): say("Nothing to add")
    case (0, 1): say("\(addition.title == nil ? "It" : what) is already in \(place)\(it)")
    case (0, let there): say("All \(there) are already in \(place)\(them)")
    case (_, 0): say("Added \(what) to \(place)", .good)
    case (let added, let there):
      say(
        "Added \(counted(added, "track")) to \(place), \(there) were already there"
          + (there == 1 ? it : them), .good)
    }
  }

  func counted(_ count: Int, _ noun: String) -> String {
    "\(count.grouped) \(noun)" + (count == 1 ? "" : "s")
  }

  /// While someone is at the keys or music plays, what other processes did shows soon; an idle
  /// player asks for nothing.
  private mutating func dueLook(after event: Event) -> [Effect] {
    switch event {
    case .input, .ticked: break
    default: return []
    }
    return polling.takeDue(at: now) ? [.noticeChanges] : []
  }

  /// The place is saved while it changes, and the moment it stops changing.
  private mutating func dueSavings() -> [Effect] {
    saving.isDue(at: now) ? [savePlace()] : []
  }

  mutating func savePlace() -> Effect {
    saving.saved(at: now, isPlaying: isPlaying)
    return .savePlace(session)
  }
}

extension Event {
  fileprivate var isInput: Bool { if case .input = self { true } else { false } }
}

extension Int {
  /// With a comma between thousands.
  package var grouped: String {
    var digits = Array(String(magnitude))
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: index)
      index -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
