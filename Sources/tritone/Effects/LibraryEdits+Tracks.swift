import Interface
import Library
import Music

/// The user's marks on tracks.
extension LibraryEdits {
  func perform(_ edit: TrackEdit) async throws -> Event? {
    let outcome: TrackOutcome
    switch edit {
    case .setRating(let rating, let selection):
      outcome = try await set(selection, where: { $0.rating != rating }) {
        .rated(rating, try await library.setRating(rating, for: $0))
      }
    case .setReaction(let reaction, let selection):
      outcome = try await set(selection, where: { $0.reaction != reaction }) {
        .reacted(reaction, try await library.setReaction(reaction, for: $0))
      }
    case .setNotes(let notes, let selection):
      outcome = try await set(selection, where: { $0.notes != notes }) {
        .noted(notes, try await library.setNotes(notes, for: $0))
      }
    case .setColor(let color, let selection):
      outcome = try await set(selection, where: { $0.color != color }) {
        .colored(color, try await library.setColor(color, for: $0))
      }
    case .change(let change, let selection):
      let tracks = try await library.change(change, of: try await tracks(of: selection))
      outcome =
        tracks.changed.isEmpty ? .unchanged(tracks.count) : .changed(change, tracks.count)
    }
    return .done(.tracks(outcome))
  }

  /// Tracks that are read to tell whether an edit changes any.
  private static let mostRead = 1_000

  /// Sets a mark of tracks, where it differs in any of them.
  private func set(
    _ selection: Selection, where differs: (Track) -> Bool,
    _ edit: ([TrackID]) async throws -> TrackOutcome
  ) async throws -> TrackOutcome {
    let ids = try await tracks(of: selection)
    if ids.count <= Self.mostRead {
      let known = try await library.tracks(ids)
      if !known.isEmpty, !known.contains(where: differs) { return .unchanged(known.count) }
    }
    return try await edit(ids)
  }

  /// The tracks to mark.
  private func tracks(of selection: Selection) async throws -> [TrackID] {
    let tracks = try await library.trackIDs(of: selection)
    guard !tracks.isEmpty else {
      throw Failure(reason: "There is no track in it; nothing was changed")
    }
    return tracks
  }
}
