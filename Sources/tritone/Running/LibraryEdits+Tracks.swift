import Foundation
import Interface
import Library
import Music

/// The marks of the user on tracks, and what is said of each.
extension LibraryEdits {
  func perform(_ edit: TrackEdit) async throws -> Event? {
    switch edit {
    case .setRating(let rating, let selection):
      let count = try await library.setRating(
        rating, for: try await tracks(of: selection))
      let stars = rating == .none ? "no rating" : String(repeating: "★", count: rating.stars)
      return .done(
        count == 1 ? "Rated: \(stars)" : "Rated \(count.grouped) tracks: \(stars)")
    case .setReaction(let reaction, let selection):
      let count = try await library.setReaction(
        reaction, for: try await tracks(of: selection))
      let what = reaction == .none ? "Reaction taken off" : "\(reaction)".capitalized
      return .done(count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks")
    case .setNotes(let notes, let selection):
      let count = try await library.setNotes(
        notes, for: try await tracks(of: selection))
      let what = notes.isEmpty ? "Note cleared" : "Note saved"
      return .done(count == 1 ? "\(what)" : "\(what) on \(count.grouped) tracks")
    case .setColor(let color, let selection):
      let count = try await library.setColor(
        color, for: try await tracks(of: selection))
      let what = color.map { "Marked \($0)" } ?? "Colour taken off"
      return .done(count == 1 ? "\(what)" : "\(what): \(count.grouped) tracks")
    }
  }

  /// The tracks that a mark is for.
  private func tracks(of selection: Selection) async throws -> [TrackID] {
    let tracks = try await library.trackIDs(of: selection)
    guard !tracks.isEmpty else {
      throw Failure(reason: "There is no track in it; nothing was changed")
    }
    return tracks
  }
}
