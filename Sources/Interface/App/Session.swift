package import Music

/// The state of the player, saved for the next start. What the user sets is in config.toml.
package struct Session: Codable, Equatable, Sendable {
  package var mode: BrowseMode?
  package var focus: Pane?
  package var showsQueue: Bool?
  package var showsLyrics: Bool?
  package var showsComments: Bool?
  package var isFullScreen: Bool?
  package var openPlaylist: PlaylistID?
  package var openPlaylistName: String?
  /// The index of the selected row of the library pane's first list.
  package var selected: Int?
  package var sorts: ListSorts?
  /// The template of each kind of list.
  package var templates: [String: String]?
  /// The single order in sessions of earlier versions.
  package var sort: String?
  package var isDescending: Bool?
  /// The index in the queue, and the position in that track in microseconds.
  package var current: Int?
  package var position: Int64?
  package var volume: Double?
  package var isMuted: Bool?
  /// Shuffle and repeat of music, while the queue has a book, which has neither.
  package var musicIsShuffled: Bool?
  package var musicRepeat: String?
  /// The last command lines and filters, the newest last.
  package var commands: [String]?
  package var filters: [String]?
  /// The sizes of panes; the form is a setting.
  package var layout: LayoutChoice?
  /// The hints for new users that are left, by name; none once all were used or turned off.
  package var hints: [String]?
  /// The form of a build as it was left, where it differs from the defaults.
  package var build: [String: String]?

  package init() {}
}
