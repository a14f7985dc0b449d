import Music

// Windows in which playlists and folders of them are picked.
extension App {
  mutating func chooseList(for slot: MixSlot) -> [Effect] {
    windows.open(
      .picker(
        Picker(
          .slot(slot), title: "Playlist for slot \(slot.rawValue)",
          lines: ["Pick a playlist, or type the name of a new one."], choices: [])))
    return [.load(.playlists)]
  }

  mutating func chooseList(toAdd selection: Selection?) -> [Effect] {
    guard let selection else { return [] }
    windows.open(
      .picker(
        Picker(
          .addTo(selection), title: "Add to playlist",
          lines: ["Pick a playlist, or type the name of a new one."], choices: [])))
    return [.load(.playlists)]
  }

  /// Fills the picker that waits for the library's playlists.
  mutating func offer(_ playlists: SortedPlaylists, _ folders: [PlaylistFolder]) {
    guard case .picker(var picker) = overlays.last, picker.allowsNew else { return }
    if case .folder(let items) = picker.purpose {
      let known = Dictionary(folders.map { ($0.id, $0) }) { first, _ in first }
      let moving = Set(items.playlists)
      let parents =
        playlists.items.filter { moving.contains($0.playlist.id) }.map(\.playlist.folder)
        + folders.filter { items.folders.contains($0.id) }.map(\.parent)
      let choices = folderChoices(folders, known, moving: Set(items.folders)).filter { choice in
        // The folder that contains all moved items is no target.
        guard case .folder(let position) = choice.value, !parents.isEmpty else { return true }
        return !parents.allSatisfy { $0 == position }
      }
      picker.choices = PickerChoices(choices)
    } else {
      // Tracks cannot be added to a smart playlist.
      picker.choices = PickerChoices(playlists, folders)
    }
    picker.selectFirst()
    // The playlist at the cursor, or else the one that the slot has.
    if case .slot(let slot) = picker.purpose, picker.field.text.isEmpty,
      let id = cursorPlaylist ?? mix[slot]?.id,
      let index = picker.choices.index(of: id)
    {
      picker.cursor.move(to: index, of: picker.shown.count)
      picker.scroll(height: PickerView.listHeight(of: picker, in: size))
    }
    windows.replaceTop(.picker(picker))
  }

  /// The top level and all folders but the moved ones and their contents.
  private func folderChoices(
    _ folders: [PlaylistFolder], _ known: [PlaylistFolderID: PlaylistFolder],
    moving: Set<PlaylistFolderID>
  ) -> [Picker.Choice] {
    func isMoving(_ folder: PlaylistFolder) -> Bool {
      var (next, depth): (PlaylistFolder?, Int) = (folder, 0)
      while let shown = next, depth <= folders.count {
        if moving.contains(shown.id) { return true }
        (next, depth) = (shown.parent.flatMap { known[$0] }, depth + 1)
      }
      return false
    }
    let paths = folders.filter { !isMoving($0) }
      .map { (PlaylistFolder.path(of: $0.id, among: known), $0.id) }
      .sorted { SortKey.bytes($0.0).lexicographicallyPrecedes(SortKey.bytes($1.0)) }
    return [Picker.Choice("(top level)", .folder(nil))]
      + paths.map { Picker.Choice($0.0, .folder($0.1)) }
  }

  /// Uses a chosen playlist, or the name of a new playlist or folder.
  mutating func use(_ target: PlaylistTarget, for purpose: Picker.Purpose) -> [Effect] {
    switch purpose {
    case .addTo(let selection): return [.edit(.entries(.addToPlaylist(target, selection)))]
    case .slot(let slot): return [.edit(.playlists(.assignSlot(slot, target)))]
    case .folder(let items):
      guard case .new(let name) = target else { return [] }
      return move(items, to: .new(name, in: nil))
    case .merge(let ids):
      browsing.clearMarks()
      let folder = if case .new = target { cursorFolder } else { PlaylistFolderID?.none }
      return [.edit(.playlists(.merge(ids, into: target, in: folder)))]
    case .skin, .template, .help, .outputs, .queues, .sleep, .crossfade, .speed, .firstRun,
      .recovery,
      .exchange, .addFiles, .lyrics, .setting, .buildPresets, .spotifyPlaylists:
      return []
    }
  }

  mutating func move(_ items: PlaylistItems, to position: FolderPosition) -> [Effect] {
    browsing.clearMarks()
    return [.edit(.playlists(.move(items, to: position)))]
  }
}
