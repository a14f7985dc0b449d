import Music

// Edits of playlists and slots: what each command asks the library for.
extension App {
  mutating func removeChosen() -> [Effect] {
    if focus == .mix {
      guard mix[selectedSlot] != nil else { return [] }
      return [.assignSlot(selectedSlot, nil, adding: nil)]
    }
    guard focus == .playlists, let list = focusedList else {
      if focus == .library { say("Files are never deleted here; d works in playlists and queue") }
      return []
    }
    let (rows, indices, whole) = (list.chosen, chosenOfQueue, selection)
    focusedList?.marks = Marks()
    if showsQueue {
      queue.remove(at: Set(indices))
      return queueChanged()
    }
    if list.marks.isInverted {
      guard openPlaylist != nil, let whole else {
        say("Mark the playlists to delete one by one")
        return []
      }
      return [.removeAll(whole)]
    }
    let playlists = rows.compactMap { row -> Effect? in
      if case .playlist(let id) = row { .deletePlaylist(id) } else { nil }
    }
    let entries = rows.compactMap { row -> EntryID? in
      if case .entry(let id) = row { id } else { nil }
    }
    return playlists + (entries.isEmpty ? [] : [.removeEntries(entries)])
  }

  /// A cue is set where it is heard, not where the decoder is.
  mutating func dropCue() -> [Effect] {
    guard let id = player.item, player.clock != nil else {
      say("Nothing plays")
      return []
    }
    return [.addCue(id.track, at: positionInFile)]
  }

  /// Opens the form of what the cursor is on.
  mutating func edit() -> [Effect] {
    if let editedEntries { return [.loadEntryFacts(editedEntries)] }
    if let playlist = selectedPlaylist {
      editPlaylist(playlist)
    } else {
      say("Select a playlist, or an entry of one, to edit it")
    }
    return []
  }

  private var selectedPlaylist: Playlist? {
    switch focus {
    case .mix: return mix[selectedSlot]
    case .playlists:
      if case .playlist(let playlist, _, _) = side.selectedRow { return playlist }
      return nil
    case .library, .nowPlaying: return nil
    }
  }

  mutating func renamePlaylist() {
    if let playlist = selectedPlaylist {
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

  private var groupedPlaylist: PlaylistID? {
    if focus == .mix { return mix[selectedSlot]?.id }
    return openPlaylist ?? selectedPlaylist?.id
  }

  mutating func chooseTemplate() {
    guard let id = groupedPlaylist else {
      return say("Open a playlist to group it")
    }
    let presets = GroupTemplate.presets.map {
      Picker.Choice($0.name, detail: $0.template.source, .template($0.template))
    }
    let own = Picker.Choice("A template of your own…", .ownTemplate)
    overlays.append(
      .picker(Picker(.template(id), title: "Group the playlist by", choices: presets + [own])))
  }

  mutating func group(by text: String) -> [Effect] {
    guard let id = groupedPlaylist else {
      say("Open a playlist to group it")
      return []
    }
    do {
      return [.setTemplate(id, try GroupTemplate(text))]
    } catch {
      say("Column \(error.column): \(error.reason)", .bad)
      return []
    }
  }
}
