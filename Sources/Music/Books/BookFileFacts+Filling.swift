extension BookFileFacts {
  /// The facts, and those of others where there are none; chapters are left alone.
  package func filled(from other: BookFileFacts) -> BookFileFacts {
    var facts = self
    // A subtitle belongs to its title.
    if facts.title == nil { facts.subtitle = facts.subtitle ?? other.subtitle }
    if facts.title == other.title { facts.subtitle = facts.subtitle ?? other.subtitle }
    facts.title = facts.title ?? other.title
    if facts.authors.isEmpty { facts.authors = other.authors }
    if facts.narrators.isEmpty { facts.narrators = other.narrators }
    if facts.series.isEmpty { facts.series = other.series }
    facts.description = facts.description ?? other.description
    facts.publisher = facts.publisher ?? other.publisher
    if facts.genres.isEmpty { facts.genres = other.genres }
    facts.date = facts.date ?? other.date
    facts.language = facts.language ?? other.language
    return facts
  }
}
