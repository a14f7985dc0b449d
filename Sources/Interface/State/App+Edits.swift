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

  mutating func moveEntries(by step: Int) -> [Effect] {
    guard focus == .playlists, let list = focusedList, let row = list.selectedRow else { return [] }
    if showsQueue {
      let target = list.selected + step
      guard queue.tracks.indices.contains(target) else { return [] }
      queue.move(from: list.selected, to: target)
      queueList.anchor = nil
      move(by: step)
      return queueChanged()
    }
    guard let playlist = openPlaylist, case .entry = row.id, !list.marks.isInverted else {
      return []
    }
    let chosen = Set(list.chosen)
    let places = list.window.rows.compactMap { row -> (EntryID, Int)? in
      guard case .entry(let id, let position, _, _, _) = row, chosen.contains(row.id) else {
        return nil
      }
      return (id, position - 1)
    }
    guard let first = places.map(\.1).min() else { return [] }
    return [.moveEntries(places.map(\.0), of: playlist, to: max(0, first + step))]
  }

  /// Opens the form of what the cursor is on.
  mutating func edit() {
    guard let playlist = selectedPlaylist else { return say("Select a playlist to edit it") }
    editPlaylist(playlist)
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
