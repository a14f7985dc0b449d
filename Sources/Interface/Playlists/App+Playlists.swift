import Music

// Playlists and their folders as a whole: from commands to effects.
extension App {
  mutating func perform(_ command: PlaylistCommand) -> [Effect] {
    switch command {
    case .new: windows.open(.prompt(Prompt(.newPlaylist)))
    case .rename: renamePlaylist()
    case .addTracks: return addTracks()
    case .newFolder: windows.open(.prompt(Prompt(.newFolder)))
    case .newFolderNamed(let name):
      return [.edit(.playlists(.createFolder(name, in: cursorFolder)))]
    case .chooseFolder: return chooseFolder()
    case .moveTo(let name):
      guard let items = chosenItems else { return refuseItems("move") }
      browsing.clearMarks()
      return [.edit(.playlists(.moveTo(items, named: name)))]
    case .duplicate:
      guard let id = cursorPlaylist else { return refuse("Select a playlist to duplicate it") }
      return [.edit(.playlists(.duplicate(id)))]
    case .merge: return chooseMerge()
    case .mergeInto(let name):
      guard let ids = findMergeable() else { return [] }
      browsing.clearMarks()
      return [.edit(.playlists(.mergeInto(ids, named: name, in: cursorFolder)))]
    case .smart(let query): openSmartForm(SmartQuery(query))
    case .saveSearch: saveSearch()
    case .freeze: return freeze(as: nil)
    case .freezeAs(let name): return freeze(as: name)
    }
    return []
  }

  // MARK: The selection

  /// Whether the list of playlists is visible and focused.
  private var isAmongPlaylists: Bool {
    browsing.focusedSlot == .playlists && playlistsList.query.source == .playlists
  }

  /// The folder at or around the cursor, for new playlists.
  var cursorFolder: PlaylistFolderID? {
    guard isAmongPlaylists else { return nil }
    return switch playlistsList.selectedRow {
    case .playlistFolder(let folder, _): folder.id
    case .playlist(let node): node.playlist.folder
    case nil, .track, .folder, .artist, .album, .genre, .category, .list, .entry, .queueItem,
      .group:
      nil
    }
  }

  /// The playlist whose entries the focused pane shows.
  var focusedPlaylist: PlaylistID? { browsing.focusedSlot == .playlists ? openPlaylist : nil }

  /// The playlist under the cursor, open, or in the selected slot.
  var cursorPlaylist: PlaylistID? { selectedPlaylist?.id ?? focusedPlaylist }

  /// The marked playlists and folders, else those under the cursor.
  var chosenItems: PlaylistItems? {
    guard isAmongPlaylists, !playlistsList.marks.isInverted else { return nil }
    var items = PlaylistItems()
    for row in playlistsList.chosen {
      switch row {
      case .playlist(let id): items.playlists.append(id)
      case .playlistFolder(let id): items.folders.append(id)
      case .track, .folder, .artist, .album, .genre, .category, .list, .entry, .queueItem, .group:
        break
      }
    }
    return items.isEmpty ? nil : items
  }

  /// The open playlist if it is smart: nothing in it can be moved or removed.
  var openSmart: Playlist? {
    guard focusedPlaylist != nil, let playlist = playlistsList.window.playlist,
      playlist.smart != nil
    else {
      return nil
    }
    return playlist
  }

  mutating func refuseSmart(_ playlist: Playlist) -> [Effect] {
    refuse(
      "\(playlist.name) is smart: \(key(.row(.edit))) changes its query, :freeze makes a playlist of it"
    )
  }

  mutating func refuse(_ text: String) -> [Effect] {
    say(text)
    return []
  }

  private mutating func refuseItems(_ verb: String) -> [Effect] {
    let isAll = isAmongPlaylists && playlistsList.marks.isInverted
    return refuse(
      isAll ? "Mark the playlists to \(verb) one by one" : "Select playlists or folders to \(verb)")
  }

  // MARK: Folders

  /// Enter on a folder.
  mutating func toggle(_ folder: PlaylistFolder) -> [Effect] {
    guard playlistsList.query.filter.isEmpty else {
      return refuse(
        "\(key(.cancel)) clears the filter; then \(key(.pane(.activate))) folds \(folder.name)")
    }
    return [.edit(.playlists(.collapse(folder.id, !folder.isCollapsed)))]
  }

  private mutating func chooseFolder() -> [Effect] {
    guard let items = chosenItems else { return refuseItems("move") }
    windows.open(
      .picker(
        Picker(
          .folder(items), title: "Move to folder",
          lines: ["Pick a folder, or type the name of a new one."], choices: [])))
    return [.load(.playlists)]
  }

  // MARK: Merging

  /// Two playlists to merge; a message for any other selection.
  private mutating func findMergeable() -> [PlaylistID]? {
    let ids = chosenItems?.playlists ?? []
    guard ids.count > 1 else {
      say("Mark the playlists to merge with \(key(.list(.mark)))")
      return nil
    }
    return ids
  }

  private mutating func chooseMerge() -> [Effect] {
    guard let ids = findMergeable() else { return [] }
    windows.open(
      .picker(
        Picker(
          .merge(ids), title: "Merge \(ids.count.counted("playlist")) into",
          lines: ["Pick one of your playlists, or type the name of a new one."], choices: [])))
    return [.load(.playlists)]
  }

  // MARK: Smart playlists

  private mutating func freeze(as name: String?) -> [Effect] {
    guard let id = cursorPlaylist else { return refuse("Select a smart playlist to freeze it") }
    return [.edit(.playlists(.freeze(id, as: name)))]
  }

  /// Opens the form of a smart playlist with the library's filter, and with the list as a term.
  private mutating func saveSearch() {
    let query = library.query
    var parts = [query.source.term, query.filter.trimmingSpaces()].compactMap(\.self)
      .filter { !$0.isEmpty }
    if parts.count > 1, parts[1].contains("OR") { parts[1] = "(\(parts[1]))" }
    guard !parts.isEmpty else {
      return say(
        "Nothing is filtered: \(key(.list(.filter))) filters the library, then :save-search keeps it"
      )
    }
    let isOfTracks = query.sortColumns == SortColumn.ofTracks
    let smart = SmartQuery(
      parts.joined(separator: " "), sort: isOfTracks ? query.sort : .artist,
      isDescending: isOfTracks && query.isDescending)
    openSmartForm(smart)
  }
}

extension ListSource {
  /// The tracks of a list as a term of a query; nil for all.
  fileprivate var term: String? {
    let query: TrackQuery? =
      switch self {
      case .genre(let name): .text(.genre, SortKey.folded(name))
      case .category(let word): .text(.category, SortKey.folded(word))
      case .artist(let name): .text(.artist, SortKey.folded(name))
      case .album(let key): .text(.album, SortKey.folded(key.name))
      case .smart(let list): list.query
      case .folder(let path): path.map { .text(.path, SortKey.folded($0.text)) }
      case .songs, .artists, .albums, .genres, .categories, .lists, .duplicates, .playlists,
        .playlist:
        nil
      }
    return query.flatMap { $0 == .everything ? nil : $0.description }
  }
}

extension App {
  mutating func receive(_ event: PlaylistEvent) -> [Effect] {
    switch event {
    case .loaded(let shelf, let folders):
      offer(shelf, folders)
      offerContents(shelf)
      return []
    case .matched(let window, let serial):
      receiveMatches(window, serial: serial)
      return []
    case .mixBoardLoaded(let board, let serial):
      mixSlots.receive(board, serial: serial)
      updateLargeMix()
      return []
    case .tracksAdded(let addition, let slot):
      noteAdded(addition)
      say(addition, slot: slot)
      return []
    case .created(let playlist):
      created(playlist)
      return []
    case .renamed(let id, let name):
      browsing.renamed(id, to: name)
      say("Renamed to \(name)", .good)
      return []
    case .changed(let id, let name):
      browsing.renamed(id, to: name)
      say("Changed \(name)", .good)
      return []
    case .opened(let playlist):
      browsing.open(playlist)
      return []
    case .smartRefused(let smart, let isQuery, let reason):
      reopen(smart, isQuery: isQuery, reason)
      return []
    }
  }

  private mutating func say(_ addition: Addition, slot: MixSlot?) {
    if let slot, hasMotion { mixSlots.flash(slot, at: now) }
    let what = addition.title.map { "“\($0)”" } ?? addition.added.counted("track")
    edits.added(addition)
    if addition.isNew, let slot {
      let tracks = addition.title.map { "“\($0)”" } ?? addition.added.counted("track")
      return say(
        "Made \(addition.playlist) in slot \(slot.rawValue) with \(tracks); "
          + "\(key(.undo)) takes it back", .good)
    }
    let position = addition.playlist + (slot.map { " (slot \($0.rawValue))" } ?? "")
    // A slot's key is pressed in passing, so its message is short.
    let isOffered = slot == nil && edits.skipped != nil
    let (it, them) =
      isOffered ? ("; :add-again adds it again", "; :add-again adds them again") : ("", "")
    switch (addition.added, addition.alreadyThere) {
    case (0, 0): say("Nothing to add")
    case (0, 1): say("\(addition.title == nil ? "It" : what) is already in \(position)\(it)")
    case (0, let there): say("All \(there) are already in \(position)\(them)")
    case (_, 0): say("Added \(what) to \(position)", .good)
    case (let added, let there):
      say(
        "Added \(added.counted("track")) to \(position), \(there) were already there"
          + (there == 1 ? it : them), .good)
    }
  }
}
