import Music

/// The covers of the current and next tracks.
package struct Covers: Equatable, Sendable {
  /// How this terminal shows pictures.
  package enum Style: String, Sendable, CaseIterable {
    /// Two or four pixels a cell, by block characters in colours of their own.
    case blocks
    case none
  }

  private enum State: Equatable {
    case requested, missing
    case loaded(Picture)
  }

  package var style = Style.none
  private var known: [TrackID: State] = [:]

  /// The longer side of a loaded cover in pixels: enough for the largest place with blocks.
  package static let side = 256

  /// The cover of a track; nil until it is loaded, and where there is none.
  subscript(track: TrackID) -> Picture? {
    if case .loaded(let picture) = known[track] { picture } else { nil }
  }

  /// Loads the cover of a track, unless it is known.
  ///
  /// - Parameter inFront: the current and next tracks; others are dropped.
  mutating func missing(of track: Track, besides inFront: Set<TrackID>) -> [Effect] {
    known = known.filter { $0.key == track.id || inFront.contains($0.key) }
    guard style != .none, !track.isStream, known[track.id] == nil else { return [] }
    known[track.id] = .requested
    return [.load(.cover(track.id))]
  }

  /// Stores a cover, unless its track is no longer current or next.
  mutating func receive(_ picture: Picture?, of track: TrackID) {
    guard known[track] != nil else { return }
    known[track] = picture.map { .loaded($0) } ?? .missing
  }
}
