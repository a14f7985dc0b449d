internal import Music

/// The chapters that a document states for a whole book, as stored.
struct StatedBookChapters: Codable, Sendable {
  private var title: String
  /// Microseconds.
  private var start, end: Int64

  static func text(of chapters: [BookChapter]) throws -> String? {
    guard !chapters.isEmpty else { return nil }
    return try StoredJSON.text(
      of: chapters.map {
        StatedBookChapters(
          title: $0.title, start: BookColumns.stored($0.start), end: BookColumns.stored($0.end))
      })
  }

  /// None for those of a strange file.
  static func read(_ text: String?) -> [BookChapter] {
    // because chapters that cannot be read are as good as none.
    let stored: [StatedBookChapters]? = text.flatMap { try? StoredJSON.read($0) }
    return (stored ?? []).prefix(BookChapter.mostChapters).map {
      BookChapter(
        title: $0.title, start: BookColumns.place($0.start), end: BookColumns.place($0.end))
    }
  }
}
