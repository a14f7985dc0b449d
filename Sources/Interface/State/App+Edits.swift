import Music

// Edits of playlists and slots: what each command asks the library for.
extension App {
  mutating func removeChosen() -> [Effect] {
    if focus == .mix {
      guard mix[selectedSlot] != nil else { return [] }
      return [.edit(.playlists(.assignSlot(selectedSlot, nil, adding: nil)))]
    }
    guard focus == .playlists, let list = focusedList else {
      if focus == .library {
        say("Files are never deleted here; \(key(.row(.remove))) works in playlists and queue")
      }
      return []
    }
    if showsQueue {
      let indices = Set(chosenOfQueue)
      queueList.marks = Marks()
      guard !indices.isEmpty else { return [] }
      let removed = indices.count.counted("track")
      say(
        indices.count == 1
          ? "Removed; \(key(.undo)) brings it back"
          : "Removed \(removed); \(key(.undo)) brings them back")
      return editQueue("removed \(removed) from the queue") {
        $0.remove(at: indices)
      }
    }
    let (rows, items, whole) = (list.chosen, chosenItems, selection)
    focusedList?.marks = Marks()
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

  /// A new playlist is selected among the others where these are what is worked with.
  mutating func made(_ playlist: Playlist) {
    let kind = playlist.smart == nil ? "playlist" : "smart playlist"
    say("Made the \(kind) \(playlist.name)", .good)
    guard focus == .playlists || playlists.count == 1 else { return }
    if focus == .playlists {
      showsQueue = false
      while playlists.count > 1 { playlists.removeLast() }
    }
    playlists[0].select(.playlist(playlist.id))
  }

  /// Opens the form of what the cursor is on.
  mutating func edit() -> [Effect] {
    if let form = refusedForm {
      refusedForm = nil
      overlays.append(.form(form))
      return []
    }
    if case .playlistFolder = focusedList?.selectedRow {
      renamePlaylist()
      return []
    }
    if let playlist = selectedPlaylist ?? openSmart, let query = playlist.smart {
      editSmart(playlist, query)
      return []
    }
    if let editedEntries {
      expect(.entryForm)
      return [.load(.entryFacts(editedEntries))]
    }
    if let playlist = selectedPlaylist {
      editPlaylist(playlist)
    } else {
      say("Select a playlist, or an entry of one, to edit it")
    }
    return []
  }

  var selectedPlaylist: Playlist? {
    switch focus {
    case .mix: return mix[selectedSlot]
    case .playlists:
      if case .playlist(let node) = side.selectedRow { return node.playlist }
      return nil
    case .library, .nowPlaying: return nil
    }
  }

  mutating func renamePlaylist() {
    if focus == .playlists, case .playlistFolder(let folder, _) = side.selectedRow {
      overlays.append(.prompt(Prompt(.renameFolder(folder.id), text: folder.name)))
    } else if let playlist = selectedPlaylist {
      overlays.append(.prompt(Prompt(.renamePlaylist(playlist.id), text: playlist.name)))
    } else if focus == .playlists, let id = openPlaylist {
      overlays.append(.prompt(Prompt(.renamePlaylist(id), text: openPlaylistName ?? "")))
    } else {
      say("Select a playlist to rename it")
    }
  }

  /// A note is for all that is selected; what the row under the cursor says is where it begins.
  mutating func editNote() {
    guard let selection else { return say("Select a track to write a note on it") }
    overlays.append(.prompt(Prompt(.note(selection), text: focusedTrack?.notes ?? "")))
  }
}
