/// What an audio file and the files beside it say of the book they belong to.
package struct BookFileFacts: Equatable, Sendable {
  /// On the timeline of the file.
  package var chapters: [BookChapter]
  package var title: String?
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
    chapters: [BookChapter] = [], title: String? = nil, subtitle: String? = nil,
    authors: [String] = [], narrators: [String] = [], series: [BookSeries] = [],
    description: String? = nil, publisher: String? = nil, genres: [String] = [],
    date: String? = nil, language: String? = nil
  ) {
    self.chapters = chapters
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
