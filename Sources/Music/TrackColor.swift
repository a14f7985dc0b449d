/// The colours that a user can mark tracks, playlists and cues with: a skin's own, so that they
/// fit it.
package enum TrackColor: String, CaseIterable, Sendable {
  case red, blue, gold, green, orange, pink
}
