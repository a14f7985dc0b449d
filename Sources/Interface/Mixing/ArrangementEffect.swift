package import Music

/// The search for a better order of a playlist.
package enum ArrangementEffect: Equatable, Sendable {
  case find(PlaylistID, keepingFirst: Bool)
  case cancel
}
