/// The identity of a row across changes of its list.
package enum RowID: Hashable, Sendable {
  case track(TrackID)
  case folder(FilePath)
  case artist(String)
  case album(AlbumKey)
  case genre(String)
  /// By the stored word of a `TrackCategory`.
  case category(String)
  case list(BuiltInList)
  case playlist(PlaylistID)
  case playlistFolder(PlaylistFolderID)
  case entry(EntryID)
  case queueItem(QueueItemID)
  /// A header of a grouped list, by its group key.
  case group(String)
}

/// A row of a list, with everything needed to draw it.
package enum ListRow: Equatable, Sendable {
  case track(Track, slots: Set<MixSlot>)
  case folder(Folder)
  case artist(Artist)
  case album(Album)
  case genre(Genre)
  case category(Category)
  case list(BuiltIn)
  case playlist(PlaylistNode)
  case playlistFolder(PlaylistFolder, depth: Int)
  case entry(Entry)
  case queueItem(Queued)
  case group(Group)

  package var id: RowID {
    switch self {
    case .track(let track, _): .track(track.id)
    case .folder(let folder): .folder(folder.path)
    case .artist(let artist): .artist(artist.name)
    case .album(let album): .album(album.key)
    case .genre(let genre): .genre(genre.name)
    case .category(let category): .category(category.category.rawValue)
    case .list(let builtIn): .list(builtIn.list)
    case .playlist(let node): .playlist(node.playlist.id)
    case .playlistFolder(let folder, _): .playlistFolder(folder.id)
    case .entry(let entry): .entry(entry.id)
    case .queueItem(let queued): .queueItem(queued.item.id)
    case .group(let group): .group(group.key)
    }
  }

  /// The track of a row that is one track, else nil.
  package var track: Track? {
    switch self {
    case .track(let track, _): track
    case .entry(let entry): entry.track
    case .queueItem(let queued): queued.track
    case .folder, .artist, .album, .genre, .category, .list, .playlist, .playlistFolder,
      .group:
      nil
    }
  }

  /// The playback settings of an entry, of a playlist or in the queue.
  package var sound: EntryPlayback? {
    switch self {
    case .entry(let entry): entry.sound
    case .queueItem(let queued): queued.sound
    case .track, .folder, .artist, .album, .genre, .category, .list, .playlist, .playlistFolder,
      .group:
      nil
    }
  }
}

// MARK: Kinds of rows

extension ListRow {
  /// A folder with its totals.
  package struct Folder: Equatable, Sendable {
    package var path: FilePath
    package var name: String
    package var tracks: Int
    package var duration: Duration

    package init(
      path: FilePath, name: String, tracks: Int, duration: Duration = .zero
    ) {
      self.path = path
      self.name = name
      self.tracks = tracks
      self.duration = duration
    }
  }

  package struct Artist: Equatable, Sendable {
    package var name: String
    package var albums: Int
    package var tracks: Int
    package var duration: Duration

    package init(
      name: String, albums: Int, tracks: Int, duration: Duration = .zero
    ) {
      self.name = name
      self.albums = albums
      self.tracks = tracks
      self.duration = duration
    }
  }

  package struct Album: Equatable, Sendable {
    package var key: AlbumKey
    package var year: Int?
    package var tracks: Int
    package var duration: Duration

    package init(
      key: AlbumKey, year: Int?, tracks: Int, duration: Duration
    ) {
      self.key = key
      self.year = year
      self.tracks = tracks
      self.duration = duration
    }
  }

  package struct Genre: Equatable, Sendable {
    package var name: String
    package var tracks: Int
    package var duration: Duration

    package init(
      name: String, tracks: Int, duration: Duration = .zero
    ) {
      self.name = name
      self.tracks = tracks
      self.duration = duration
    }
  }

  /// A category with the totals of its tracks.
  package struct Category: Equatable, Sendable {
    package var category: TrackCategory
    package var tracks: Int
    package var duration: Duration

    package init(category: TrackCategory, tracks: Int, duration: Duration = .zero) {
      self.category = category
      self.tracks = tracks
      self.duration = duration
    }
  }

  /// A built-in list.
  package struct BuiltIn: Equatable, Sendable {
    package var list: BuiltInList
    package var tracks: Int
    package var duration: Duration

    package init(
      list: BuiltInList, tracks: Int, duration: Duration = .zero
    ) {
      self.list = list
      self.tracks = tracks
      self.duration = duration
    }
  }

  /// A playlist in the tree of folders.
  package struct PlaylistNode: Equatable, Sendable {
    package var playlist: Playlist
    /// The mix slots assigned to it.
    package var slots: Set<MixSlot>
    /// The number of folders around it.
    package var depth: Int

    package init(
      playlist: Playlist, slots: Set<MixSlot> = [], depth: Int = 0
    ) {
      self.playlist = playlist
      self.slots = slots
      self.depth = depth
    }
  }

  /// An entry of a playlist.
  package struct Entry: Equatable, Sendable {
    package var id: EntryID
    /// Its position in the playlist, from 1.
    package var position: Int
    package var track: Track
    package var slots: Set<MixSlot>
    package var sound: EntryPlayback

    package init(
      id: EntryID, position: Int, track: Track, slots: Set<MixSlot> = [],
      sound: EntryPlayback = EntryPlayback()
    ) {
      self.id = id
      self.position = position
      self.track = track
      self.slots = slots
      self.sound = sound
    }
  }

  /// A row of the queue.
  package struct Queued: Equatable, Sendable {
    package var item: QueueItem
    package var track: Track
    package var slots: Set<MixSlot>
    package var sound: EntryPlayback

    package init(
      item: QueueItem, track: Track, slots: Set<MixSlot> = [],
      sound: EntryPlayback = EntryPlayback()
    ) {
      self.item = item
      self.track = track
      self.slots = slots
      self.sound = sound
    }
  }

  /// The header of a group.
  package struct Group: Equatable, Sendable {
    package var key: String
    package var text: String
    package var tracks: Int
    package var duration: Duration
    /// The average of the tracks that have one.
    package var bpm: Double?
    /// Nil where the group cannot be collapsed.
    package var isCollapsed: Bool?

    package init(
      key: String, text: String, tracks: Int, duration: Duration, bpm: Double? = nil,
      isCollapsed: Bool? = nil
    ) {
      self.key = key
      self.text = text
      self.tracks = tracks
      self.duration = duration
      self.bpm = bpm
      self.isCollapsed = isCollapsed
    }
  }
}
