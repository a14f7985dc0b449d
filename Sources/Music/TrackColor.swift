/// The colours for tracks, playlists and cues: a skin's own, so that they match it.
package enum TrackColor: String, CaseIterable, Sendable {
  case red, blue, gold, green, orange, pink
}
