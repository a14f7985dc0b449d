/// A named, ordered list of tracks that the user keeps.
package struct Playlist: Equatable, Sendable, Identifiable {
  package var id: PlaylistID
  package var name: String
  package var folder: PlaylistFolderID?
  package var notes: String
  package var color: String?
  package var targetBPM: Double?
  package var template: GroupTemplate
  package var trackCount: Int
  package var duration: Duration

  package init(
    id: PlaylistID, name: String, folder: PlaylistFolderID? = nil, notes: String = "",
    color: String? = nil, targetBPM: Double? = nil, template: GroupTemplate = .none,
    trackCount: Int = 0, duration: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.folder = folder
    self.notes = notes
    self.color = color
    self.targetBPM = targetBPM
    self.template = template
    self.trackCount = trackCount
    self.duration = duration
  }
}

/// One of the three mixes that a single key fills.
package enum MixSlot: Int, Sendable, Codable, CaseIterable, Hashable, Comparable {
  case one = 1
  case two, three

  package static func < (left: MixSlot, right: MixSlot) -> Bool { left.rawValue < right.rawValue }
}

/// What each slot points at, as the pane shows it.
package struct MixBoard: Equatable, Sendable {
  package var playlists: [MixSlot: Playlist]

  package init(playlists: [MixSlot: Playlist] = [:]) { self.playlists = playlists }

  package subscript(slot: MixSlot) -> Playlist? { playlists[slot] }
}

/// What adding tracks to a playlist did.
package struct Addition: Equatable, Sendable {
  package var playlist: String
  package var added: Int
  package var alreadyThere: Int
  /// The title of the track when there was exactly one.
  package var title: String?

  package init(playlist: String, added: Int, alreadyThere: Int, title: String? = nil) {
    self.playlist = playlist
    self.added = added
    self.alreadyThere = alreadyThere
    self.title = title
  }
}
