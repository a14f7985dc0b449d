internal import Music

extension BookTags {
  /// Whether the genre says that the file is an audiobook.
  var hasBookGenre: Bool {
    self[.genre].contains { BookGenre.isBook($0) || BookGenre.isSpeech($0) }
  }

  /// The facts without chapters.
  ///
  /// - Parameter isBook: whether performers and composers are narrators.
  func facts(isBook: Bool) -> BookFileFacts {
    var facts = BookFileFacts()
    facts.title = line(.album) ?? line(.title)
    facts.subtitle = line(.subtitle)
    facts.authors = firstNames([.author, .artist, .albumArtist])
    facts.narrators = firstNames(isBook ? [.narrator, .performer, .composer] : [.narrator])
    facts.series = series
    facts.description =
      [BookTagName.longDescription, .description, .comment].lazy
      .compactMap { self[$0].first.flatMap { FactText.description($0) } }.first
    facts.publisher = line(.publisher)
    facts.genres = FactText.genres(self[.genre])
    facts.date = self[.date].lazy.compactMap { FactText.date($0) }.first
    facts.language = line(.language)
    return facts
  }

  private func line(_ tag: BookTagName) -> String? {
    self[tag].lazy.compactMap { FactText.line($0) }.first
  }

  private func firstNames(_ tags: [BookTagName]) -> [String] {
    tags.lazy.map { BookNames.names(in: self[$0]) }.first { !$0.isEmpty } ?? []
  }

  private var series: [BookSeries] {
    let named = numbered(.series, by: .seriesPart)
    if !named.isEmpty { return named }
    let movements = numbered(.movement, by: .movementNumber)
    if !movements.isEmpty { return movements }
    let groups = self[.grouping].flatMap { $0.prefix(1_000).split(separator: ";").map(String.init) }
    return BookSeries.unique(groups.compactMap { BookSeries(numbered: $0) })
  }

  private func numbered(_ names: BookTagName, by numbers: BookTagName) -> [BookSeries] {
    // Of "2/5" the number, and not the total.
    let sequences = self[numbers].map { FactText.line($0.prefix { $0 != "/" }, longest: 20) }
    let texts = self[names].flatMap { $0.prefix(1_000).split(separator: ";").map(String.init) }
    let series = texts.enumerated().compactMap { index, text -> BookSeries? in
      guard var series = BookSeries(text) else { return nil }
      let stated = index < sequences.count ? sequences[index] : nil
      series.sequence = series.sequence ?? stated.map { BookSeries.sequence($0) ?? $0 }
      return series
    }
    return BookSeries.unique(series)
  }
}
