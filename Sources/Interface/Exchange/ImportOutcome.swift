package import Music

/// The result of an import, as facts for its report.
package struct ImportOutcome: Equatable, Sendable {
  /// The file's name.
  package var name: String
  /// The imported playlists, or the first of many.
  package var playlists: [Playlist] = []
  package var playlistCount = 0
  /// Those among them that were there already, with the same entries.
  package var knownCount = 0
  package var tracks: Int
  package var missing: Int
  package var missingLines: [ReportLine] = []
  package var ambiguousLines: [ReportLine] = []
  package var problemLines: [ReportLine] = []

  package init(name: String, tracks: Int, missing: Int) {
    self.name = name
    self.tracks = tracks
    self.missing = missing
  }
}
