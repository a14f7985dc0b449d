import Interface
import Library
import Music

/// The edits of the entries of playlists.
extension LibraryEdits {
  func perform(_ edit: EntryEdit) async throws -> Event? {
    switch edit {
    case .addToSlot(let slot, let selection):
      let tracks = Array(try await library.queuedTracks(of: selection))
      return .playlists(.tracksAdded(try await library.addOrFill(slot, with: tracks), slot: slot))
    case .addToPlaylist(let target, let selection):
      let tracks = Array(try await library.queuedTracks(of: selection))
      let addition =
        switch target {
        case .existing(let id): try await library.add(tracks, to: id)
        case .new(let name): try await library.createPlaylist(named: name, with: tracks)
        }
      return .playlists(.tracksAdded(addition, slot: nil))
    case .insert(let tracks, let playlist, let entry, let passed):
      let addition = try await library.insert(
        tracks, into: playlist, behind: entry, past: passed)
      return .playlists(.tracksAdded(addition, slot: nil))
    case .remove(let entries):
      try await library.removeEntries(entries)
      return .done(.entries(.removed(entries.count)))
    case .change(let entries, let change):
      try await library.change(entries, change)
      return .done(.entries(.changed(change)))
    case .removeSelected(let selection):
      let entries = try await library.entries(of: selection)
      try await library.removeEntries(entries)
      return .done(.entries(.removed(entries.count)))
    case .move(let selection, let playlist, let position):
      let entries = try await library.entries(of: selection)
      try await library.moveEntries(entries, of: playlist, position)
      return nil
    case .arrange(let order, let playlist):
      try await library.arrange(order, of: playlist)
      return .done(.entries(.arranged))
    case .changeDetails(let entries, let details):
      try await library.change(entries, details)
      return .done(.entries(.detailsChanged(entries.count)))
    case .addAgain(let playlist, let tracks):
      return .playlists(.tracksAdded(try await library.addAgain(tracks, to: playlist), slot: nil))
    }
  }
}

extension Library {
  /// The facts of the entries for a form; entries beyond its limit are not read.
  func entryFacts(of selection: Selection) async throws -> Event {
    let entries = try await queuedTracks(of: selection).compactMap(\.entry)
    return .entries(.factsLoaded(try await facts(of: Array(entries.prefix(App.maximumEdited + 1)))))
  }
}
