internal import GRDB
internal import Music

/// Values of books in columns; those of a strange file are clamped.
enum BookColumns {
  /// The latest place and the longest duration: more than eleven days.
  private static let latest = EntryPlayback.latest.wholeMicroseconds
  private static let latestOfBook = 100 * latest

  /// A time in a file.
  static func time(_ microseconds: Int64) -> Duration {
    .microseconds(min(max(0, microseconds), latest))
  }

  /// A place in a book.
  static func place(_ microseconds: Int64) -> Duration {
    .microseconds(min(max(0, microseconds), latestOfBook))
  }

  static func stored(_ place: Duration) -> Int64 {
    min(max(0, place.wholeMicroseconds), latestOfBook)
  }

  static func speed(_ speed: Double?) -> Double? {
    speed.flatMap { $0.isFinite && $0 > 0 ? min(max($0, 0.1), 10) : nil }
  }

  /// Whether a track `t` is a part of a book that is not gone.
  static let isPart = """
    EXISTS (SELECT 1 FROM book_parts p JOIN books b ON b.id = p.book \
    WHERE p.track = t.id AND NOT b.gone)
    """

  static let progress = "b.place, b.is_finished, b.is_hidden, b.updated, b.started, b.finished"

  /// Progress from the columns `progress` from an index on.
  static func progress(_ row: Row, from index: Int) throws -> BookProgress {
    func time(_ index: Int) throws -> Int64? {
      (try row.value(index) as Int64?).map { min(max(0, $0), Database.lastNumber) }
    }
    return BookProgress(
      place: place(try row.value(index)), isFinished: try row.value(index + 1),
      isHidden: try row.value(index + 2), updated: try time(index + 3) ?? 0,
      started: try time(index + 4), finished: try time(index + 5))
  }

  /// Details from the columns `title` and `details`.
  static func details(_ row: Row, title: Int, details: Int) throws -> BookDetails {
    let text: String = try row.value(details)
    // because details that cannot be read leave the title.
    let stored: StoredBookFacts? = try? StoredJSON.read(text)
    let title: String = try row.value(title)
    return stored?.details(title: title) ?? BookDetails(title: title)
  }

  static func jumps(_ text: String?) -> [Duration] {
    // because jumps that cannot be read are as good as none.
    let stored: [Int64]? = text.flatMap { try? StoredJSON.read($0) }
    return (stored ?? []).suffix(JumpHistory.mostPlaces).map { place($0) }
  }

  static func stored(jumps: [Duration]) throws -> String? {
    jumps.isEmpty
      ? nil : try StoredJSON.text(of: jumps.suffix(JumpHistory.mostPlaces).map { stored($0) })
  }
}
