import Interface
import Library
import Music

/// The user's marks on tracks.
extension LibraryEdits {
  func perform(_ edit: TrackEdit) async throws -> Event? {
    switch edit {
    case .setRating(let rating, let selection):
      let count = try await library.setRating(rating, for: try await tracks(of: selection))
      return .done(.tracks(.rated(rating, count)))
    case .setReaction(let reaction, let selection):
      let count = try await library.setReaction(reaction, for: try await tracks(of: selection))
      return .done(.tracks(.reacted(reaction, count)))
    case .setNotes(let notes, let selection):
      let count = try await library.setNotes(notes, for: try await tracks(of: selection))
      return .done(.tracks(.noted(notes, count)))
    case .setColor(let color, let selection):
      let count = try await library.setColor(color, for: try await tracks(of: selection))
      return .done(.tracks(.colored(color, count)))
    case .change(let change, let selection):
      let count = try await library.change(change, of: try await tracks(of: selection)).count
      return .done(.tracks(.changed(change, count)))
    }
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
