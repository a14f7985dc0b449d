/// A track as a server lists it. Texts are as the server sent them, bounded in length.
package struct ServerTrack: Equatable, Sendable {
  /// The id that `ServerTrackAddress` holds.
  package var id: String
  package var tags: Tags
  package var audio: AudioProperties
  /// Bytes; 0 for unknown.
  package var size: Int64
  /// Of the file, in nanoseconds since 1970; 0 where the server does not say.
  package var modified: Int64
  /// The end of the file's name, without the dot.
  package var suffix: String?
  package var marks: ServerMarks
  /// The server's id of its cover.
  package var cover: String?
  /// Unix time in seconds when the server found it.
  package var added: Int64?

  package init(
    id: String, tags: Tags, audio: AudioProperties = AudioProperties(), size: Int64 = 0,
    modified: Int64 = 0, suffix: String? = nil, marks: ServerMarks = ServerMarks(),
    cover: String? = nil,
    added: Int64? = nil
  ) {
    self.id = id
    self.tags = tags
    self.audio = audio
    self.size = size
    self.modified = modified
    self.suffix = suffix
    self.marks = marks
    self.cover = cover
    self.added = added
  }
}

/// What the user has told a server about a track.
package struct ServerMarks: Equatable, Sendable {
  package var rating: Rating
  package var isLoved: Bool
  package var plays: Int
  /// Unix time in seconds.
  package var lastPlayed: Int64?

  package init(
    rating: Rating = .none, isLoved: Bool = false, plays: Int = 0, lastPlayed: Int64? = nil
  ) {
    self.rating = rating
    self.isLoved = isLoved
    self.plays = plays
    self.lastPlayed = lastPlayed
  }
}

/// A playlist of a server.
package struct ServerPlaylist: Equatable, Sendable {
  package var id: String
  package var name: String
  /// Ids of tracks, in order; a track may be there twice.
  package var tracks: [String]
  /// As the server writes it; differs after each change.
  package var version: String?
  package var isOurs: Bool

  package init(
    id: String, name: String, tracks: [String], version: String? = nil, isOurs: Bool = true
  ) {
    self.id = id
    self.name = name
    self.tracks = tracks
    self.version = version
    self.isOurs = isOurs
  }
}

/// An audiobook or an episode of a podcast as a server lists it.
package struct ServerBook: Equatable, Sendable {
  package var id: String
  package var details: BookDetails
  /// The name of its library there.
  package var library: String
  /// For a podcast's episode the id of the episode; `id` is the show's then.
  package var episode: String?
  /// In order; their ids are those of tracks. Empty where the details were not fetched yet.
  package var parts: [ServerBookPart]
  package var chapters: [BookChapter]
  package var duration: Duration
  /// The server's mark of its version: milliseconds of its last change.
  package var updated: Int64
  /// Unix time in seconds.
  package var added: Int64

  package init(
    id: String, details: BookDetails, library: String, episode: String? = nil,
    parts: [ServerBookPart] = [], chapters: [BookChapter] = [], duration: Duration = .zero,
    updated: Int64 = 0, added: Int64 = 0
  ) {
    self.id = id
    self.details = details
    self.library = library
    self.episode = episode
    self.parts = parts
    self.chapters = chapters
    self.duration = duration
    self.updated = updated
    self.added = added
  }
}

/// A file of a server's book.
package struct ServerBookPart: Equatable, Sendable {
  package var track: ServerTrack
  package var start: Duration

  package init(track: ServerTrack, start: Duration) {
    self.track = track
    self.start = start
  }
}

/// A user's progress in a book of a server.
package struct ServerProgress: Equatable, Sendable {
  /// The id of the book, and of the episode for a podcast.
  package var book: String
  package var episode: String?
  package var progress: BookProgress
  package var duration: Duration

  package init(book: String, episode: String? = nil, progress: BookProgress, duration: Duration) {
    self.book = book
    self.episode = episode
    self.progress = progress
    self.duration = duration
  }
}

/// A user's bookmark in a book of a server, whose key is the book with the second.
package struct ServerBookmark: Equatable, Sendable {
  package var book: String
  /// Whole seconds of the timeline.
  package var second: Int64
  package var title: String
  /// Unix time in milliseconds.
  package var created: Int64

  package init(book: String, second: Int64, title: String, created: Int64 = 0) {
    self.book = book
    self.second = second
    self.title = title
    self.created = created
  }
}
