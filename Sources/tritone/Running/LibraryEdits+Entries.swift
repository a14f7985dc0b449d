import Interface
import Library
import Music

/// The edits of the entries of playlists, and what is said of each.
extension LibraryEdits {
  func performEntries(_ effect: Effect) async throws -> Event? {
    switch effect {
    case .moveEntries(let selection, let playlist, let place):
      let entries = try await library.queuedTracks(of: selection).compactMap(\.entry)
      try await library.moveEntries(entries, of: playlist, place)
      return nil
    case .arrange(let order, let playlist):
      try await library.arrange(order, of: playlist)
      return .done("Arranged; \(key: .undo) takes it back")
    case .changeEntryDetails(let entries, let details):
      try await library.change(entries, details)
      return .done(
        entries.count == 1
          ? "Entry changed; \(key: .undo) takes it back"
          : "Changed \(entries.count.grouped) entries; \(key: .undo) takes it back")
    case .addAgain(let playlist, let tracks):
      return .tracksAdded(try await library.addAgain(tracks, to: playlist), slot: nil)
    case .relocate(let moves):
      let count = try await library.relocate(moves)
      guard count > 0 else { return .failed("Nothing is as it was when it was found: look again") }
      return .relocated(moves)
    default: return nil
    }
  }
}

extension Library {
  /// What the entries are that a form is opened for; more than it takes are not looked at.
  func entryFacts(of selection: Selection) async throws -> Event {
    let entries = try await queuedTracks(of: selection).compactMap(\.entry)
    return .entryFactsLoaded(try await facts(of: Array(entries.prefix(App.mostEdited + 1))))
  }
}
