import Music
import Screen

/// Facts of books in words.
enum BookText {
  /// "−3:12:05 at 1.5×": what is left as it is heard.
  static func left(_ rest: Duration, at speed: Double) -> String {
    let time = "−" + (max(.zero, rest) / max(0.1, speed)).clockText
    return speed == 1 ? time : time + " at \(speed.shortText)×"
  }

  /// "Chapter 5  What the Keeper Heard"; the number alone where the title says no more.
  static func chapter(_ index: Int, of book: Book) -> String {
    guard let name = book.name(ofChapter: index) else { return "" }
    return name.number + (name.title.isEmpty ? "" : "  \(name.title)")
  }

  static func authors(_ details: BookDetails) -> String {
    details.authors.joined(separator: ", ")
  }

  /// "read by Tomasz Brandt"; empty where nobody is named.
  static func narrators(_ details: BookDetails) -> String {
    details.narrators.isEmpty ? "" : "read by " + details.narrators.joined(separator: ", ")
  }

  /// "Skerry Light 2"
  static func series(_ details: BookDetails) -> String {
    details.series.map { $0.name + ($0.sequence.map { " \($0)" } ?? "") }.joined(separator: ", ")
  }

  static func year(_ details: BookDetails) -> String { String(details.date?.prefix(4) ?? "") }

  /// The sign of a chapter that is heard, is over, or is to come.
  static func sign(of chapter: Int, current: Int?, _ shape: Shape) -> String {
    guard let current else { return "○" }
    return chapter == current ? String(shape.playing) : chapter < current ? "●" : "○"
  }

  /// The part of a book that was heard, from 0 to 1.
  static func part(_ progress: BookProgress, of duration: Duration) -> Double {
    progress.isFinished ? 1 : progress.fraction(of: duration)
  }

  /// "At 1.25× the chapter ends in 27:23, the book in 3:33:57."
  static func sentence(_ app: App) -> String {
    guard let book = app.book?.book, let place = app.bookPlace else { return "" }
    let speed = max(0.1, app.sound.speed)
    let all = (max(.zero, book.duration - place) / speed).clockText
    let start = speed == 1 ? "The" : "At \(speed.shortText)× the"
    guard let span = app.chapterSpan else { return "\(start) book ends in \(all)." }
    let chapter = (max(.zero, span.upperBound - place) / speed).clockText
    return "\(start) chapter ends in \(chapter), the book in \(all)."
  }

  static func report(of book: Book, columns: Int) -> ReportPanel {
    let details = book.details
    var report = ReportPanel(title: details.title)
    let facts: [(name: String, value: String)] = [
      ("Subtitle", details.subtitle ?? ""), ("By", authors(details)),
      ("Read by", details.narrators.joined(separator: ", ")), ("Series", series(details)),
      ("Published", details.date ?? ""), ("Publisher", details.publisher ?? ""),
      ("Genres", details.genres.joined(separator: ", ")), ("Language", details.language ?? ""),
      ("Length", book.duration.clockText),
      ("Chapters", book.chapters.isEmpty ? "none" : book.chapters.count.grouped),
      ("Files", book.parts.count.grouped),
      (
        "Place",
        book.progress.isFinished
          ? "finished"
          : "\(book.progress.place.clockText), "
            + "\(Int(part(book.progress, of: book.duration) * 100)) %"
      ), ("Speed", book.speed.map { "\($0.shortText)×" } ?? ""),
    ]
    report.add("Book", facts: facts.filter { !$0.value.isEmpty })
    if let text = details.description, !text.isEmpty {
      // A description may be a whole page, and comes from a file.
      let lines = text.prefix(8_000).split(whereSeparator: \.isNewline).flatMap {
        LyricsView.wrapped(String($0), columns: max(20, columns - 4))
      }
      report.add([.heading("Description")] + lines.map { .below(String($0)) })
    }
    return report
  }
}

extension App {
  /// The chapter that is heard, on the timeline of the book; nil without chapters.
  var chapterSpan: Range<Duration>? {
    guard let book = book?.book, let index = bookChapter else { return nil }
    let start = book.chapters[index].start
    let end = index + 1 < book.chapters.count ? book.chapters[index + 1].start : book.duration
    return start..<max(start, end)
  }
}
