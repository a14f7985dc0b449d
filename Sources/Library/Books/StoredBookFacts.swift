internal import Music

/// Texts about a book, as stored in JSON: of one file, or of the book.
struct StoredBookFacts: Codable, Equatable, Sendable {
  struct Series: Codable, Equatable, Sendable {
    var name: String
    var sequence: String?
  }

  var title, subtitle: String?
  var authors: [String]?
  var narrators: [String]?
  var series: [Series]?
  var description, publisher: String?
  var genres: [String]?
  var date, language: String?

  private static let mostValues = 100
  private static let longestDescription = 20_000

  init(_ facts: BookFileFacts) {
    title = Self.line(facts.title)
    subtitle = Self.line(facts.subtitle)
    authors = Self.lines(facts.authors)
    narrators = Self.lines(facts.narrators)
    let named = facts.series.prefix(Self.mostValues).compactMap { series in
      Self.line(series.name).map { Series(name: $0, sequence: Self.line(series.sequence)) }
    }
    series = named.isEmpty ? nil : named
    description = Self.paragraphs(facts.description)
    publisher = Self.line(facts.publisher)
    genres = Self.lines(facts.genres)
    date = Self.line(facts.date)
    language = Self.line(facts.language)
  }

  /// As facts again, without chapters.
  var facts: BookFileFacts {
    BookFileFacts(
      title: title, subtitle: subtitle, authors: authors ?? [], narrators: narrators ?? [],
      series: (series ?? []).map { BookSeries(name: $0.name, sequence: $0.sequence) },
      description: description, publisher: publisher, genres: genres ?? [], date: date,
      language: language)
  }

  /// A row of another program is read as far as it makes sense.
  func details(title fallback: String) -> BookDetails {
    BookDetails(
      title: title ?? fallback, subtitle: subtitle, authors: authors ?? [],
      narrators: narrators ?? [],
      series: (series ?? []).map { BookSeries(name: $0.name, sequence: $0.sequence) },
      description: description, publisher: publisher, genres: genres ?? [], date: date,
      language: language)
  }

  private static func line(_ text: String?) -> String? {
    let clean = text.map { BookChapter.cleaned(title: $0) } ?? ""
    return clean.isEmpty ? nil : clean
  }

  private static func lines(_ texts: [String]) -> [String]? {
    let lines = texts.prefix(mostValues).compactMap { line($0) }
    return lines.isEmpty ? nil : lines
  }

  /// A text of several lines, each of them clean.
  static func paragraphs(_ text: String?, upTo longest: Int = longestDescription) -> String? {
    guard let text else { return nil }
    let scalars = text.unicodeScalars.prefix(longest)
    let lines = scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var clean = String.UnicodeScalarView()
      for scalar in line {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
        default: clean.append(scalar.displayable)
        }
      }
      return String(clean)
    }
    let whole = lines.joined(separator: "\n").trimmed()
    return whole.isEmpty ? nil : whole
  }
}
