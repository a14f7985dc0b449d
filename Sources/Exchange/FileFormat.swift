/// Formats of playlists for reading and writing.
package enum FileFormat: String, Sendable, CaseIterable {
  case m3u, m3u8, pls, xspf, jspf, cue, rekordbox, json
  /// Markers of audio editors: Adobe Audition, Audacity, Reaper.
  case audition, audacity, reaper

  /// Whether it has playlists rather than markers on one time line.
  package var holdsPlaylists: Bool {
    switch self {
    case .audition, .audacity, .reaper: false
    default: true
    }
  }
}
