import Music
package import Screen

// Keys about the row at the cursor wait for its rows; where these do not come, the keys do nothing
// and say so.
extension App {
  static let unsettled = "The list is still being read"
  private static let unwritten = "The edit before is still being written"

  /// Whether the rows of the focused list are on their way, or lack an edit that was asked for.
  package var awaitsRows: Bool {
    guard let list = focusedList else { return actsOnPlaying && edits.isPlayingEdited }
    return list.isLoading && !(list.isSettled && showsRowOfCursor) || list.edited != nil
  }

  /// Whether an input waits for rows or a window that the keys before it have asked for.
  package func awaits(before input: Input) -> Bool {
    if awaitsWindow { return true }
    // The mouse points at rows that show.
    guard case .key(let key) = input else { return false }
    return switch rowUse(of: key) {
    case .none: false
    case .move: focusedList.map { $0.isLoading && !$0.isSettled } ?? false
    case .row where actsOnPlaying && playsRow: library.isLoading && !library.isSettled
    case .row, .contents: awaitsRows
    }
  }

  /// Whether the key that plays means the row at the cursor, since nothing else is there to play.
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

  /// Whether the row at the cursor of the queue is at hand with what it says; which item it is is
  /// known without.
  private var showsRowOfCursor: Bool {
    guard let list = focusedList, list.content == .queue else { return true }
    return list.selectedRow?.id == queueCursor.map(RowID.queueItem)
  }

  /// Why a command cannot be meant for the row at the cursor; nil where it can.
  func reasonToWait(with command: Command) -> String? {
    guard let list = focusedList else {
      return actsOnPlaying && edits.isPlayingEdited && command.rowUse == .contents
        ? App.unwritten : nil
    }
    switch command.rowUse {
    case .none, .move: return nil
    case .row: return list.isSettled ? nil : App.unsettled
    case .contents:
      guard list.isSettled, command == .row(.remove) || showsRowOfCursor else {
        return App.unsettled
      }
      let isEdited = list.edited.map { !$0.isDisjoint(with: list.chosen) } ?? false
      return isEdited ? App.unwritten : nil
    }
  }

  /// A key that could not be done: those that were typed behind it were meant for what it would
  /// have led to.
  mutating func refuseTyped(_ reason: String) -> [Effect] {
    say(reason)
    return [.terminal(.forgetTypedAhead)]
  }

  // MARK: Edits

  /// The rows at hand of every list lack the edits that are asked for now.
  mutating func noteEdits(_ effects: [Effect]) {
    let count = effects.count(where: \.isEdit)
    guard count > 0 else { return }
    edits.begin(count)
    browsing.noteEdit()
  }

  /// Rows that are asked for from now on show the edit, or that it could not be made.
  mutating func editEnded() -> [Effect] {
    edits.end()
    guard edits.isEmpty else { return [] }
    // Lists that were left meanwhile, too.
    browsing.markStale()
    guard edits.isPlayingEdited, let load = playing.reloadTrack else {
      edits.loadedPlaying()
      return []
    }
    return [load]
  }
}
