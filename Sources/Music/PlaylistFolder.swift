/// A folder of playlists, with the totals of its subtree.
package struct PlaylistFolder: Equatable, Sendable, Identifiable {
  package var id: PlaylistFolderID
  package var name: String
  package var parent: PlaylistFolderID?
  /// Whether its contents are hidden.
  package var isCollapsed: Bool
  package var playlistCount: Int
  package var trackCount: Int
  package var duration: Duration

  package init(
    id: PlaylistFolderID, name: String, parent: PlaylistFolderID? = nil, isCollapsed: Bool = false,
    playlistCount: Int = 0, trackCount: Int = 0, duration: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.parent = parent
    self.isCollapsed = isCollapsed
    self.playlistCount = playlistCount
    self.trackCount = trackCount
    self.duration = duration
  }

  /// The names of the folders from the outermost one to this: "Club / 2024".
  package func path(among folders: [PlaylistFolder]) -> String {
    PlaylistFolder.path(
      of: id, among: Dictionary(folders.map { ($0.id, $0) }) { first, _ in first })
  }

  package static func path(
    of id: PlaylistFolderID, among folders: [PlaylistFolderID: PlaylistFolder]
  ) -> String {
    var names: [String] = []
    var next: PlaylistFolderID? = id
    while let folder = next.flatMap({ folders[$0] }), names.count < PlaylistFolder.maximumDepth {
      names.append(folder.name)
      next = folder.parent
    }
    return names.reversed().joined(separator: " / ")
  }

  /// Maximum depth of visible nesting.
  package static let maximumDepth = 32
}

/// A target for playlists and folders.
package enum FolderPosition: Equatable, Sendable {
  case top
  case folder(PlaylistFolderID)
  /// A new folder, inside another one or at the top.
  case new(String, in: PlaylistFolderID?)
}

/// Playlists and folders for an edit.
package struct PlaylistItems: Equatable, Sendable {
  package var playlists: [PlaylistID]
  package var folders: [PlaylistFolderID]

  package init(playlists: [PlaylistID] = [], folders: [PlaylistFolderID] = []) {
    self.playlists = playlists
    self.folders = folders
  }

  package var count: Int { playlists.count + folders.count }
  package var isEmpty: Bool { count == 0 }
}

/// The names of an edit's playlists and folders.
package struct PlaylistItemNames: Equatable, Sendable {
  package let playlists: [String]
  package let folders: [String]

  package init(playlists: [String] = [], folders: [String] = []) {
    self.playlists = playlists
    self.folders = folders
  }

  /// "Warm-up", "the folder Club", "3 playlists and 1 folder".
  package var text: String {
    if let name = playlists.first, playlists.count + folders.count == 1 { return name }
    if let name = folders.first, playlists.count + folders.count == 1 {
      return "the folder \(name)"
    }
    let parts = [
      playlists.isEmpty ? nil : playlists.count.counted("playlist", .plain),
      folders.isEmpty ? nil : folders.count.counted("folder", .plain),
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  /// "Peak to Club", "Peak to the top level".
  package func text(movedTo folder: String?) -> String {
    "\(text) to \(folder ?? "the top level")"
  }
}

/// The result of merging playlists.
package struct PlaylistMerge: Equatable, Sendable {
  package var playlist: Playlist
  package var sources: Int
  package var added: Int
  /// Tracks of the sources that were duplicates.
  package var doubles: Int

  package init(playlist: Playlist, sources: Int, added: Int, doubles: Int) {
    self.playlist = playlist
    self.sources = sources
    self.added = added
    self.doubles = doubles
  }
}
