import Interface
import Library
import Music

/// Edits of playlists and folders as a whole.
extension LibraryEdits {
  func perform(_ edit: PlaylistEdit) async throws -> Event? {
    switch edit {
    case .create(let name, let folder):
      let playlist = try await library.createPlaylist(named: name, in: folder)
      return .playlists(.created(playlist))
    case .saveQueueAs(let name, let tracks):
      let playlist = try await library.createPlaylist(named: name, of: tracks)
      return .done(.playlists(.queueSaved(playlist.name)))
    case .rename(let id, let name):
      try await library.renamePlaylist(id, to: name)
      return .playlists(.renamed(id, name))
    case .change(let id, let details):
      try await library.change(id, details)
      return .playlists(.changed(id, details.name))
    case .assignSlot(let slot, let target): return try await assign(slot, target)
    case .createFolder(let name, let parent):
      _ = try await library.createPlaylistFolder(named: name, in: parent)
      return .done(.playlists(.folderMade(name)))
    case .renameFolder(let id, let name):
      try await library.renamePlaylistFolder(id, to: name)
      return .done(.playlists(.folderRenamed(name)))
    case .collapse(let id, let isCollapsed):
      try await library.setCollapsed(isCollapsed, id)
      return nil
    case .delete(let items):
      return .done(.playlists(.deleted(try await library.delete(items))))
    case .move(let items, let position): return try await move(items, to: position)
    case .moveTo(let items, let name):
      return try await move(items, to: try await folder(named: name))
    case .duplicate(let id):
      return .done(.playlists(.duplicated(try await library.duplicatePlaylist(id).name)))
    case .merge(let sources, let target, let folder):
      return try await merge(sources, into: target, in: folder)
    case .mergeInto(let sources, let name, let folder):
      let there = try await library.playlist(named: name)
      return try await merge(
        sources, into: there.map { .existing($0.id) } ?? .new(name), in: folder)
    case .smart(let smart): return try await keep(smart)
    case .freeze(let id, let name):
      let created = try await library.freeze(id, as: name)
      return .done(.playlists(.frozen(created.name, tracks: created.trackCount)))
    }
  }

  private func move(_ items: PlaylistItems, to position: FolderPosition) async throws -> Event {
    let (names, folder) = try await library.move(items, to: position)
    return .done(.playlists(.moved(names, folder: folder)))
  }

  private func merge(
    _ sources: [PlaylistID], into target: PlaylistTarget, in folder: PlaylistFolderID?
  ) async throws -> Event {
    let merge =
      switch target {
      case .existing(let id): try await library.merge(sources, into: id)
      case .new(let name): try await library.merge(sources, intoNew: name, in: folder)
      }
    return .done(.playlists(.merged(merge)))
  }

  /// The folder of a name, existing or to be created.
  private func folder(named name: String) async throws -> FolderPosition {
    if name == "/" { return .top }
    return try await library.playlistFolder(at: name).map { .folder($0.id) } ?? .new(name, in: nil)
  }

  /// A rejected smart playlist returns to its form.
  private func keep(_ smart: SmartPlaylist) async throws -> Event? {
    do {
      guard let id = smart.id else {
        let created = try await library.createSmartPlaylist(
          smart.details, smart.query, in: smart.folder)
        return .playlists(.created(created))
      }
      try await library.changeSmartPlaylist(id, smart.details, smart.query)
      return .playlists(.changed(id, smart.details.name))
    } catch {
      switch error {
      case .cycle, .query: return .playlists(.smartRefused(smart, isQuery: true, error.message))
      case .nameTaken, .emptyName:
        return .playlists(.smartRefused(smart, isQuery: false, error.message))
      default: throw error
      }
    }
  }

  private func assign(_ slot: MixSlot, _ target: PlaylistTarget?) async throws -> Event? {
    guard let target else {
      try await library.assign(slot, to: nil)
      return .done(.playlists(.slotEmptied(slot)))
    }
    let addition =
      switch target {
      case .existing(let id): try await library.fill(slot, into: id, with: [])
      case .new(let name): try await library.fill(slot, intoNew: name, with: [])
      }
    return .done(.playlists(.slotFilled(slot, addition.playlist)))
  }
}
