import Library
import Music

/// An audiobook as `book list --json` and `book show --json` print it.
struct BookRecord: Encodable {
  struct Series: Encodable {
    var name: String
    var sequence: String?
  }

  struct File: Encodable {
    var path: String
    var pathBytes: String?
    /// Seconds.
    var start, duration: Double
  }

  var id: Int64
  var title: String
  var subtitle: String?
  var authors, narrators: [String]
  var series: [Series]
  var description, publisher, date, language: String?
  /// Seconds.
  var duration, place: Double
  /// From 0 to 1.
  var progress: Double
  var isFinished, isHidden: Bool
  var speed: Double?
  var files: [File]?
  var chapters: [ChapterRecord]?

  init(_ row: BookRow) {
    self.init(row.id, row.details, row.duration, row.progress, row.speed)
  }

  init(_ book: Book, _ tracks: [Track]) {
    self.init(book.id, book.details, book.duration, book.progress, book.speed)
    let sources = Dictionary(
      tracks.map { ($0.id, $0.source) }, uniquingKeysWith: { first, _ in first })
    files = book.parts.compactMap { part in
      guard let source = sources[part.track] else { return nil }
      return File(
        path: source.text, pathBytes: source.bytesWhereInexact, start: part.start.seconds,
        duration: part.duration.seconds)
    }
    chapters = book.chapters.map { ChapterRecord($0) }
  }

  private init(
    _ id: BookID, _ details: BookDetails, _ duration: Duration, _ progress: BookProgress,
    _ speed: Double?
  ) {
    self.id = id.rawValue
    title = details.title
    subtitle = details.subtitle
    authors = details.authors
    narrators = details.narrators
    series = details.series.map { Series(name: $0.name, sequence: $0.sequence) }
    description = details.description
    publisher = details.publisher
    date = details.date
    language = details.language
    self.duration = duration.seconds
    place = progress.place.seconds
    self.progress = Self.part(progress, of: duration)
    isFinished = progress.isFinished
    isHidden = progress.isHidden
    self.speed = speed
  }

  /// From 0 to 1.
  private static func part(_ progress: BookProgress, of duration: Duration) -> Double {
    if progress.isFinished { return 1 }
    guard duration > .zero else { return 0 }
    return min(1, max(0, progress.place / duration))
  }

  static func heard(_ progress: BookProgress, of duration: Duration) -> String {
    progress.isFinished ? "finished" : "\(Int(part(progress, of: duration) * 100)) %"
  }

  static func left(_ progress: BookProgress, of duration: Duration, at speed: Double?) -> String {
    guard !progress.isFinished else { return "" }
    return (max(.zero, duration - progress.place) / (speed ?? 1)).clockText
  }

  /// Name and value of each field that has one.
  var fields: [(String, String)] {
    let series = series.map { [$0.name, $0.sequence].compactMap(\.self).joined(separator: " ") }
    let all: [(String, String?)] = [
      ("Number", "\(id)"), ("Title", title), ("Subtitle", subtitle),
      ("Authors", authors.joined(separator: ", ")),
      ("Narrators", narrators.joined(separator: ", ")),
      ("Series", series.joined(separator: ", ")), ("Date", date), ("Publisher", publisher),
      ("Language", language), ("Description", description),
      ("Duration", Duration.seconds(duration).clockText),
      ("Place", Duration.seconds(place).clockText),
      ("Heard", isFinished ? "finished" : "\(Int(progress * 100)) %"),
      ("Speed", speed.map { "\($0.shortText)×" }),
      ("Files", files.map { "\($0.count)" }),
    ]
    return all.compactMap { name, value in
      guard let value, !value.isEmpty else { return nil }
      return (name, value)
    }
  }
}

/// A chapter as `chapters --json` prints it.
struct ChapterRecord: Encodable {
  var title: String
  /// Seconds.
  var start, end: Double

  init(_ chapter: BookChapter) {
    title = chapter.title
    start = chapter.start.seconds
    end = chapter.end.seconds
  }
}

/// The place of a book as `book place --json` prints it.
struct BookPlaceRecord: Encodable {
  var id: Int64
  var title: String
  /// Of the place.
  var seconds: Double
  var duration: Double
  var isFinished: Bool
  var chapter: String?

  init(_ book: Book) {
    id = book.id.rawValue
    title = book.details.title
    seconds = book.progress.place.seconds
    duration = book.duration.seconds
    isFinished = book.progress.isFinished
    chapter = book.chapters.last { $0.start <= book.progress.place }?.title
  }
}

/// A bookmark as `bookmark list --json` prints it.
struct BookmarkRecord: Encodable {
  var id: Int64
  var book: Int64
  var title: String
  /// Seconds.
  var time: Double
  var note: String
  /// Unix time in seconds.
  var created: Double

  init(_ mark: Bookmark, of title: String) {
    id = mark.id
    book = mark.book.rawValue
    self.title = title
    time = mark.place.seconds
    note = mark.note
    created = Double(mark.created) / 1_000
  }
}
