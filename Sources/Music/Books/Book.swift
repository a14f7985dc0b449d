/// The id of an audiobook in the library.
package struct BookID: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
  package init(_ value: Int64) { rawValue = value }
}

/// An audiobook: one or more tracks on one timeline.
package struct Book: Equatable, Sendable, Identifiable {
  package var id: BookID
  package var details: BookDetails
  /// In the order in which they play; never empty.
  package var parts: [BookPart]
  /// In order, without overlaps, within the timeline.
  package var chapters: [BookChapter]
  package var progress: BookProgress
  /// The playback speed of this book; nil for the default of books.
  package var speed: Double?
  /// Unix time in seconds.
  package var added: Int64

  package init(
    id: BookID, details: BookDetails, parts: [BookPart], chapters: [BookChapter] = [],
    progress: BookProgress = BookProgress(), speed: Double? = nil, added: Int64 = 0
  ) {
    self.id = id
    self.details = details
    self.parts = parts
    self.chapters = chapters
    self.progress = progress
    self.speed = speed
    self.added = added
  }

  /// The sum of the parts.
  package var duration: Duration { parts.last?.end ?? .zero }
}

/// What tags and the files beside it say of an audiobook.
package struct BookDetails: Equatable, Sendable {
  package var title: String
  package var subtitle: String?
  package var authors: [String]
  package var narrators: [String]
  package var series: [BookSeries]
  package var description: String?
  package var publisher: String?
  package var genres: [String]
  /// As written: a year or a full date.
  package var date: String?
  package var language: String?

  package init(
    title: String, subtitle: String? = nil, authors: [String] = [], narrators: [String] = [],
    series: [BookSeries] = [], description: String? = nil, publisher: String? = nil,
    genres: [String] = [], date: String? = nil, language: String? = nil
  ) {
    self.title = title
    self.subtitle = subtitle
    self.authors = authors
    self.narrators = narrators
    self.series = series
    self.description = description
    self.publisher = publisher
    self.genres = genres
    self.date = date
    self.language = language
  }
}

/// A series that a book belongs to.
package struct BookSeries: Equatable, Sendable {
  package var name: String
  /// As written: "2", "1.5", "1-3"; nil where unknown.
  package var sequence: String?

  package init(name: String, sequence: String? = nil) {
    self.name = name
    self.sequence = sequence
  }
}

/// A track of a book at its place on the timeline.
package struct BookPart: Equatable, Sendable {
  package var track: TrackID
  package var start: Duration
  /// Zero where it is unknown.
  package var duration: Duration

  package init(track: TrackID, start: Duration, duration: Duration) {
    self.track = track
    self.start = start
    self.duration = duration
  }

  package var end: Duration { start + duration }
}

/// A chapter on the timeline of a book, or of one file.
package struct BookChapter: Equatable, Sendable {
  /// Empty where the file has no title for it.
  package var title: String
  package var start: Duration
  package var end: Duration

  package init(title: String, start: Duration, end: Duration) {
    self.title = title
    self.start = start
    self.end = end
  }
}

/// How far a book was heard.
package struct BookProgress: Equatable, Sendable {
  /// The place on the timeline.
  package var place: Duration
  package var isFinished: Bool
  /// Whether the list of books to go on with leaves it out.
  package var isHidden: Bool
  /// Unix time in milliseconds of the last change; 0 where there was none.
  package var updated: Int64
  /// Unix time in milliseconds.
  package var started: Int64?
  /// Unix time in milliseconds.
  package var finished: Int64?

  package init(
    place: Duration = .zero, isFinished: Bool = false, isHidden: Bool = false, updated: Int64 = 0,
    started: Int64? = nil, finished: Int64? = nil
  ) {
    self.place = place
    self.isFinished = isFinished
    self.isHidden = isHidden
    self.updated = updated
    self.started = started
    self.finished = finished
  }
}

/// A marked place in a book.
package struct Bookmark: Equatable, Sendable, Identifiable {
  package var id: Int64
  package var book: BookID
  package var place: Duration
  package var note: String
  /// Unix time in milliseconds.
  package var created: Int64

  package init(id: Int64, book: BookID, place: Duration, note: String = "", created: Int64 = 0) {
    self.id = id
    self.book = book
    self.place = place
    self.note = note
    self.created = created
  }
}

/// What is shown of a book in a list.
package struct BookRow: Equatable, Sendable, Identifiable {
  package var id: BookID
  package var details: BookDetails
  package var duration: Duration
  package var progress: BookProgress
  package var speed: Double?
  /// Unix time in seconds.
  package var added: Int64
  package var parts: Int
  package var chapters: Int
  /// The first track, for its cover and its address.
  package var firstTrack: TrackID
  package var isOffline: Bool

  package init(
    id: BookID, details: BookDetails, duration: Duration, progress: BookProgress = BookProgress(),
    speed: Double? = nil, added: Int64 = 0, parts: Int = 1, chapters: Int = 0,
    firstTrack: TrackID, isOffline: Bool = false
  ) {
    self.id = id
    self.details = details
    self.duration = duration
    self.progress = progress
    self.speed = speed
    self.added = added
    self.parts = parts
    self.chapters = chapters
    self.firstTrack = firstTrack
    self.isOffline = isOffline
  }
}
