import Music

// Edits of playlists and slots: from commands to effects.
extension App {
  /// Removes the selected rows of the playlists pane.
  mutating func removeRows() -> [Effect] {
    guard let list = focusedList else { return [] }
    if showsQueue {
      let indices = Set(chosenOfQueue)
      browsing.clearMarks()
      return indices.isEmpty ? [] : removeFromQueue(indices)
    }
    let (rows, items, whole) = (list.chosen, chosenItems, selection)
    browsing.clearMarks()
    if let smart = openSmart { return refuseSmart(smart) }
    if list.marks.isInverted {
      guard openPlaylist != nil, let whole else {
        say("Mark the playlists to delete one by one")
        return []
      }
      return [.edit(.entries(.removeSelected(whole)))]
    }
    let hasGroups = rows.contains { if case .group = $0 { true } else { false } }
    if hasGroups, openPlaylist != nil {
      return [.edit(.entries(.removeSelected(.rows(rows, list.query))))]
    }
    let entries = rows.compactMap { row -> EntryID? in
      if case .entry(let id) = row { id } else { nil }
    }
    if let items { return [.edit(.playlists(.delete(items)))] }
    return entries.isEmpty ? [] : [.edit(.entries(.remove(entries)))]
  }

  mutating func removeFromQueue(_ indices: Set<Int>) -> [Effect] {
    let removed = indices.count.counted("track")
    say(
      indices.count == 1
        ? "Removed; \(key(.undo)) brings it back"
        : "Removed \(removed); \(key(.undo)) brings them back")
    return editQueue("removed \(removed) from the queue") { $0.remove(at: indices) }
  }

  mutating func created(_ playlist: Playlist) {
    let kind = playlist.smart == nil ? "playlist" : "smart playlist"
    say("Made the \(kind) \(playlist.name)", .good)
    browsing.selectNew(playlist.id)
  }

  /// Opens the form of the cursor's row.
  mutating func edit() -> [Effect] {
    if windows.reopen(.smartForm) { return [] }
    if focus == .nowPlaying, showsComments { return editComment() }
    if case .playlistFolder = focusedList?.selectedRow {
      renamePlaylist()
      return []
    }
    if let playlist = selectedPlaylist ?? openSmart, let query = playlist.smart {
      editSmart(playlist, query)
      return []
    }
    if let editedEntries {
      windows.expect(.entryForm)
      return [.load(.entryFacts(editedEntries))]
    }
    if let playlist = selectedPlaylist {
      editPlaylist(playlist)
    } else {
      say("Select a playlist, or an entry of one, to edit it")
    }
    return []
  }

  var selectedPlaylist: Playlist? { focus.content.playlist(in: self) }

  mutating func renamePlaylist() {
    if case .playlistFolder(let folder, _) = focusedList?.selectedRow {
      windows.open(.prompt(Prompt(.renameFolder(folder.id), text: folder.name)))
    } else if let playlist = selectedPlaylist {
      windows.open(.prompt(Prompt(.renamePlaylist(playlist.id), text: playlist.name)))
    } else if let id = focusedPlaylist {
      windows.open(.prompt(Prompt(.renamePlaylist(id), text: openPlaylistName ?? "")))
    } else {
      say("Select a playlist to rename it")
    }
  }

  /// The note is for the whole selection and starts with that of the cursor's row.
  mutating func editNote() {
    guard let selection else { return say("Select a track to write a note on it") }
    windows.open(.prompt(Prompt(.note(selection), text: focusedTrack?.notes ?? "")))
  }
}
