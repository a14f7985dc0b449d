import Music
package import Screen

// Keys about the row at the cursor wait for its rows to load; where loading fails, the keys only
// report that.
extension App {
  static let stillLoading = "The list is still being read"
  private static let unwritten = "The edit before is still being written"

  /// Whether the focused list is loading, or its rows lack a pending edit.
  package var awaitsRows: Bool {
    if browsing.isShelfFocused { return browsing.shelf.awaitsRow }
    guard let list = focusedList else { return actsOnPlaying && edits.isPlayingEdited }
    return list.isLoading && !(list.isCursorFinal && showsRowOfCursor) || list.edited != nil
  }

  /// Whether visible rows, the mix slots, or the current track in its pane lack an edit.
  package var awaitsEdit: Bool {
    browsing.visibleSlots.contains { browsing[$0].edited != nil } || mixSlots.isLoading
      || focusedList == nil && actsOnPlaying && edits.isPlayingEdited
  }

  /// Whether an input waits for rows, a window or completions requested by the keys before it.
  package func awaits(before input: Input) -> Bool {
    if awaitsWindow { return true }
    // Elsewhere the mouse points at visible rows.
    guard let key = keys(of: input).first else { return false }
    if key.code == .tab, awaitsCompletions { return true }
    return switch rowUse(of: key) {
    case .none: false
    case .move: focusedList.map { $0.isLoading && !$0.isCursorFinal } ?? false
    case .row where actsOnPlaying && playsRow: library.isLoading && !library.isCursorFinal
    case .row, .contents: awaitsRows
    }
  }

  /// Whether the play key plays the row at the cursor, since nothing else can be played.
  private var playsRow: Bool {
    guard case .stopped = player else { return false }
    return queue.current == nil && queue.skipTarget == nil
  }

  private func rowUse(of key: Key) -> Command.RowUse {
    if let window = overlays.last?.window { return window.rowUse(of: key, in: self) }
    guard case .command(let command) = keymap.match(terminal.pendingKeys + [key], in: focus) else {
      return .none
    }
    return command == .playing(.playPause) && playsRow ? .row : command.rowUse
  }

  /// Whether the contents of the queue's row at the cursor are loaded; its item is known anyway.
  private var showsRowOfCursor: Bool {
    guard let list = focusedList, list.content == .queue else { return true }
    return list.selectedRow?.id == queueCursor.map(RowID.queueItem)
  }

  /// Why a command cannot use the row at the cursor; nil where it can.
  func reasonToWait(with command: Command) -> String? {
    guard let list = focusedList else {
      if browsing.isShelfFocused, command.rowUse == .row, browsing.shelf.awaitsRow {
        return App.stillLoading
      }
      return actsOnPlaying && edits.isPlayingEdited && command.rowUse == .contents
        ? App.unwritten : nil
    }
    switch command.rowUse {
    case .none, .move: return nil
    case .row: return list.isCursorFinal ? nil : App.stillLoading
    case .contents:
      guard list.isCursorFinal, command == .row(.remove) || showsRowOfCursor else {
        return App.stillLoading
      }
      let isEdited = list.edited.map { !$0.isDisjoint(with: list.chosen) } ?? false
      return isEdited ? App.unwritten : nil
    }
  }

  /// Refuses a key; the keys typed ahead relied on its result and are dropped.
  mutating func refuseTyped(_ reason: String) -> [Effect] {
    say(reason)
    return [.terminal(.forgetTypedAhead)]
  }

  // MARK: Edits

  /// The loaded rows of every list lack the edits requested now.
  mutating func noteEdits(_ effects: [Effect]) {
    let count = effects.flatMap(\.carriedOut).count(where: \.isEdit)
    guard count > 0 else { return }
    edits.begin(count)
    browsing.noteEdit()
  }

  /// Rows requested from now on show the edit, or that it failed.
  mutating func editEnded() -> [Effect] {
    edits.end()
    // Commands typed ahead are completed from what the edit left.
    labels.libraryChanged()
    // Where edit follows edit, rows that are on their way come before others are asked for.
    guard edits.isEmpty || focusedList?.isLoading != true || !edits.hold(at: now) else { return [] }
    // The rows of lists, which a key may wait for, come before what shows beside them.
    let changes = libraryChanged()
    let effects = missingLoads() + changes
    // Else the answer about the current track ends its edit.
    if playing.reloadTrack == nil { edits.loadedPlaying() }
    return effects
  }
}
