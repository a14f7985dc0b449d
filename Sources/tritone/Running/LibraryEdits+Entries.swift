import Interface
import Library
import Music

/// The edits of the entries of playlists, and what is said of each.
extension LibraryEdits {
  func perform(_ edit: EntryEdit) async throws -> Event? {
    switch edit {
    case .addToSlot(let slot, let selection):
      let tracks = try await library.queuedTracks(of: selection)
      guard let addition = try await library.add(tracks, to: slot) else {
        return .playlists(.slotFoundEmpty(slot, selection))
      }
      return .playlists(.tracksAdded(addition, slot: slot))
    case .addToPlaylist(let target, let selection):
      let tracks = try await library.queuedTracks(of: selection)
      let addition =
        switch target {
        case .existing(let id): try await library.add(tracks, to: id)
        case .new(let name): try await library.createPlaylist(named: name, with: tracks)
        }
      return .playlists(.tracksAdded(addition, slot: nil))
    case .remove(let entries):
      try await library.removeEntries(entries)
      return .done(
        entries.count == 1
          ? "Removed; \(key: .undo) brings it back"
          : "Removed \(entries.count.grouped) entries; \(key: .undo) brings them back")
    case .change(let entries, let change):
      try await library.change(entries, change)
      return .done(Notice(LibraryEdits.text(change)))
    case .removeSelected(let selection):
      let entries = try await library.entries(of: selection)
      try await library.removeEntries(entries)
      return .done("Removed \(entries.count.grouped) entries; \(key: .undo) brings them back")
    case .move(let selection, let playlist, let place):
      let entries = try await library.queuedTracks(of: selection).compactMap(\.entry)
      try await library.moveEntries(entries, of: playlist, place)
      return nil
    case .arrange(let order, let playlist):
      try await library.arrange(order, of: playlist)
      return .done("Arranged; \(key: .undo) takes it back")
    case .changeDetails(let entries, let details):
      try await library.change(entries, details)
      return .done(
        entries.count == 1
          ? "Entry changed; \(key: .undo) takes it back"
          : "Changed \(entries.count.grouped) entries; \(key: .undo) takes it back")
    case .addAgain(let playlist, let tracks):
      return .playlists(.tracksAdded(try await library.addAgain(tracks, to: playlist), slot: nil))
    }
  }

  private static func text(_ change: EntryChange) -> String {
    switch change {
    case .crossfade(let time?): "Crossfade of \(time.seconds.shortText) s into what follows"
    case .crossfade(nil): "No crossfade"
    case .start(let time?): "Starts at \(time.clockText)"
    case .start(nil): "Starts at its beginning"
    case .end(let time?): "Ends at \(time.clockText)"
    case .end(nil): "Plays to its end"
    case .gain(let gain?): "Gain \(gain > 0 ? "+" : "")\(gain.shortText) dB"
    case .gain(nil): "No gain of its own"
    }
  }
}

extension Library {
  /// What the entries are that a form is opened for; more than it takes are not looked at.
  func entryFacts(of selection: Selection) async throws -> Event {
    let entries = try await queuedTracks(of: selection).compactMap(\.entry)
    return .entries(.factsLoaded(try await facts(of: Array(entries.prefix(App.mostEdited + 1)))))
  }
}
