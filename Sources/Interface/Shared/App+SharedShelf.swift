import Music
import Screen

// Shared playlists in the library pane: their rows, and the tracks of an open one.
extension App {
  /// The shared playlist at the cursor of the library pane, or the open one.
  var chosenShared: SharedPlaylist? {
    if browsing.isSharedShelfFocused { return browsing.sharedShelf.selected }
    return focusedList.flatMap { browsing.sharedPlaylist(of: $0) }
  }

  /// Enter on a playlist: opens it, or asks whether to accept an invitation.
  mutating func activateShared() -> [Effect] { open(browsing.sharedShelf.selected) }

  mutating func press(onShared index: Int) -> [Effect] {
    focus = .library
    if browsing.sharedShelf.cursor.selected == index { return activateShared() }
    browsing.sharedShelf.move(to: index, height: browsing.shelfHeight)
    return []
  }

  mutating func open(_ playlist: SharedPlaylist?) -> [Effect] {
    guard let playlist else { return [] }
    guard playlist.standing != .invited else { return accept(playlist) }
    guard playlist.playlist != nil else {
      say("The tracks of \(playlist.shortName) are not here; \(key(.server(.sync(nil)))) gets them")
      return []
    }
    browsing.open(playlist)
    return []
  }

  // MARK: Tracks of an open playlist

  /// Why the focused tracks may not be rated; nil where they may.
  var refusesSharedRating: String? {
    focus == .library ? browsing.openShared.flatMap(\.refusesRating) : nil
  }

  /// The shared playlist of the focused rows, where a reaction is of that playlist alone.
  var ownReactions: SharedPlaylistID? {
    guard let playlist = focusedList.flatMap({ browsing.sharedPlaylist(of: $0) }),
      playlist.hasOwnReactions, playlist.refusesRating == nil
    else { return nil }
    return playlist.id
  }

  /// The reaction of the user to the track at the cursor, where it shows.
  var focusedReaction: Reaction {
    guard let (playlist, entry) = focusedSharedEntry, playlist.hasOwnReactions else {
      return focusedTrack?.reaction ?? .none
    }
    return entry.reaction
  }

  /// Moves the entry at the cursor among those of its shared playlist, and among the library's that
  /// show; nil where another list is focused.
  mutating func moveShared(_ position: EntryPosition) -> [Effect]? {
    guard focus == .library, let playlist = browsing.openShared, let list = playlist.playlist
    else { return nil }
    guard mayNot(playlist.id, \.refusesOrdering) == nil else { return [] }
    guard library.query.filter.isEmpty else {
      say("Tracks are moved among all: \(key(.cancel)) clears the filter")
      return []
    }
    guard library.marks.isEmpty else {
      say("Tracks of a shared playlist move one by one: \(key(.cancel)) clears the marks")
      return []
    }
    guard case .entry(let row) = library.selectedRow, let selection,
      let opened = shared.opened[playlist.id], let index = opened.index(of: row)
    else { return [] }
    let entries = opened.contents.entries
    let target: Int
    switch position {
    case .by(let step): target = index + step
    case .top: target = 0
    case .bottom: target = entries.count - 1
    case .before, .after: return []
    }
    guard entries.indices.contains(target), target != index else { return [] }
    let anchor = shared.move(row.id, from: index, to: target, in: playlist.id)
    return [
      .edit(.entries(.move(selection, of: list, position))),
      .servers(.shared(.move(playlist.id, entries: [entries[index].id], after: anchor))),
    ]
  }
}
