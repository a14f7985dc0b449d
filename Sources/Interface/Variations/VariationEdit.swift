package import Music

/// Edits of variations, each one step of the library's history.
package enum VariationEdit: Equatable, Sendable {
  case gather(Selection, under: TrackID)
  /// Proposed groups, the primary one of each first.
  case accept([[TrackID]])
  case makePrimary(TrackID)
  case separate(Selection)
}
