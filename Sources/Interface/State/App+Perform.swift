import Music
import Screen

// Commands: the changes that each makes to the state, and the effects that it asks for.
extension App {
  /// Does what a command says, unless it is about a row that is not known yet.
  mutating func perform(_ command: Command) -> [Effect] {
    if let reason = reasonToWait(with: command) { return refuseTyped(reason) }
    let rows = command.rowUse == .contents ? focusedList?.chosen ?? [] : []
    let slot = focusedSlot
    let effects = performSettled(command)
    guard effects.contains(where: \.isEdit) else { return effects }
    if let slot { self[slot].edited = (self[slot].edited ?? []).union(rows) }
    if focus == .nowPlaying { isPlayingEdited = playing.track != nil }
    return effects
  }

  private mutating func performSettled(_ command: Command) -> [Effect] {
    if !Command.movesOfEntries.contains(command) { playing.edits.endMove() }
    switch command {
    case .playPause, .stop, .nextTrack, .previousTrack, .seek, .seekTo, .changeVolume, .setVolume,
      .mute, .shuffle, .cycleRepeat:
      return performPlaying(command)
    case .sound(let command): return performSound(command)
    case .exchange(let command): return performExchange(command)
    case .analysis(let control): return performAnalysis(control)
    case .openStream(let address):
      return [.openStream(address, serial: playing.requests.ask(replacesQueue: true))]
    case .openPath(let path):
      return [.openPath(FilePath(path), serial: playing.requests.ask(replacesQueue: true))]
    case .nextPane: cycleFocus(by: 1)
    case .previousPane: cycleFocus(by: -1)
    case .focus(let pane):
      dropMessage()
      focus = pane
    case .nextTab: return changeTab(by: 1)
    case .previousTab: return changeTab(by: -1)
    case .browse(let mode):
      focus = .library
      self.mode = mode
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -pageHeight)
    case .pageDown: move(by: pageHeight)
    case .top: move(toRow: 0)
    case .bottom: move(toRow: .max)
    case .activate: return activate()
    case .back: goBack()
    case .goToPlaying: goToPlaying()
    case .filter: openFilter()
    case .searchLibrary:
      focus = .library
      mode = .songs
      openFilter()
    case .nextMatch:
      if isFiltered { move(by: 1) } else { say("Nothing is filtered; \(key(.filter)) filters") }
    case .previousMatch:
      if isFiltered { move(by: -1) } else { return perform(.editNote) }
    case .nextSort: sortByNext()
    case .sort(let column): sort(by: column)
    case .reverseSort: reverseSort()
    case .cancel:
      if tasks.importing != nil { return [.cancelImport] }
      if tasks.arranging != nil { return cancelArranging() }
      cancel()
    case .addToSlot(let slot): return add(to: slot)
    case .assignSlot(let slot): return chooseList(for: slot, adding: nil)
    case .assignSelectedSlot: return chooseList(for: selectedSlot, adding: nil)
    case .emptySlot(let slot):
      assignedSlots.remove(slot)
      return [.assignSlot(slot, nil, adding: nil)]
    case .addToPlaylist: return chooseList(toAdd: selection)
    case .queueLast: return findTracksToQueue(next: false)
    case .queueNext: return findTracksToQueue(next: true)
    case .saveQueue: askForQueueName()
    case .saveQueueAs(let name): return saveQueue(as: name)
    case .listQueues:
      expect(.queues)
      return [.loadReplacedQueues]
    case .mark: toggleMark()
    case .markAll: toggleAllMarks()
    case .remove: return removeChosen()
    case .moveDown: return moveEntries(.by(1))
    case .moveUp: return moveEntries(.by(-1))
    case .moveToTop: return moveEntries(.top)
    case .moveToBottom: return moveEntries(.bottom)
    case .addAgain: return addAgain()
    case .relocate(let folder): return findRelocations(in: folder)
    case .newPlaylist: overlays.append(.prompt(Prompt(.newPlaylist)))
    case .renamePlaylist: renamePlaylist()
    case .chooseTemplate: return chooseTemplate()
    case .groupBy(let text): return useTemplate(text)
    case .template(let command): return performTemplate(command)
    case .edit: return edit()
    case .playlist(let command): return perform(command)
    case .mixing(let command): return performMixing(command)
    case .changeEntry(let command): return changeEntry(command)
    case .cycleRating: return cycleRating()
    case .rate(let stars): return withSelection { [.setRating(Rating(stars: stars), $0)] }
    case .react:
      let next = (focusedTrack?.reaction ?? .none).next
      return withSelection { [.setReaction(next, $0)] }
    case .color(let name): return withSelection { [.setColor(name, $0)] }
    case .editNote: editNote()
    case .writeNote(let text): return withSelection { [.setNotes(text, $0)] }
    case .dropCue: return dropCue(.marker)
    case .cue(let command): return performCue(command)
    case .listCues: return listCues()
    case .finding(let command): return performFinding(command)
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .nextSkin: return nextSkin()
    case .chooseSkin: return chooseSkin()
    case .skin(let name): return [.loadTheme(name, isPreview: false)]
    case .update:
      say("Looking for new and changed files…")
      return [.scan(nil)]
    case .scan(let path): return [.scan([FilePath(path)])]
    case .listRoots:
      expect(.roots)
      return [.loadRoots]
    case .addFolder: overlays.append(.prompt(Prompt(.musicFolder)))
    case .forgetMissing:
      let marked = focusedList?.marks.isEmpty == false ? selection : nil
      focusedList?.marks = Marks()
      return [.forgetMissing(marked)]
    case .duplicates:
      (focus, mode) = (.library, .songs)
      while pop() {}
      push(ListQuery(.duplicates))
    case .unreadable:
      expect(.unreadable)
      return [.listUnreadable]
    case .watch(let isOn):
      say(
        isOn
          ? "Changes in the folders show by themselves"
          : "Changes show after \(key(.update)) or a scan")
      return [.setWatching(isOn)]
    case .writeDemo:
      say("Writing a demo crate…")
      return [.writeDemo(FilePath(""))]
    case .commandLine: overlays.append(.prompt(Prompt(.command)))
    case .help: openHelp()
    case .redraw: return [.redraw]
    case .quit: return [.saveQueue(queue), savePlace(), .quit]
    }
    return []
  }

  private mutating func cycleFocus(by step: Int) {
    dropMessage()
    let index = Pane.allCases.firstIndex(of: focus) ?? 0
    focus = Pane.allCases[(index + step + Pane.allCases.count) % Pane.allCases.count]
  }

  private mutating func changeTab(by step: Int) -> [Effect] {
    switch focus {
    case .library:
      let index = BrowseMode.allCases.firstIndex(of: mode) ?? 0
      let count = BrowseMode.allCases.count
      mode = BrowseMode.allCases[(index + step + count) % count]
      settleLists()
    case .playlists:
      showsQueue.toggle()
      settleLists()
    case .nowPlaying, .mix: break
    }
    return []
  }

  /// What was said of another pane makes room for the keys of this one, unless it went wrong.
  private mutating func dropMessage() {
    if let message, message.kind != .bad { messages.clear() }
  }

  /// Enter: goes into what has something inside, and plays what is a track.
  private mutating func activate() -> [Effect] {
    switch focus {
    case .nowPlaying: return performPlaying(.playPause)
    case .mix:
      guard let playlist = mix[selectedSlot] else {
        return chooseList(for: selectedSlot, adding: nil)
      }
      open(playlist)
      return []
    case .playlists where showsQueue: return playFromQueue()
    case .library, .playlists:
      guard let list = focusedList else { return [] }
      guard let row = list.selectedRow else {
        if focus == .library, tasks.scan != nil { playsWhenFound = inputs }
        return []
      }
      switch row {
      case .folder(let path, _, _, _): push(ListQuery(.folder(path)))
      case .artist(let name, _, _, _): push(ListQuery(.artist(name)))
      case .album(let key, _, _, _): push(ListQuery(.album(key)))
      case .genre(let name, _, _): push(ListQuery(.genre(name)))
      case .list(let list, _, _):
        push(ListQuery(.smart(list), sort: list.sort, isDescending: list.isDescending))
      case .playlist(let playlist, _, _): open(playlist)
      case .playlistFolder(let folder, _): return toggle(folder)
      case .track, .entry, .queueItem:
        return findTracksToPlay(.rows([], list.query), start: row.id)
      case .group:
        return findTracksToPlay(.rows([row.id], list.query), start: nil)
      }
      return []
    }
  }

  /// Plays what is selected in the library from another pane, which keeps the focus.
  mutating func playLibraryRow() -> [Effect] {
    guard library.isSettled || !library.isLoading else { return refuseTyped(App.unsettled) }
    guard let row = library.selectedRow else {
      say("Nothing is selected in the library")
      return []
    }
    if row.track != nil {
      return findTracksToPlay(.rows([], library.query), start: row.id)
    }
    return findTracksToPlay(.rows([row.id], library.query), start: nil)
  }

  mutating func open(_ playlist: Playlist) {
    focus = .playlists
    showsQueue = false
    while playlists.count > 1 { playlists.removeLast() }
    // Whoever goes back finds the cursor on what was open.
    playlists[0].select(.playlist(playlist.id))
    playlists.append(ListState(groups.applied(to: ListQuery(.playlist(playlist.id)))))
    openPlaylistName = playlist.name
  }

  private mutating func goBack() {
    if isFiltered {
      setFilter("")
      return
    }
    if !pop(), focus != .library { focus = .library }
  }

  private var isFiltered: Bool { !(focusedList?.query.filter.isEmpty ?? true) }

  private mutating func cancel() {
    if focusedList?.marks.isEmpty == false {
      focusedList?.marks = Marks()
    } else if isFiltered {
      setFilter("")
    }
    messages.clear()
  }

  private mutating func openFilter() {
    if focusedList == nil { focus = .library }
    guard focusedList?.content != .queue else {
      say("The queue cannot be filtered")
      return
    }
    overlays.append(.prompt(Prompt(.filter, text: focusedList?.query.filter ?? "")))
  }

  /// Shows the track that plays in the library's songs, whatever was shown before.
  private mutating func goToPlaying() {
    guard let track = player.item?.track else { return say("Nothing plays") }
    focus = .library
    mode = .songs
    while library.query.source != .songs, pop() {}
    if !library.query.filter.isEmpty { setFilter("") }
    library.anchor = .track(track)
    library.isStale = true
  }

  private mutating func toggleMark() {
    guard var list = focusedList,
      let row = list.content == .queue ? queueCursor.map(RowID.queueItem) : list.selectedRow?.id
    else { return }
    list.marks.toggle(row)
    focusedList = list
    move(by: 1)
  }

  private mutating func toggleAllMarks() {
    guard var list = focusedList, list.count > 0 else { return }
    list.marks = list.marks.isInverted ? Marks() : .all
    focusedList = list
    say(list.marks.isEmpty ? "Nothing is marked" : "All \(counted(list.count, "row")) are marked")
  }

  func withSelection(_ effects: (Selection) -> [Effect]) -> [Effect] {
    selection.map(effects) ?? []
  }

  /// The one track under the cursor or playing, for commands that ask what there is now.
  var focusedTrack: Track? {
    focus == .nowPlaying ? playing.track : focusedList?.selectedRow?.track
  }

  private mutating func add(to slot: MixSlot) -> [Effect] {
    guard let selection else {
      say(focus == .nowPlaying ? "Nothing plays" : "Nothing is selected")
      return []
    }
    guard mix[slot] != nil || assignedSlots.contains(slot) else {
      // The marks stay until a playlist is chosen.
      return chooseList(for: slot, adding: selection)
    }
    focusedList?.marks = Marks()
    expect(.slot)
    return [.addToSlot(slot, selection)]
  }

  private mutating func cycleRating() -> [Effect] {
    let stars = focusedTrack?.rating.stars ?? 0
    return perform(.rate(stars == 5 ? 0 : stars + 1))
  }
}

extension Command {
  /// Keys that go on with what the one before them moved.
  fileprivate static let movesOfEntries: [Command] = [
    .moveUp, .moveDown, .moveToTop, .moveToBottom,
  ]
}
