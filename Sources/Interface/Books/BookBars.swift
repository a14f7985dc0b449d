import Music
import Screen

/// The seek line of a book: the chapter that is heard, and the book with its chapters below it.
struct BookBars {
  let app: App
  private let book: Book
  private let place: Duration
  private let chapter: Int?

  /// Nil where no book plays.
  init?(_ app: App) {
    guard let current = app.book, let place = app.bookPlace else { return nil }
    self.app = app
    self.place = place
    book = current.book
    chapter = app.bookChapter
  }

  /// The rows of a seek line of some height. Without chapters there is one bar.
  private struct Rows {
    let chapter: Int?
    var label: Int?
    var book: Int?
    var numbers: Int?

    init(_ rows: Int, hasChapters: Bool) {
      guard hasChapters else {
        chapter = nil
        book = rows / 2
        return
      }
      chapter = 0
      switch rows {
      case ...1: break
      case 2: book = 1
      case 3: (book, numbers) = (1, 2)
      default: (label, book, numbers) = (1, 2, 3)
      }
    }
  }

  private func rows(_ count: Int) -> Rows { Rows(count, hasChapters: chapter != nil) }

  // MARK: Drawing

  /// - Parameter names: the row above the bars.
  func draw(on bars: Canvas, names: Canvas?) {
    let rows = rows(bars.rows)
    if let names { drawChapter(on: names) }
    if let row = rows.chapter, let span = app.chapterSpan { draw(span, on: bars.line(row)) }
    if let row = rows.label { drawBook(on: bars.line(row)) }
    if let row = rows.book { drawSegments(on: bars.line(row)) }
    if let row = rows.numbers { drawNumbers(on: bars.line(row)) }
  }

  /// "Chapter 5  What the Keeper Heard" and the times in it.
  private func drawChapter(on line: Canvas) {
    guard let chapter, app.chapterSpan != nil else { return drawBook(on: line) }
    var line = line.inset(left: 1, right: 1)
    writeTimes(to: &line)
    guard let name = book.name(ofChapter: chapter) else { return }
    line.write(name.number, .header)
    line.skip(2)
    line.put(name.title, .text)
  }

  /// At the right end: how far the chapter was heard, and what is left of it.
  func writeTimes(to line: inout Canvas) {
    guard let span = app.chapterSpan else { return }
    let left = (span.upperBound - place) / max(0.1, app.sound.speed)
    line.writeRight("−" + max(.zero, left).clockText, .dimmed, gap: 1)
    line.writeRight((place - span.lowerBound).clockText, .text, gap: 2)
  }

  private func drawBook(on line: Canvas) {
    var line = line.inset(left: 1, right: 1)
    line.writeRight(BookText.left(book.duration - place, at: app.sound.speed), .dimmed, gap: 2)
    line.writeRight(place.clockText, .text, gap: 2)
    line.write("Book", .header)
    line.skip(2)
    line.put(book.details.title, .dimmed)
  }

  private func draw(_ span: Range<Duration>, on line: Canvas) {
    let knob = column(of: place, in: span, line.columns)
    let glyphs = app.skins.shape.progress
    line.fill(glyphs.rest, .progressRest)
    line.columns(from: 0, count: knob).fill(glyphs.done, .progress)
    drawBookmarks(in: span, on: line)
    line.put(String(glyphs.head), .accent, at: knob)
  }

  private func drawBookmarks(in span: Range<Duration>, on line: Canvas) {
    for bookmark in app.book?.bookmarks ?? [] where span.contains(bookmark.place) {
      line.put("◆", .accent, at: column(of: bookmark.place, in: span, line.columns))
    }
  }

  private func column(of place: Duration, in span: Range<Duration>, _ columns: Int) -> Int {
    let length = (span.upperBound - span.lowerBound).seconds
    guard length > 0 else { return 0 }
    let part = min(1, max(0, (place - span.lowerBound).seconds / length))
    return Int((Double(columns - 1) * part).rounded())
  }

  private var whole: Range<Duration> { .zero..<max(.zero, book.duration) }

  /// The columns at which chapters begin, where they can be told apart.
  private func starts(_ columns: Int) -> [(chapter: Int, column: Int)] {
    guard book.chapters.count <= columns / 3 else { return [] }
    return book.chapters.indices.dropFirst().map {
      ($0, column(of: book.chapters[$0].start, in: whole, columns))
    }
  }

  private func drawSegments(on line: Canvas) {
    let knob = column(of: place, in: whole, line.columns)
    let glyphs = app.skins.shape.progress
    line.fill(glyphs.rest, .progressRest)
    line.columns(from: 0, count: knob).fill(glyphs.done, .progress)
    for (_, column) in starts(line.columns) {
      line.put("┃", column < knob ? .progress : .progressRest, at: column)
    }
    // Among the chapters they are on the bar of the chapter.
    if chapter == nil { drawBookmarks(in: whole, on: line) }
    line.put(String(glyphs.head), .accent, at: knob)
  }

  private func drawNumbers(on line: Canvas) {
    var free = 0
    for (chapter, column) in [(0, 0)] + starts(line.columns) {
      let text = "\(chapter + 1)"
      let start = max(column, 0) + 1
      guard start >= free, start + text.count < line.columns else { continue }
      line.put(text, chapter == self.chapter ? .accent : .dimmed, at: start)
      free = start + text.count + 1
    }
  }

  /// One bar, with the chapter's place on it.
  func drawOne(on line: Canvas) {
    if let span = app.chapterSpan { draw(span, on: line) } else { drawSegments(on: line) }
  }

  func drawWhole(on line: Canvas) { drawSegments(on: line) }

  // MARK: Mouse

  /// The place at a position on the bars; nil beside them.
  func place(at position: Position, in rect: Rect) -> Duration? {
    let rows = rows(rect.rows)
    let row = position.row - rect.row
    let part = Double(position.column - rect.column) / Double(max(1, rect.columns - 1))
    if row == rows.chapter || (rect.rows == 1 && rows.chapter != nil), let span = app.chapterSpan {
      let length = span.upperBound - span.lowerBound
      // The very end is the next chapter.
      return min(
        span.lowerBound + length * part, max(span.lowerBound, span.upperBound - .milliseconds(10)))
    }
    guard row == rows.book || row == rows.numbers else { return nil }
    return book.duration * part
  }
}
