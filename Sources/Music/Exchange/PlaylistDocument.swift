/// Playlists of a file, another program's or ours: read by an import and written by an export,
/// whatever the format.
package struct PlaylistDocument: Equatable, Sendable {
  package indirect enum Item: Equatable, Sendable {
    case folder(name: String, [Item])
    case playlist(DocumentPlaylist)
  }

  package var items: [Item]
  /// Tracks of the file in no playlist, as in a collection.
  package var collection: [DocumentTrack]
  /// Unparsed parts, in the order of the lines.
  package var problems: [DocumentProblem]
  /// The assignments of the mix slots, by index in `playlists`.
  package var slots: [MixSlot: Int]
  /// The versions of a sync folder's file whose contents this one has.
  package var seen: VersionVector

  package init(
    items: [Item] = [], collection: [DocumentTrack] = [], problems: [DocumentProblem] = [],
    slots: [MixSlot: Int] = [:], seen: VersionVector = VersionVector()
  ) {
    self.items = items
    self.collection = collection
    self.problems = problems
    self.slots = slots
    self.seen = seen
  }

  /// The playlists in the order of the file, without their folders.
  package var playlists: [DocumentPlaylist] { PlaylistDocument.playlists(in: items) }

  private static func playlists(in items: [Item]) -> [DocumentPlaylist] {
    items.flatMap { item -> [DocumentPlaylist] in
      switch item {
      case .folder(_, let inner): playlists(in: inner)
      case .playlist(let playlist): [playlist]
      }
    }
  }

  /// Changes each playlist, in the order of the file.
  package mutating func update(_ change: (inout DocumentPlaylist) -> Void) {
    PlaylistDocument.update(&items, change)
  }

  private static func update(_ items: inout [Item], _ change: (inout DocumentPlaylist) -> Void) {
    for index in items.indices {
      switch items[index] {
      case .folder(let name, var inner):
        update(&inner, change)
        items[index] = .folder(name: name, inner)
      case .playlist(var playlist):
        change(&playlist)
        items[index] = .playlist(playlist)
      }
    }
  }

  /// Maximum depth of folders in reading and writing.
  package static let maximumDepth = 32
}

/// A deviation of a file from its format.
package struct DocumentProblem: Error, Equatable, Sendable {
  /// From 1; nil where the format has no lines.
  package var line: Int?
  package var reason: String

  package init(line: Int? = nil, reason: String) {
    self.line = line
    self.reason = reason
  }
}

/// One playlist of a document.
package struct DocumentPlaylist: Equatable, Sendable {
  /// Nil where the format has none; then the file's name is used.
  package var name: String?
  package var notes: String
  /// The name of a colour, as for tracks.
  package var color: String?
  package var targetBPM: Double?
  /// The source of a group template; "" for none.
  package var template: String
  package var tracks: [DocumentTrack]
  /// In the file of a sync folder, the versions from which these contents were made, their own
  /// among them; empty elsewhere.
  package var version = VersionVector()
  /// Whether a query fills it.
  package var isSmart = false
  /// Whether a part of it could not be read.
  package var isDamaged = false

  package init(
    name: String? = nil, notes: String = "", color: String? = nil, targetBPM: Double? = nil,
    template: String = "", tracks: [DocumentTrack] = []
  ) {
    self.name = name
    self.notes = notes
    self.color = color
    self.targetBPM = targetBPM
    self.template = template
    self.tracks = tracks
  }
}

/// A track of a document: its location, its names, and its playback settings there.
package struct DocumentTrack: Equatable, Sendable {
  package enum Location: Hashable, Sendable {
    /// A file, as written: absolute, or relative to the folder of the document.
    case file(FilePath)
    /// The address of a stream.
    case stream(StreamAddress)
    /// Without a location; the name of the file, if there is one.
    case unknown(name: String?)
  }

  package var location: Location
  /// Further locations, tried in this order when it is not at its `location`.
  package var otherPaths: [FilePath] = []
  /// The line of the document, from 1; nil where the format has no lines.
  package var line: Int?
  package var title: String?
  package var artist: String?
  package var album: String?
  package var genre: String?
  package var year: Int?
  /// Of the whole file.
  package var duration: Duration?
  package var bpm: Double?
  package var key: String?
  package var rating: Rating
  /// Of the entry, or of the track in a collection.
  package var notes: String
  package var sound: EntryPlayback
  /// Cues of the track, without valid ids.
  package var cues: [Cue]
  package var reaction = Reaction.none
  package var labels = TrackLabels()
  /// Comments on the track, which they do not name.
  package var comments: [TrackComment] = []
  /// The location of the primary one that the track is a variation of.
  package var primary: Location?

  package init(
    _ location: Location, line: Int? = nil, title: String? = nil, artist: String? = nil,
    album: String? = nil, genre: String? = nil, year: Int? = nil, duration: Duration? = nil,
    bpm: Double? = nil, key: String? = nil, rating: Rating = .none, notes: String = "",
    sound: EntryPlayback = EntryPlayback(), cues: [Cue] = []
  ) {
    self.location = location
    self.line = line
    self.title = title
    self.artist = artist
    self.album = album
    self.genre = genre
    self.year = year
    self.duration = duration
    self.bpm = bpm
    self.key = key
    self.rating = rating
    self.notes = notes
    self.sound = sound
    self.cues = cues
  }

  /// Whether the user says anything about the track itself.
  package var isMarked: Bool {
    rating != .none || reaction != .none || !cues.isEmpty || !labels.isEmpty || !comments.isEmpty
      || primary != nil
  }
}
