import Music
import Screen

// Commands: their changes to the state, and the effects they need.
extension App {
  /// Executes a command, unless its row has not been loaded yet.
  mutating func perform(_ command: Command) -> [Effect] {
    if let reason = reasonToWait(with: command) { return refuseTyped(reason) }
    let rows = command.rowUse == .contents ? focusedList?.chosen ?? [] : []
    let slot = browsing.focusedSlot
    let hint = hint(usedBy: command)
    let effects = performSettled(command)
    if let hint { use(hint) }
    guard effects.contains(where: \.isEdit) else { return effects }
    if let slot { browsing[slot].noteEdit(of: rows) }
    if actsOnPlaying { edits.editPlaying(isLoaded: playing.track != nil) }
    return effects
  }

  private mutating func performSettled(_ command: Command) -> [Effect] {
    if !Command.movesOfEntries.contains(command) { playing.endMove() }
    switch command {
    case .playing(let command): return performPlaying(command)
    case .move(let command): return performMove(command)
    case .pane(let command): return performPane(command)
    case .list(let command): return performList(command)
    case .slot(let command): return performSlot(command)
    case .queue(let command): return performQueue(command)
    case .row(let command): return performRow(command)
    case .track(let command): return performTrack(command)
    case .label(let command): return performLabel(command)
    case .variation(let command): return performVariation(command)
    case .comment(let command): return performSharedComment(command) ?? performComment(command)
    case .skin(let command): return performSkin(command)
    case .library(let command): return performLibrary(command)
    case .sound(let command): return performSound(command)
    case .playlist(let command): return perform(command)
    case .changeEntry(let command): return changeEntry(command)
    case .template(let command): return performTemplate(command)
    case .mixing(let command): return performMixing(command)
    case .cue(let command): return performCue(command)
    case .finding(let command): return performFinding(command)
    case .lyrics(let command): return performLyrics(command)
    case .analysis(let control): return performAnalysis(control)
    case .exchange(let command): return performExchange(command)
    case .settings(let command): return performSettings(command)
    case .build(let command): return performBuild(command)
    case .device(let command): return performDevice(command)
    case .book(let command): return performBook(command)
    case .server(let command): return performServer(command)
    case .shared(let command): return performShared(command)
    case .hints(let isOn): showHints(isOn)
    case .undo: return [.history(.undo)]
    case .redo: return [.history(.redo)]
    case .commandLine: windows.open(.prompt(Prompt(.command)))
    case .help: openHelp()
    case .keys: openKeys()
    case .cancel:
      if tasks.importing != nil { return [.exchange(.cancelImport)] }
      if tasks.adding != nil { return [.library(.cancelAdding)] }
      if tasks.arranging != nil { return cancelArranging() }
      let hasView =
        browsing.largeMix != nil || browsing.cancels || browsing.fullScreen != nil
      if building.canStop, !hasView { return stopBuild() }
      if syncing.canStop, !hasView { return stopSync() }
      if servers.downloads.canCancel, !hasView { return cancelDownloads() }
      if browsing.largeMix != nil, !browsing.cancels { browsing.closeLarge() }
      if browsing.fullScreen == nil { browsing.cancel() } else { toggleFullScreen() }
      messages.clear()
    case .redraw: return [.terminal(.redraw)]
    case .leave(let mayEndMusic): return leave(mayEndMusic: mayEndMusic)
    case .quit:
      return keepBookAtEnd() + [.session(.saveQueue(queue)), saveSession(), .terminal(.quit)]
    }
    return []
  }

  func withSelection(_ effects: (Selection) -> [Effect]) -> [Effect] {
    selection.map(effects) ?? []
  }

  /// Whether commands are about the current track.
  var actsOnPlaying: Bool { focus.content.actsOnPlaying }

  /// The single track under the cursor or playing, for commands that need one at once.
  var focusedTrack: Track? {
    actsOnPlaying ? playing.track : focusedList?.selectedRow?.track
  }
}

extension Command {
  /// Keys that continue a move of the same entry.
  fileprivate static let movesOfEntries: [Command] = [
    .row(.moveUp), .row(.moveDown), .row(.moveToTop), .row(.moveToBottom),
  ]
}
