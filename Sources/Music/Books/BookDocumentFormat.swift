/// The formats of files that describe an audiobook beside its sound.
package enum BookDocumentFormat: Sendable {
  /// `metadata.json`, as Audiobookshelf writes it.
  case json
  /// The Open Packaging Format of e-books, as calibre writes it.
  case opf

  /// A description with 5,000 chapters takes a megabyte.
  package static let maximumBytes = 8 << 20
}

/// Reads the facts in a document; nil for one that cannot be read.
package typealias BookDocumentReading = @Sendable (BookDocumentFormat, [UInt8]) -> BookDocument?

/// What a document beside an audiobook says.
package struct BookDocument: Equatable, Sendable {
  /// Without chapters.
  package var facts: BookFileFacts
  /// On the timeline of the whole book.
  package var chapters: StatedChapters

  package init(facts: BookFileFacts, chapters: StatedChapters = StatedChapters()) {
    self.facts = facts
    self.chapters = chapters
  }
}
