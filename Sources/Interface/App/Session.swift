package import Music

/// Where the user was, kept so that the next start goes on from there.
package struct Session: Codable, Equatable, Sendable {
  package var mode: BrowseMode?
  package var focus: Pane?
  package var showsQueue: Bool?
  package var openPlaylist: PlaylistID?
  package var openPlaylistName: String?
  /// The index of the selected row of the library pane's first list.
  package var selected: Int?
  package var sorts: ListSorts?
  /// What each kind of list is grouped by.
  package var templates: [String: String]?
  /// What sessions of before had for the one list that shows.
  package var sort: String?
  package var isDescending: Bool?
  /// The index in the queue, and the position in that track in microseconds.
  package var current: Int?
  package var position: Int64?
  package var volume: Double?
  package var isMuted: Bool?
  package var keyNotation: KeyNotation?
  package var waveform: WaveformStyle?
  package var showsClashes: Bool?

  package init() {}
}
